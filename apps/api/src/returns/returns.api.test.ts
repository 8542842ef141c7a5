import { randomUUID } from 'node:crypto';
import { returnMessages } from '@shop/contracts/returns/messages';
import { describe, expect, test } from 'vitest';
import { expireReturns } from '#returns/service.ts';
import { anOrder, unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { keyed, requestReturn, returnOptions, takeStep } from '#test/builders/returns/a-return.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, db, sql } = shop;

/** A delivered order of a dress in size 1 of sizes 0, 1, 2 and 3; size 2 is sold out. */
async function aDelivered({ quantity = 1, price = 100, code, method = 'card' }: Partial<Terms> = {}) {
  const [ada, grace] = await Promise.all([aShopper(), anAdmin()]);
  const { productId, variantIds } = await aVariant(shop, { name: 'Dress', price, quantities: [5, 5, 0, 5] });
  await sql.query(`update products set options = '[{"name": "Size", "values": ["0", "1", "2", "3"]}]' where id = $1`, [
    productId,
  ]);
  const [smaller = '', variantId = '', soldOut = '', larger = ''] = variantIds;
  const items = [{ variantId, quantity }];
  const { id } = await anOrder(db, { of: ada, items, method, discountCode: code, status: 'delivered' });
  const { items: lines } = await returnOptions(ada, id);
  return { ada, grace, id, productId, variantId, smaller, soldOut, larger, orderItemId: lines[0]?.orderItemId ?? '' };
}
type Terms = { quantity: number; price: number; code: string; method: 'card' | 'cod' };

const set = (settings: string) => sql.query(`update store_settings set ${settings}`);
const deliveredDaysAgo = (orderId: string, days: number) =>
  sql.query(`update order_status_history set created_at = created_at - make_interval(days => $2) where order_id = $1`, [
    orderId,
    days,
  ]);
const overdue = (returnId: string) =>
  sql.query(`update returns set expires_at = now() - interval '1 minute' where id = $1`, [returnId]);
const expireAll = () =>
  expireReturns(db, (error) => {
    throw error;
  });

const newest = async (customer: Parameters<typeof returnOptions>[0], orderId: string) => {
  const { returns } = await returnOptions(customer, orderId);
  const [found] = returns;
  if (!found) throw new Error('The order has no return.');
  return found;
};

async function anAuthorized(order: Awaited<ReturnType<typeof aDelivered>>, line: object) {
  const { ada, grace, id, orderItemId } = order;
  expect((await requestReturn(ada, id, [{ orderItemId, ...line }])).statusCode).toBe(200);
  const requested = await newest(ada, id);
  const decided = await takeStep(grace, requested.id, 'decision', {
    decision: 'authorized',
    instructions: 'Use the box.',
  });
  expect(decided.statusCode).toBe(200);
  return { returnId: requested.id, lineId: requested.lines[0]?.id ?? '' };
}

const receive = (
  staff: Parameters<typeof takeStep>[0],
  returnId: string,
  id: string,
  restocked: number,
  writtenOff = 0,
) => takeStep(staff, returnId, 'receipt', { lines: [{ id, restocked, writtenOff }] });

const emailsOf = async (orderId: string) => {
  const { rows } = await sql.query<{ event: string }>(
    `select payload ->> 'event' as event from email_messages where order_id = $1 and kind = 'return_update' order by id`,
    [orderId],
  );
  return rows.map(({ event }) => event);
};

describe('what can be returned', () => {
  test('a delivered order can be returned for 30 days, and names the sizes in their order', async () => {
    const { ada, id, smaller, soldOut, larger } = await aDelivered();

    const options = await returnOptions(ada, id);

    expect(options).toMatchObject({
      blocked: null,
      items: [
        {
          returnable: 1,
          exchanges: [
            { variantId: smaller, available: 5, size: 'smaller' },
            { variantId: soldOut, available: 0, size: 'larger' },
            { variantId: larger, available: 5, size: 'larger' },
          ],
        },
      ],
    });
    const days = (Date.parse(options.returnUntil ?? '') - Date.parse(options.deliveredAt ?? '')) / 86_400_000;
    expect(Math.floor(days)).toBe(30);
  });

  test.each([
    ['pending', 'not_delivered'],
    ['shipped', 'not_delivered'],
    ['cancelled', 'not_delivered'],
  ] as const)('a %s order cannot be returned', async (status, blocked) => {
    const ada = await aShopper();
    const { variantId } = await aVariant(shop);
    const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }], status });

    const options = await returnOptions(ada, id);
    const response = await requestReturn(ada, id, [{ orderItemId: options.items[0]?.orderItemId ?? '' }]);

    expect(options.blocked).toBe(blocked);
    expect(response.json()).toMatchObject({ status: 409, code: 'return_not_allowed' });
  });

  test('an order delivered 31 days ago is too late, unless the store gave more days when it was placed', async () => {
    await set(`return_days = 40`);
    const longer = await aDelivered();
    await set(`return_days = 30`);
    const usual = await aDelivered();
    for (const { id } of [longer, usual]) await deliveredDaysAgo(id, 31);

    const inTime = await requestReturn(longer.ada, longer.id, [{ orderItemId: longer.orderItemId }]);
    const late = await requestReturn(usual.ada, usual.id, [{ orderItemId: usual.orderItemId }]);

    expect(late.json()).toMatchObject({ status: 409, message: returnMessages.blocked.too_late });
    expect(inTime.statusCode).toBe(200);
  });

  test('an item of a category that was excluded when it was sold cannot be returned', async () => {
    await set(`unreturnable_category_ids = array(select id from categories)`);
    const { ada, id, orderItemId } = await aDelivered();
    await set(`unreturnable_category_ids = '{}'`);

    const options = await returnOptions(ada, id);
    const response = await requestReturn(ada, id, [{ orderItemId }]);

    expect(options).toMatchObject({ blocked: 'nothing_left', items: [{ excluded: true, returnable: 0 }] });
    expect(response.statusCode).toBe(409);
  });

  test.each([
    'return_days = 7',
    'return_days = 0',
    'return_days = 90',
    'unreturnable_category_ids = array(select id from categories)',
  ])('the terms of a placed order stay when the settings change: %s', async (change) => {
    const { ada, id } = await aDelivered();
    const { id: earlier, ada: bob } = await aDelivered();
    // As orders of earlier releases are stored.
    await sql.query('update orders set return_days = null where id = $1', [earlier]);
    await sql.query('update order_lines set returnable = null where order_id = $1', [earlier]);
    for (const order of [id, earlier]) await deliveredDaysAgo(order, 10);
    const before = [await returnOptions(ada, id), await returnOptions(bob, earlier)];

    await set(change);
    const after = [await returnOptions(ada, id), await returnOptions(bob, earlier)];
    await set(`return_days = 30, unreturnable_category_ids = '{}'`);

    expect(after).toEqual(before);
    for (const options of after) expect(options).toMatchObject({ blocked: null, items: [{ excluded: false }] });
  });

  test('the order of another customer is hidden, with its returns', async () => {
    const [{ ada, id, orderItemId }, eve] = [await aDelivered(), await aShopper()];
    await requestReturn(ada, id, [{ orderItemId }]);
    const { id: returnId } = await newest(ada, id);

    expect((await eve.get(`/api/orders/${id}/returns`)).statusCode).toBe(404);
    expect((await requestReturn(eve, id, [{ orderItemId }])).statusCode).toBe(404);
    expect((await eve.post(`/api/orders/${id}/returns/${returnId}/cancellation`, undefined, keyed())).statusCode).toBe(
      404,
    );
  });

  test('units are returned in parts, and none of them twice', async () => {
    const { ada, id, orderItemId } = await aDelivered({ quantity: 3 });

    expect((await requestReturn(ada, id, [{ orderItemId, quantity: 2 }])).statusCode).toBe(200);
    expect((await requestReturn(ada, id, [{ orderItemId, quantity: 2 }])).json()).toMatchObject({
      code: 'items_not_returnable',
    });
    expect((await requestReturn(ada, id, [{ orderItemId, quantity: 1 }])).statusCode).toBe(200);
    expect(await returnOptions(ada, id)).toMatchObject({ blocked: 'nothing_left', items: [{ returnable: 0 }] });
  });

  test('two concurrent requests for the last unit store one return', async () => {
    const { ada, id, orderItemId } = await aDelivered();

    const codes = await Promise.all(
      [1, 2, 3].map(async () => (await requestReturn(ada, id, [{ orderItemId }])).statusCode),
    );

    expect(codes.toSorted()).toEqual([200, 409, 409]);
  });

  test('a request that is sent twice with one key stores one return', async () => {
    const { ada, id, orderItemId } = await aDelivered({ quantity: 2 });
    const key = randomUUID();

    const [first, second] = await Promise.all([
      requestReturn(ada, id, [{ orderItemId }], key),
      requestReturn(ada, id, [{ orderItemId }], key),
    ]);

    expect([first?.statusCode, second?.statusCode]).toEqual([200, 200]);
    expect((await returnOptions(ada, id)).returns).toHaveLength(1);
    expect(await emailsOf(id)).toEqual(['requested']);
  });
});

