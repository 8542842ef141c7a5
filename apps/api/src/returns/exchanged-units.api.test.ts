import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import type { Order } from '@shop/contracts/orders/schema';
import { expect, test } from 'vitest';
import { anOrder, unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { keyed, requestReturn, returnOptions, takeStep } from '#test/builders/returns/a-return.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, db, sql } = shop;
const grace = await anAdmin();

type Line = Parameters<typeof requestReturn>[2][number];

/** A delivered order of dresses in size S, whose exchanges are for size M. */
async function aDelivered(quantity = 1) {
  const ada = await aShopper();
  const { productId, variantIds } = await aVariant(shop, { name: 'Dress', price: 76, quantities: [5, 5] });
  const [small = '', medium = ''] = variantIds;
  const { id } = await anOrder(db, { of: ada, items: [{ variantId: small, quantity }], status: 'delivered' });
  const { items } = await returnOptions(ada, id);
  return { ada, id, productId, small, medium, orderItemId: items[0]?.orderItemId ?? '' };
}
type Delivered = Awaited<ReturnType<typeof aDelivered>>;

const setDelivered = (returnId: string) => takeStep(grace, returnId, 'exchange/delivery');

/** Requests a return, authorizes and receives it. */
async function receive({ ada, id }: Pick<Delivered, 'ada' | 'id'>, line: Line) {
  expect((await requestReturn(ada, id, [line])).statusCode).toBe(200);
  const [requested] = (await returnOptions(ada, id)).returns;
  const [returnId, lineId] = [requested?.id ?? '', requested?.lines[0]?.id ?? ''];
  await takeStep(grace, returnId, 'decision', { decision: 'authorized' });
  const received = { lines: [{ id: lineId, restocked: line.quantity ?? 1, writtenOff: 0 }] };
  expect((await takeStep(grace, returnId, 'receipt', received)).statusCode).toBe(200);
  return { returnId, lineId };
}

/** The units are exchanged for size M, and shipped. */
async function exchange(order: Delivered, quantity = 1) {
  const { orderItemId, medium } = order;
  const exchanged = await receive(order, { orderItemId, quantity, outcome: 'exchange', variantId: medium });
  expect((await takeStep(grace, exchanged.returnId, 'exchange', { carrier: 'UPS' })).statusCode).toBe(200);
  return exchanged;
}

test('a unit received in exchange can be returned for a refund of what was paid, once it is delivered', async () => {
  const order = await aDelivered();
  const { ada, id, orderItemId, small, medium } = order;
  const { returnId, lineId: exchangeLineId } = await exchange(order);
  expect((await returnOptions(ada, id)).blocked).toBe('nothing_left');
  const early = await requestReturn(ada, id, [{ orderItemId, exchangeLineId }]);
  expect(early.json()).toMatchObject({ code: 'return_not_allowed' });

  expect((await setDelivered(returnId)).statusCode).toBe(200);

  const { blocked, items } = await returnOptions(ada, id);
  expect(blocked).toBeNull();
  expect(items).toMatchObject([
    { exchangeLineId: null, returnable: 0 },
    {
      orderItemId,
      exchangeLineId,
      options: { Size: '1' },
      price: 76,
      returnable: 1,
      exchanges: [{ variantId: small }],
    },
  ]);
  const back = await receive(order, { orderItemId, exchangeLineId, reason: 'too_large' });
  await takeStep(grace, back.returnId, 'refund');

  const [newest] = (await returnOptions(ada, id)).returns;
  expect(newest).toMatchObject({ status: 'completed', lines: [{ variantId: medium, exchangeLineId }] });
  expect(newest?.refund).toBeGreaterThan(0);
  const { items: bought } = (await ada.get(`/api/orders/${id}`)).json<Order>();
  expect(bought).toMatchObject([{ quantity: 1, refunded: 1 }]);
  expect(await unitsOf(shop, small)).toEqual({ available: 5, reserved: 0, sold: 0, received: 5 });
  expect(await unitsOf(shop, medium)).toEqual({ available: 5, reserved: 0, sold: 0, received: 5 });
});

test('the days to return it count from the delivery of the exchange', async () => {
  const order = await aDelivered(2);
  const { ada, id, orderItemId } = order;
  const { returnId, lineId: exchangeLineId } = await exchange(order);
  await setDelivered(returnId);
  await sql.query(`update order_status_history set created_at = created_at - interval '31 days' where order_id = $1`, [
    id,
  ]);

  const { blocked, items } = await returnOptions(ada, id);
  expect(blocked).toBeNull();
  expect(items).toMatchObject([
    { returnable: 0, isTooLate: true },
    { returnable: 1, isTooLate: false },
  ]);
  expect((await requestReturn(ada, id, [{ orderItemId }])).json()).toMatchObject({ code: 'items_not_returnable' });

  await sql.query(
    `update returns set exchange_shipped_at = exchange_shipped_at - interval '31 days', requested_at = requested_at - interval '31 days',
                        exchange_delivered_at = exchange_delivered_at - interval '31 days',
                        decided_at = decided_at - interval '31 days', received_at = received_at - interval '31 days'
      where id = $1`,
    [returnId],
  );
  expect((await returnOptions(ada, id)).blocked).toBe('too_late');
  const late = await requestReturn(ada, id, [{ orderItemId, exchangeLineId }]);
  expect(late.json()).toMatchObject({ code: 'return_not_allowed' });
});

test('it can be exchanged for the size bought, and that one be returned again', async () => {
  const order = await aDelivered();
  const { orderItemId, small } = order;
  const first = await exchange(order);
  await setDelivered(first.returnId);
  const second = await receive(order, {
    orderItemId,
    exchangeLineId: first.lineId,
    outcome: 'exchange',
    variantId: small,
  });
  await takeStep(grace, second.returnId, 'exchange', { carrier: 'UPS' });
  await setDelivered(second.returnId);

  const third = await receive(order, { orderItemId, exchangeLineId: second.lineId });

  expect((await takeStep(grace, third.returnId, 'refund')).statusCode).toBe(200);
  expect((await returnOptions(order.ada, order.id)).blocked).toBe('nothing_left');
});

test('no more units come back than were sent in exchange, and none of another order', async () => {
  const [order, other] = [await aDelivered(3), await aDelivered()];
  const { ada, id, orderItemId } = order;
  const [{ returnId, lineId: exchangeLineId }, foreign] = [await exchange(order, 2), await exchange(other)];
  for (const each of [returnId, foreign.returnId]) await setDelivered(each);

  for (const line of [
    { orderItemId, exchangeLineId, quantity: 3 },
    { orderItemId, exchangeLineId: foreign.lineId },
    { orderItemId: other.orderItemId, exchangeLineId },
  ])
    expect((await requestReturn(ada, id, [line])).json()).toMatchObject({ code: 'items_not_returnable' });
  // One return of units as bought and of units received in exchange.
  const both = [{ orderItemId }, { orderItemId, exchangeLineId, quantity: 2 }];
  expect((await requestReturn(ada, id, both)).statusCode).toBe(200);
  expect((await requestReturn(ada, id, [{ orderItemId, exchangeLineId }])).json()).toMatchObject({
    code: 'return_not_allowed',
  });
});

test('an exchange is delivered once, after it was shipped, by staff who may ship', async () => {
  const [order, support] = [await aDelivered(), await anAdmin({ role: 'support' })];
  const { orderItemId, medium } = order;
  const { returnId } = await receive(order, { orderItemId, outcome: 'exchange', variantId: medium });

  expect((await setDelivered(returnId)).json()).toMatchObject({ status: 409, code: 'exchange_not_shipped' });
  await takeStep(grace, returnId, 'exchange', { carrier: 'UPS' });
  expect((await takeStep(support, returnId, 'exchange/delivery')).statusCode).toBe(403);
  expect((await setDelivered(returnId)).statusCode).toBe(200);
  expect((await setDelivered(returnId)).json()).toMatchObject({ status: 409, code: 'exchange_delivered' });
  const [stored] = (await returnOptions(order.ada, order.id)).returns;
  expect(stored?.exchangeShipment?.deliveredAt).toBeTypeOf('string');
});

test('the report counts the size that came back', async () => {
  const order = await aDelivered();
  const { returnId, lineId: exchangeLineId } = await exchange(order);
  await setDelivered(returnId);
  await receive(order, { orderItemId: order.orderItemId, exchangeLineId, reason: 'too_large' });

  const rows = (await grace.get('/api/admin/returns/reasons')).json<{ productId: string }[]>();

  expect(rows.filter(({ productId }) => productId === order.productId)).toMatchObject([
    { units: 1, reasons: { changed_mind: 1 } },
    { units: 1, reasons: { too_large: 1 } },
  ]);
});

test('the exchange of an order that was refunded meanwhile is shipped only by staff who may refund', async () => {
  const order = await aDelivered();
  const { orderItemId, medium } = order;
  const { returnId } = await receive(order, { orderItemId, outcome: 'exchange', variantId: medium });
  const { refundable } = (await grace.get(`/api/admin/orders/${order.id}`)).json<AdminOrder>();
  const refund = { amount: refundable / 100, reason: 'It took too long' };
  expect((await grace.post(`/api/admin/orders/${order.id}/refunds`, refund, keyed())).statusCode).toBe(200);
  const wim = await anAdmin({ role: 'packer' });

  const packed = await takeStep(wim, returnId, 'exchange', { carrier: 'UPS' });

  expect(packed.json()).toMatchObject({ status: 403, code: 'forbidden' });
  expect(await unitsOf(shop, medium)).toMatchObject({ reserved: 1, sold: 0 });
  expect((await takeStep(grace, returnId, 'exchange', { carrier: 'UPS' })).statusCode).toBe(200);
});
