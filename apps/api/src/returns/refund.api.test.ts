import { orderMessages } from '@shop/contracts/orders/messages';
import { refundOf } from '@shop/contracts/orders/refund';
import type { Order } from '@shop/contracts/orders/schema';
import type { AdminReturn } from '@shop/contracts/returns/admin-schema';
import { refundBreakdown } from '@shop/contracts/returns/refund';
import { describe, expect, test } from 'vitest';
import { anOrder, unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { keyed, requestReturn, returnOptions, takeStep } from '#test/builders/returns/a-return.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, db, sql } = shop;
await sql.query('update store_settings set payment_rate = 84');
const grace = await anAdmin();

type Terms = { method?: 'card' | 'cod'; quantity?: number; code?: string };

/** An order of a gown and a ring; the units of the gown are returned and received. */
async function aReceived(
  { method = 'card', quantity = 2, code }: Terms = {},
  received = { restocked: 1, writtenOff: 0 },
) {
  const ada = await aShopper();
  const gown = await aVariant(shop, { name: 'Gown', price: 329 });
  const ring = await aVariant(shop, { name: 'Ring', price: 149 });
  const items = [
    { variantId: gown.variantId, quantity },
    { variantId: ring.variantId, quantity: 1 },
  ];
  const order = await anOrder(db, { of: ada, items, method, discountCode: code, status: 'delivered' });
  const { items: lines } = await returnOptions(ada, order.id);
  const orderItemId = lines.find(({ name }) => name === 'Gown')?.orderItemId ?? '';
  const returnId = await authorize(ada, order.id, orderItemId, received.restocked + received.writtenOff);
  const { returns } = await returnOptions(ada, order.id);
  const lineId = returns[0]?.lines[0]?.id ?? '';
  await takeStep(grace, returnId, 'receipt', { lines: [{ id: lineId, ...received }] });
  return { ada, order, orderItemId, returnId, gown };
}

async function authorize(
  ada: Awaited<ReturnType<typeof aShopper>>,
  orderId: string,
  orderItemId: string,
  quantity: number,
) {
  await requestReturn(ada, orderId, [{ orderItemId, quantity }]);
  const { returns } = await returnOptions(ada, orderId);
  const returnId = returns[0]?.id ?? '';
  await takeStep(grace, returnId, 'decision', { decision: 'authorized' });
  return returnId;
}

const refundsOf = async (orderId: string) => {
  const { rows } = await sql.query<{ amount: number; reason: string }>(
    `select f.amount_minor::int as amount, f.reason from refunds f join payments p on p.id = f.payment_id
      where p.order_id = $1 order by f.id`,
    [orderId],
  );
  return rows;
};

test('a return refunds the price with its share of tax and discount, at the rate of the order', async () => {
  await sql.query(`insert into discount_codes (code, percent_bp) values ('RETURN15', 1500)`);
  const { ada, order, returnId } = await aReceived({ code: 'RETURN15' });

  expect((await takeStep(grace, returnId, 'refund')).statusCode).toBe(200);

  // 329.00 - 15% + 8% = 305.97 dollars, at 84 rupees each.
  expect(await refundsOf(order.id)).toEqual([{ amount: 2_570_148, reason: 'Items returned' }]);
  const { returns } = await returnOptions(ada, order.id);
  expect(returns).toMatchObject([
    { status: 'completed', refund: 2_570_148, currency: 'INR', lines: [{ refund: 2_570_148 }] },
  ]);
});

test('a refund that is requested twice, at once or later, pays once', async () => {
  const { order, returnId } = await aReceived();

  const codes = await Promise.all([1, 2, 3].map(async () => (await takeStep(grace, returnId, 'refund')).statusCode));
  const key = 'the same key';
  await takeStep(grace, returnId, 'refund', undefined, key);

  expect(codes.toSorted()).toEqual([200, 409, 409]);
  expect(await refundsOf(order.id)).toHaveLength(1);
});

test('units written off leave the stock, with a movement and its reason', async () => {
  const { gown } = await aReceived({ quantity: 3 }, { restocked: 1, writtenOff: 2 });

  expect(await unitsOf(shop, gown.variantId)).toEqual({ available: 8, reserved: 0, sold: 0, received: 8 });
  const { rows } = await sql.query('select delta::int, reason from stock_movements where variant_id = $1', [
    gown.variantId,
  ]);
  expect(rows).toEqual([{ delta: -2, reason: 'Returned, written off' }]);
});

test('more units than the return has, or lines of another return, are rejected', async () => {
  const { ada, order, orderItemId } = await aReceived();
  const returnId = await authorize(ada, order.id, orderItemId, 1);
  const { returns } = await returnOptions(ada, order.id);
  const [own, other] = returns.map(({ lines }) => lines[0]?.id ?? '');

  for (const line of [
    { id: own, restocked: 1, writtenOff: 1 },
    { id: other, restocked: 1, writtenOff: 0 },
  ])
    expect((await takeStep(grace, returnId, 'receipt', { lines: [line] })).json()).toMatchObject({
      code: 'too_many_units',
    });
  expect(
    (await takeStep(grace, returnId, 'receipt', { lines: [{ id: own, restocked: 0, writtenOff: 0 }] })).statusCode,
  ).toBe(422);
});

test('what staff refunded before reduces the refund of a return', async () => {
  const { ada, order, returnId } = await aReceived();
  const { terms } = await returnOptions(ada, order.id);
  const amount = (terms.refundable - 10_000) / 100;
  await grace.post(`/api/admin/orders/${order.id}/refunds`, { amount, reason: 'Goodwill' }, keyed());

  await takeStep(grace, returnId, 'refund');

  expect(await refundsOf(order.id)).toMatchObject([{ reason: 'Goodwill' }, { amount: 10_000 }]);
  const { rows } = await sql.query('select payment_status from orders where id = $1', [order.id]);
  expect(rows).toEqual([{ payment_status: 'refunded' }]);
  expect((await returnOptions(ada, order.id)).blocked).toBe('refunded');
});

test('a return of an order that staff refunded completely is closed without a refund', async () => {
  const { ada, order, returnId } = await aReceived();
  const { terms } = await returnOptions(ada, order.id);
  await grace.post(`/api/admin/orders/${order.id}/refunds`, { amount: terms.refundable / 100, reason: 'All' }, keyed());

  await takeStep(grace, returnId, 'refund');

  expect(await refundsOf(order.id)).toHaveLength(1);
  expect((await returnOptions(ada, order.id)).returns).toMatchObject([{ status: 'completed', refund: 0 }]);
});

test('the refund of a cash order is recorded, and the customer gets an email', async () => {
  const { ada, order, returnId } = await aReceived({ method: 'cod' });

  await takeStep(grace, returnId, 'refund');

  const { returns, terms } = await returnOptions(ada, order.id);
  expect(returns).toMatchObject([{ status: 'completed', refund: Math.round(329 * 1.08 * 8_400) }]);
  expect(terms.paidOnline).toBe(false);
  const { rows } = await sql.query<{ event: string; amount: string }>(
    `select payload ->> 'event' as event, payload ->> 'amount' as amount from email_messages
      where order_id = $1 and kind = 'return_update' order by id desc limit 1`,
    [order.id],
  );
  expect(rows).toEqual([{ event: 'refunded', amount: '$355.32' }]);
});

test('the order shows which units were refunded by returns, and not those of a refund that failed', async () => {
  const { ada, order, returnId } = await aReceived({ quantity: 3 }, { restocked: 1, writtenOff: 1 });
  const refundedUnits = async () =>
    Object.fromEntries(
      (await ada.get(`/api/orders/${order.id}`)).json<Order>().items.map(({ name, refunded }) => [name, refunded]),
    );
  const setRefunds = (status: string) =>
    sql.query(`update refunds set status = $2 where payment_id = (select id from payments where order_id = $1)`, [
      order.id,
      status,
    ]);
  expect(await refundedUnits()).toEqual({ Gown: 0, Ring: 0 });

  await takeStep(grace, returnId, 'refund');
  expect(await refundedUnits()).toEqual({ Gown: 2, Ring: 0 });

  await setRefunds('failed');
  expect(await refundedUnits()).toEqual({ Gown: 0, Ring: 0 });
  const { rows } = await sql.query(
    'select id from refunds where payment_id = (select id from payments where order_id = $1)',
    [order.id],
  );
  expect((await grace.post(`/api/admin/refunds/${rows[0]?.id}/retry`)).statusCode).toBe(204);
  expect(await refundedUnits()).toEqual({ Gown: 2, Ring: 0 });
});

test('a partial refund by staff names no units, one of the whole payment is of every unit', async () => {
  const { ada, order } = await aReceived();
  const units = async () =>
    (await ada.get(`/api/orders/${order.id}`)).json<Order>().items.map(({ refunded }) => refunded);
  const refund = (amount: number) =>
    grace.post(`/api/admin/orders/${order.id}/refunds`, { amount, reason: 'Goodwill' }, keyed());

  await refund(329);
  expect(await units()).toEqual([0, 0]);
  await refund(order.chargeMinor / 100 - 329);
  expect((await units()).toSorted()).toEqual([1, 2]);
});

test('several returns of one order refund as much as one of all their units', async () => {
  const { ada, order, orderItemId, returnId } = await aReceived({ quantity: 3 });
  await takeStep(grace, returnId, 'refund');
  for (let unit = 0; unit < 2; unit += 1) {
    const next = await authorize(ada, order.id, orderItemId, 1);
    const { returns } = await returnOptions(ada, order.id);
    await takeStep(grace, next, 'receipt', { lines: [{ id: returns[0]?.lines[0]?.id, restocked: 1, writtenOff: 0 }] });
    await takeStep(grace, next, 'refund');
  }

  const { terms, returns } = await returnOptions(ada, order.id);
  const [gown] = (await ada.get(`/api/orders/${order.id}`))
    .json()
    .items.filter(({ name }: { name: string }) => name === 'Gown');
  const whole = { ...terms, items: [gown], refundable: terms.charge.amount };
  const atOnce = refundOf(whole, { units: { [gown.id]: 3 }, shipping: false });
  expect(returns.reduce((sum, { refund }) => sum + refund, 0)).toBe(atOnce);
});

describe('a refund that is too small for the payment provider', () => {
  /** Two units of which each is owed less than the provider's minimum, one after the other. */
  async function aSmallReturn(currency: string, rate: number, price: number) {
    await sql.query('update store_settings set payment_currency = $1, payment_rate = $2', [currency, rate]);
    const ada = await aShopper();
    const { variantId } = await aVariant(shop, { price });
    const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 2 }], status: 'delivered' });
    await sql.query(`update store_settings set payment_currency = 'INR', payment_rate = 84`);
    const orderItemId = (await returnOptions(ada, id)).items[0]?.orderItemId ?? '';
    return {
      ada,
      id,
      async receive() {
        const returnId = await authorize(ada, id, orderItemId, 1);
        const lineId = (await returnOptions(ada, id)).returns[0]?.lines[0]?.id;
        await takeStep(grace, returnId, 'receipt', { lines: [{ id: lineId, restocked: 1, writtenOff: 0 }] });
        return returnId;
      },
    };
  }

  test.each([
    ['KWD', 0.307, 2.95, 980],
    ['INR', 1, 0.8, 87],
    ['JPY', 0.01, 30, undefined],
  ])('in %s at %d is paid by other means, and recorded as refunded', async (currency, rate, price, minor) => {
    const { ada, id, receive } = await aSmallReturn(currency, rate, price);
    const returnId = await receive();
    const { terms, lines } = (await grace.get(`/api/admin/returns/${returnId}`)).json<AdminReturn>();
    const shown = refundBreakdown(terms, [{ price: lines[0]?.price ?? 0, quantity: 1 }]);
    if (minor === undefined) return expect(shown.minor).toBe(0);
    expect(shown).toMatchObject({ minor, isBelowMinimum: true });

    const declined = await takeStep(grace, returnId, 'refund');
    expect([declined.statusCode, declined.json().code]).toEqual([409, 'refund_too_small']);
    expect((await returnOptions(ada, id)).returns).toMatchObject([{ status: 'received', refund: 0 }]);

    expect((await takeStep(grace, returnId, 'refund', { method: 'bank_transfer' })).statusCode).toBe(200);
    expect(await refundsOf(id)).toEqual([{ amount: minor, reason: 'Items returned' }]);
    expect((await returnOptions(ada, id)).returns).toMatchObject([{ status: 'completed', refund: minor }]);
    const { rows } = await sql.query(
      `select f.status, f.method, (select count(*)::int from email_messages where order_id = $1 and kind = 'return_update'
                                      and payload ->> 'event' = 'refunded') as emails,
              (select count(*)::int from graphile_worker.jobs where key = 'refund:' || f.id) as jobs
         from refunds f join payments p on p.id = f.payment_id where p.order_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ status: 'processed', method: 'bank_transfer', emails: 1, jobs: 0 }]);
  });

  test('is owed with the next return if an earlier release closed the return without it', async () => {
    const { ada, id, receive } = await aSmallReturn('KWD', 0.307, 2.95);
    const first = await receive();
    await sql.query(
      `update returns set status = 'completed', refunded_at = clock_timestamp(), closed_at = clock_timestamp() where id = $1`,
      [first],
    );
    const second = await receive();

    expect((await takeStep(grace, second, 'refund')).statusCode).toBe(200);

    expect(await refundsOf(id)).toMatchObject([{ amount: 1_950 }]);
    expect((await returnOptions(ada, id)).returns).toMatchObject([{ refund: 1_950 }, { refund: 0 }]);
  });
});

test('an order with returned units keeps its status; declining an open return frees it', async () => {
  const { ada, order, orderItemId } = await aReceived();
  const cancel = (id: string) =>
    grace.put(`/api/orders/${id}/status`, { status: 'cancelled', returnToStock: true }, keyed());

  expect((await cancel(order.id)).json()).toMatchObject({
    code: 'order_has_returns',
    errors: [{ message: orderMessages.statusRejections.order_has_returns }],
  });

  const bought = await anOrder(db, {
    of: ada,
    items: [{ variantId: (await aVariant(shop)).variantId, quantity: 1 }],
    status: 'delivered',
  });
  const { items } = await returnOptions(ada, bought.id);
  await requestReturn(ada, bought.id, [{ orderItemId: items[0]?.orderItemId ?? orderItemId }]);
  expect((await cancel(bought.id)).statusCode).toBe(409);
  const { returns } = await returnOptions(ada, bought.id);
  await takeStep(grace, returns[0]?.id ?? '', 'decision', { decision: 'declined', reason: 'Worn' });
  expect((await cancel(bought.id)).statusCode).toBe(200);
  expect((await returnOptions(ada, bought.id)).blocked).toBe('not_delivered');
});

test('staff list returns by state and read one with its customer; a packer cannot refund', async () => {
  const [packer, { ada, order, returnId }] = [await anAdmin({ role: 'packer' }), await aReceived()];

  const list = await packer.get('/api/admin/returns?status=received');
  expect(list.json()).toContainEqual(
    expect.objectContaining({ id: returnId, orderId: order.id, status: 'received', units: 1, exchanges: 0 }),
  );
  expect((await packer.get('/api/admin/returns?status=declined')).json()).not.toContainEqual(
    expect.objectContaining({ id: returnId }),
  );
  expect((await packer.get(`/api/admin/returns/${returnId}`)).json()).toMatchObject({
    number: order.number,
    userId: ada.id,
  });
  expect((await takeStep(packer, returnId, 'refund')).statusCode).toBe(403);
  expect((await ada.get('/api/admin/returns')).statusCode).toBe(403);
});

test('the report counts the units that come back by variant and reason', async () => {
  const { gown } = await aReceived();

  const rows = (await grace.get('/api/admin/returns/reasons')).json();

  expect(rows).toContainEqual(
    expect.objectContaining({ productId: gown.productId, name: 'Gown', units: 1, reasons: { changed_mind: 1 } }),
  );
  expect((await grace.get('/api/admin/returns/reasons?from=2020-01-01&to=2020-02-01')).json()).toEqual([]);
});

test('the report is exported as CSV with a column for each reason, and only with the permission for analytics', async () => {
  const ada = await aShopper();
  const { variantId } = await aVariant(shop, { name: '=Cape, long' });
  const { rows: variants } = await sql.query('select sku from variants where id = $1', [variantId]);
  const order = await anOrder(db, { of: ada, items: [{ variantId, quantity: 3 }], status: 'delivered' });
  const orderItemId = (await returnOptions(ada, order.id)).items[0]?.orderItemId ?? '';
  await requestReturn(ada, order.id, [{ orderItemId, quantity: 2, reason: 'too_small' }]);
  await requestReturn(ada, order.id, [{ orderItemId, reason: 'damaged' }]);
  const today = new Date().toISOString().slice(0, 10);

  const response = await grace.get(`/api/admin/returns/reasons/export?from=${today}&to=${today}`);

  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toBe(`attachment; filename="return-reasons-${today}-${today}.csv"`);
  const [header, ...rows] = response.body.split('\r\n');
  expect(header).toBe('Product,Variant,SKU,Units,Too small,Too large,Not as pictured,Arrived damaged,Changed my mind');
  expect(rows).toContain(`"'=Cape, long",0,${variants[0].sku},3,2,0,0,1,0`);
  expect((await grace.get('/api/admin/returns/reasons/export?from=2020-01-01&to=2020-02-01')).body).toBe(
    `${header}\r\n`,
  );
  expect((await ada.get('/api/admin/returns/reasons/export')).statusCode).toBe(403);
});