describe('an exchange', () => {
  test('reserves the other size until the return is cancelled', async () => {
    const { ada, id, orderItemId, larger } = await aDelivered();

    await requestReturn(ada, id, [{ orderItemId, reason: 'too_small', outcome: 'exchange', variantId: larger }]);
    const { id: returnId, lines } = await newest(ada, id);
    expect(lines).toMatchObject([{ outcome: 'exchange', exchange: { variantId: larger, options: { Size: '3' } } }]);
    expect(await unitsOf(shop, larger)).toEqual({ available: 4, reserved: 1, sold: 0, received: 5 });

    const cancelled = await ada.post(`/api/orders/${id}/returns/${returnId}/cancellation`, undefined, keyed());
    expect(cancelled.json()).toMatchObject({ returns: [{ id: returnId, status: 'cancelled' }], blocked: null });
    expect(await unitsOf(shop, larger)).toEqual({ available: 5, reserved: 0, sold: 0, received: 5 });
  });

  test('of a size that is sold out is rejected, and stores nothing', async () => {
    const { ada, id, orderItemId, soldOut } = await aDelivered();

    const response = await requestReturn(ada, id, [{ orderItemId, outcome: 'exchange', variantId: soldOut }]);

    expect(response.json()).toMatchObject({ status: 409, code: 'size_sold_out' });
    expect((await returnOptions(ada, id)).returns).toEqual([]);
    expect(await emailsOf(id)).toEqual([]);
  });

  test('for another product, or a size at another price, is rejected', async () => {
    const { ada, id, orderItemId, larger } = await aDelivered();
    const other = await aVariant(shop);
    await sql.query('update variants set price_difference_cents = 500 where id = $1', [larger]);

    for (const variantId of [other.variantId, larger])
      expect((await requestReturn(ada, id, [{ orderItemId, outcome: 'exchange', variantId }])).json()).toMatchObject({
        code: 'items_not_returnable',
      });
    expect((await requestReturn(ada, id, [{ orderItemId, outcome: 'exchange' }])).statusCode).toBe(422);
  });

  test('is shipped when the item came back, which completes the return without a refund', async () => {
    const order = await aDelivered();
    const { ada, grace, id, variantId, larger } = order;
    const { returnId, lineId } = await anAuthorized(order, { outcome: 'exchange', variantId: larger });

    expect((await takeStep(grace, returnId, 'exchange', {})).json()).toMatchObject({ code: 'return_status_conflict' });
    expect((await receive(grace, returnId, lineId, 1)).statusCode).toBe(200);
    expect(await unitsOf(shop, variantId)).toEqual({ available: 5, reserved: 0, sold: 0, received: 5 });
    expect((await takeStep(grace, returnId, 'refund')).json()).toMatchObject({ code: 'nothing_to_refund' });
    const shipped = await takeStep(grace, returnId, 'exchange', {
      carrier: 'UPS',
      trackingNumber: '1Z999AA10123456784',
    });

    expect(shipped.statusCode).toBe(200);
    expect(await newest(ada, id)).toMatchObject({
      status: 'completed',
      refund: 0,
      exchangeShipment: { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' },
    });
    expect(await unitsOf(shop, larger)).toEqual({ available: 4, reserved: 0, sold: 1, received: 5 });
    expect(await emailsOf(id)).toEqual(['requested', 'authorized', 'received', 'exchange_shipped']);
    expect((await takeStep(grace, returnId, 'exchange', {})).statusCode).toBe(409);
  });

  test('that did not arrive with the other items is not promised by the email, which lists what came', async () => {
    const { ada, grace, variantId, smaller, larger } = await aDelivered();
    const bought = [
      { variantId, quantity: 2 },
      { variantId: smaller, quantity: 1 },
    ];
    const { id } = await anOrder(db, { of: ada, items: bought, status: 'delivered' });
    const idOf = (size: string) =>
      items.find(({ options }) => Object.values(options).includes(size))?.orderItemId ?? '';
    const { items } = await returnOptions(ada, id);
    await requestReturn(ada, id, [
      { orderItemId: idOf('1'), quantity: 2 },
      { orderItemId: idOf('0'), outcome: 'exchange', variantId: larger },
    ]);
    const { id: returnId, lines } = await newest(ada, id);
    await takeStep(grace, returnId, 'decision', { decision: 'authorized' });
    const refunded = lines.find(({ outcome }) => outcome === 'refund')?.id ?? '';

    await receive(grace, returnId, refunded, 0, 1);

    const { rows } = await sql.query(
      `select payload -> 'items' as items, payload -> 'outcomes' as outcomes
         from email_messages where order_id = $1 and payload ->> 'event' = 'received'`,
      [id],
    );
    expect(rows).toEqual([{ items: ['1 × Dress, 1'], outcomes: ['refund'] }]);
  });

  test('of units that did not come back is not shipped, and they can be returned again', async () => {
    const order = await aDelivered({ quantity: 3 });
    const { ada, grace, id, larger } = order;
    const { returnId, lineId } = await anAuthorized(order, { quantity: 3, outcome: 'exchange', variantId: larger });

    await receive(grace, returnId, lineId, 1);
    expect(await unitsOf(shop, larger)).toMatchObject({ available: 4, reserved: 1 });
    await takeStep(grace, returnId, 'exchange', {});

    expect(await returnOptions(ada, id)).toMatchObject({
      items: [{ returnable: 2 }],
      returns: [{ status: 'completed' }],
    });
  });
});

describe('a return that ends early', () => {
  test('declined: says why, and reserves nothing', async () => {
    const { ada, grace, id, orderItemId, larger } = await aDelivered();
    await requestReturn(ada, id, [{ orderItemId, outcome: 'exchange', variantId: larger }]);
    const { id: returnId } = await newest(ada, id);

    expect((await takeStep(grace, returnId, 'decision', { decision: 'declined', reason: ' ' })).statusCode).toBe(422);
    await takeStep(grace, returnId, 'decision', { decision: 'declined', reason: 'It was worn.' });

    expect(await newest(ada, id)).toMatchObject({ status: 'declined', declineReason: 'It was worn.' });
    expect(await unitsOf(shop, larger)).toMatchObject({ available: 5, reserved: 0 });
    expect(await emailsOf(id)).toEqual(['requested', 'declined']);
  });

  test('expired: an authorized return that was not sent in time', async () => {
    const order = await aDelivered();
    const { ada, id, larger } = order;
    const { returnId } = await anAuthorized(order, { outcome: 'exchange', variantId: larger });
    await expireAll();
    expect(await newest(ada, id)).toMatchObject({ status: 'authorized' });

    await overdue(returnId);
    await expireAll();
    await expireAll();

    expect(await newest(ada, id)).toMatchObject({ status: 'expired' });
    expect(await unitsOf(shop, larger)).toMatchObject({ available: 5, reserved: 0 });
    expect(await emailsOf(id)).toEqual(['requested', 'authorized', 'expired']);
  });

  test('one return that cannot be closed blocks no other, is reported, and is tried again', async () => {
    const broken = await aDelivered();
    const { returnId } = await anAuthorized(broken, { outcome: 'exchange', variantId: broken.larger });
    const next = await aDelivered();
    const { returnId: nextId } = await anAuthorized(next, {});
    for (const id of [returnId, nextId]) await overdue(id);
    const breakIt = (by: number) =>
      sql.query('update stock set reserved = reserved - $2, available = available + $2 where variant_id = $1', [
        broken.larger,
        by,
      ]);
    await breakIt(1);
    const failures: string[] = [];

    const failed = await expireReturns(db, (_error, id) => failures.push(id));
    const after = [await newest(broken.ada, broken.id), await newest(next.ada, next.id)];
    await breakIt(-1);
    await expireAll();

    expect([failed, failures]).toEqual([1, [returnId]]);
    expect(after).toMatchObject([{ status: 'authorized' }, { status: 'expired' }]);
    expect(await newest(broken.ada, broken.id)).toMatchObject({ status: 'expired' });
  });

  test('a received return cannot be cancelled', async () => {
    const order = await aDelivered();
    const { ada, grace, id } = order;
    const { returnId, lineId } = await anAuthorized(order, {});
    await receive(grace, returnId, lineId, 1);

    const response = await ada.post(`/api/orders/${id}/returns/${returnId}/cancellation`, undefined, keyed());

    expect(response.json()).toMatchObject({ code: 'return_not_cancellable' });
  });
});

describe('a parcel that arrives after its return has expired', () => {
  async function anExpired(line: Partial<Parameters<typeof requestReturn>[2][number]>, quantity = 1) {
    const order = await aDelivered({ quantity });
    const variantId = line.outcome === 'exchange' ? order.larger : undefined;
    const authorized = await anAuthorized(order, { ...line, quantity, variantId });
    await overdue(authorized.returnId);
    await expireAll();
    // Long after its days of return.
    await deliveredDaysAgo(order.id, 40);
    return { ...order, ...authorized };
  }

  test('is received and refunded', async () => {
    const { ada, grace, id, returnId, lineId, variantId } = await anExpired({});

    const received = await receive(grace, returnId, lineId, 1);
    const refunded = await takeStep(grace, returnId, 'refund');

    expect([received.statusCode, refunded.statusCode]).toEqual([200, 200]);
    expect(await newest(ada, id)).toMatchObject({ status: 'completed', lines: [{ restocked: 1 }] });
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 5, sold: 0 });
  });

  test('is exchanged for the size that was reserved, if it is in stock', async () => {
    const { ada, grace, id, returnId, lineId, larger } = await anExpired({ outcome: 'exchange' });

    const received = await receive(grace, returnId, lineId, 1);

    expect(received.statusCode).toBe(200);
    expect(await newest(ada, id)).toMatchObject({ status: 'received', lines: [{ outcome: 'exchange' }] });
    expect(await unitsOf(shop, larger)).toMatchObject({ available: 4, reserved: 1 });
  });

  test('is refunded if the size is sold out by now, and the email says so', async () => {
    const { ada, grace, id, returnId, lineId, larger } = await anExpired({ outcome: 'exchange' }, 2);
    // One is left, two came back.
    await sql.query('update stock set available = 1, received = 1 where variant_id = $1', [larger]);

    const received = await takeStep(grace, returnId, 'receipt', {
      lines: [{ id: lineId, restocked: 1, writtenOff: 1 }],
    });

    expect(received.statusCode).toBe(200);
    expect(await newest(ada, id)).toMatchObject({ status: 'received', lines: [{ outcome: 'refund', exchange: null }] });
    expect(await unitsOf(shop, larger)).toMatchObject({ available: 1, reserved: 0 });
    const { rows } = await sql.query(
      `select payload -> 'items' as items from email_messages where order_id = $1 and payload ->> 'event' = 'received'`,
      [id],
    );
    expect(rows).toEqual([{ items: ['2 × Dress, 1'] }]);
    expect((await takeStep(grace, returnId, 'refund')).statusCode).toBe(200);
  });

  test('is rejected while its units are in another return, which has to be received instead', async () => {
    const order = await aDelivered();
    const { ada, grace, id, orderItemId } = order;
    const { returnId, lineId } = await anAuthorized(order, {});
    await overdue(returnId);
    await expireAll();
    await requestReturn(ada, id, [{ orderItemId }]);

    const response = await receive(grace, returnId, lineId, 1);

    expect(response.json()).toMatchObject({ status: 409, code: 'items_not_returnable' });
    expect((await newest(ada, id)).status).toBe('requested');
  });

  test('is rejected once the order is no longer delivered', async () => {
    const { grace, id, returnId, lineId } = await anExpired({});
    await grace.put(`/api/orders/${id}/status`, { status: 'cancelled', returnToStock: true }, keyed());

    expect((await receive(grace, returnId, lineId, 1)).json()).toMatchObject({
      status: 409,
      code: 'return_not_allowed',
    });
  });

  test.each(['declined', 'cancelled'])('of a return that was %s is not received', async (end) => {
    const order = await aDelivered();
    const { ada, grace, id, orderItemId } = order;
    await requestReturn(ada, id, [{ orderItemId }]);
    const { id: returnId, lines } = await newest(ada, id);
    if (end === 'cancelled') await ada.post(`/api/orders/${id}/returns/${returnId}/cancellation`, undefined, keyed());
    else await takeStep(grace, returnId, 'decision', { decision: 'declined', reason: 'Worn' });

    const response = await receive(grace, returnId, lines[0]?.id ?? '', 1);

    expect(response.json()).toMatchObject({ code: 'return_status_conflict' });
  });
});
