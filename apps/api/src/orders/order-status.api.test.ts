import { randomUUID } from 'node:crypto';
import { orderMessages, statusPhrases } from '@shop/contracts/orders/messages';
import { type Order, OrderStatus } from '@shop/contracts/orders/schema';
import { describe, expect, test } from 'vitest';
import { anOrder, discountCodeUses, unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import type { TestStore } from '#test/harness.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';
import { ALLOWED_TRANSITIONS } from './status-rules.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, guest, db, sql } = shop;
const [ada, grace] = await Promise.all([aShopper(), anAdmin()]);

type Client = Pick<TestStore['guest'], 'put'>;
const set = (who: Client, id: string, body: object, key = randomUUID()) =>
  who.put(`/api/orders/${id}/status`, body, { 'idempotency-key': key });

async function aFreshOrder(options: { units?: number; method?: 'card' | 'cod'; status?: OrderStatus } = {}) {
  const { variantId } = await aVariant(shop, { quantities: [options.units ?? 3] });
  const order = await anOrder(db, { of: ada, items: [{ variantId, quantity: 2 }], ...options });
  return { ...order, variantId };
}
const messagesOf = async (id: string) => {
  const { rows } = await sql.query(
    `select n.message from notifications n join order_status_history h on h.id = n.history_id
      where h.order_id = $1 order by h.seq`,
    [id],
  );
  return rows.map(({ message }) => message);
};

test('STATE-001 STATE-008 an admin changes an order from any of the five statuses to any other', async () => {
  expect(OrderStatus.options).toEqual(['pending', 'processing', 'shipped', 'delivered', 'cancelled']);
  for (const from of OrderStatus.options)
    for (const status of OrderStatus.options) {
      const { id } = await aFreshOrder({ status: from });
      const response = await set(grace, id, { status });
      expect(response.json(), `${from} to ${status}`).toMatchObject({ id, status });
    }
});

test('the allowed transitions are the same in the code and in the database', async () => {
  const { rows } = await sql.query('select from_status as from, to_status as to, actor from legal_transitions');
  const sorted = (steps: readonly object[]) => steps.map((step) => JSON.stringify(step)).toSorted();
  expect(sorted(ALLOWED_TRANSITIONS.map(({ from, to, actor }) => ({ from, to, actor })))).toEqual(sorted(rows));
});

test('the database rejects a status change without a history row', async () => {
  const { id } = await aFreshOrder();
  await expect(sql.query("update orders set status = 'delivered' where id = $1", [id])).rejects.toThrow('history');
});

test('STATE-011 STATE-012 STATE-013 STATE-014 each change notifies the customer with the text of its status', async () => {
  const { id, number } = await aFreshOrder({ units: 4 });
  const steps = ['processing', 'shipped', 'delivered', 'cancelled', 'pending'] as const;

  for (const status of steps) await set(grace, id, { status });

  expect(statusPhrases).toMatchObject({
    processing: 'is now being processed',
    shipped: 'has been shipped',
    delivered: 'has been delivered',
    cancelled: 'has been cancelled',
  });
  expect(await messagesOf(id)).toEqual([
    `Your order #${number} has been placed.`,
    ...steps.map((status) => `Your order #${number} ${statusPhrases[status]}.`),
  ]);
});

test('STATE-010 a shipped order gets a tracking number, TRK and 8 digits, and keeps it', async () => {
  const { id } = await aFreshOrder();

  const { trackingNumber } = (await set(grace, id, { status: 'shipped' })).json();
  await set(grace, id, { status: 'processing' });
  const again = (await set(grace, id, { status: 'shipped' })).json();

  expect(trackingNumber).toMatch(/^TRK\d{8}$/);
  expect(again.trackingNumber).toBe(trackingNumber);
});

test('setting the current status changes nothing and sends no notification', async () => {
  const { id } = await aFreshOrder();
  const before = (await grace.get(`/api/orders/${id}`)).json();

  const response = await set(grace, id, { status: 'pending' });

  expect(response.json()).toEqual(before);
  expect(await messagesOf(id)).toHaveLength(1);
});

test('CHK-030 a cash-on-delivery order is paid when it is delivered, and not before', async () => {
  const { id } = await aFreshOrder({ method: 'cod' });

  expect((await set(grace, id, { status: 'shipped' })).json()).toMatchObject({ paymentStatus: 'pending' });
  expect((await set(grace, id, { status: 'delivered' })).json()).toMatchObject({ paymentStatus: 'paid' });
});

test('a cash-on-delivery order set to delivered by mistake becomes unpaid and due again', async () => {
  const { id } = await aFreshOrder({ method: 'cod', status: 'delivered' });
  const due = async () => (await grace.get('/api/admin/orders?payment=due')).json().map((order: Order) => order.id);
  expect(await due()).not.toContain(id);

  for (const status of ['shipped', 'delivered', 'pending'])
    expect((await set(grace, id, { status })).json()).toMatchObject({
      paymentStatus: status === 'delivered' ? 'paid' : 'pending',
    });

  expect(await due()).toContain(id);
});

test('a delivered cash-on-delivery order stays paid when cancelled, and is unpaid when processed again', async () => {
  const { id } = await aFreshOrder({ method: 'cod', units: 4, status: 'delivered' });

  expect((await set(grace, id, { status: 'cancelled' })).json()).toMatchObject({ paymentStatus: 'paid' });
  expect((await set(grace, id, { status: 'processing' })).json()).toMatchObject({ paymentStatus: 'pending' });
});

describe('cancelling a shipped order', () => {
  test('refunds the payment and writes the units off, as they were not returned', async () => {
    const { id, variantId } = await aFreshOrder({ status: 'delivered' });

    const response = await set(grace, id, { status: 'cancelled' });

    expect(response.json()).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    expect(await unitsOf(shop, variantId)).toEqual({ available: 1, reserved: 0, sold: 0, received: 1 });
    const { rows } = await sql.query(
      'select delta::int, reason, actor_user_id from stock_movements where variant_id = $1',
      [variantId],
    );
    expect(rows).toEqual([{ delta: -2, reason: orderMessages.notReturned, actor_user_id: grace.id }]);
  });

  test('restocks the units when the admin confirms their return', async () => {
    const { id, variantId } = await aFreshOrder({ status: 'shipped' });

    await set(grace, id, { status: 'cancelled', returnToStock: true });

    expect(await unitsOf(shop, variantId)).toEqual({ available: 3, reserved: 0, sold: 0, received: 3 });
  });
});

describe('changing from cancelled', () => {
  test('to delivered, after a cancellation without return, restores the written-off units and takes none', async () => {
    const { id, variantId } = await aFreshOrder({ status: 'delivered' });
    await set(grace, id, { status: 'cancelled' });
    await sql.query('update stock set received = 0, available = 0 where variant_id = $1', [variantId]);

    const response = await set(grace, id, { status: 'delivered' });

    expect(response.json()).toMatchObject({ status: 'delivered' });
    expect(await unitsOf(shop, variantId)).toEqual({ available: 0, reserved: 0, sold: 2, received: 2 });
    const { rows } = await sql.query(
      'select delta::int, reason, actor_user_id from stock_movements where variant_id = $1 order by id',
      [variantId],
    );
    expect(rows).toEqual([
      { delta: -2, reason: orderMessages.notReturned, actor_user_id: grace.id },
      { delta: 2, reason: orderMessages.writeOffReversed, actor_user_id: grace.id },
    ]);
  });

  test('to processing, after a cancellation without return, takes other units from stock', async () => {
    const { id, variantId } = await aFreshOrder({ units: 5, status: 'shipped' });
    await set(grace, id, { status: 'cancelled' });

    await set(grace, id, { status: 'processing' });

    expect(await unitsOf(shop, variantId)).toEqual({ available: 1, reserved: 0, sold: 2, received: 3 });
    await set(grace, id, { status: 'cancelled' });
    await set(grace, id, { status: 'delivered' });
    expect(await unitsOf(shop, variantId)).toEqual({ available: 1, reserved: 0, sold: 2, received: 3 });
  });

  test('claims the units and the discount code again', async () => {
    const { variantId } = await aVariant(shop, { quantities: [2] });
    await sql.query("insert into discount_codes (code, percent_bp, usage_limit) values ('BACK', 500, 1)");
    const { id } = await anOrder(db, {
      of: ada,
      items: [{ variantId, quantity: 2 }],
      discountCode: 'BACK',
      status: 'cancelled',
    });

    const response = await set(grace, id, { status: 'processing' });

    expect(response.json()).toMatchObject({ status: 'processing', paymentStatus: 'refunded' });
    expect(await unitsOf(shop, variantId)).toEqual({ available: 0, reserved: 0, sold: 2, received: 2 });
    expect(await discountCodeUses(shop, 'BACK')).toBe(1);
  });

  test('STATE-009 without stock fails with an error message, and nothing changes', async () => {
    const [some, none] = await Promise.all([aVariant(shop, { quantities: [2] }), aVariant(shop, { quantities: [2] })]);
    const items = [some, none].map(({ variantId }) => ({ variantId, quantity: 2 }));
    const { id } = await anOrder(db, { of: ada, items, status: 'cancelled' });
    await anOrder(db, { of: ada, items: [{ variantId: none.variantId, quantity: 1 }] });

    const response = await set(grace, id, { status: 'pending' });

    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'no_stock',
      message: orderMessages.statusRejected,
      errors: [{ field: 'status', message: orderMessages.statusRejections.no_stock }],
    });
    expect((await grace.get(`/api/orders/${id}`)).json()).toMatchObject({ status: 'cancelled' });
    expect(await unitsOf(shop, some.variantId)).toEqual({ available: 2, reserved: 0, sold: 0, received: 2 });
  });

  test.each([
    ['for everyone', 'usage_limit'],
    ['for this customer', 'per_user_limit'],
  ])('with a discount code that is used up %s fails too', async (_whose, limit) => {
    const code = limit.toUpperCase();
    const { variantId } = await aVariant(shop, { quantities: [5] });
    await sql.query(`insert into discount_codes (code, percent_bp, ${limit}) values ($1, 500, 1)`, [code]);
    const items = [{ variantId, quantity: 1 }];
    const { id } = await anOrder(db, { of: ada, items, discountCode: code, status: 'cancelled' });
    await anOrder(db, { of: ada, items, discountCode: code });

    const response = await set(grace, id, { status: 'pending' });

    expect(response.json()).toMatchObject({
      status: 409,
      code: 'discount_code_used_up',
      message: orderMessages.statusRejected,
    });
    expect((await grace.get(`/api/orders/${id}`)).json()).toMatchObject({ status: 'cancelled' });
  });
});

describe('setting a status', () => {
  test('ROLE-008 is rejected for guests and customers, including the customer of the order', async () => {
    const { id } = await aFreshOrder();
    const eve = await aShopper();

    for (const [who, status] of [
      [guest, 401],
      [ada, 403],
      [eve, 403],
    ] as const)
      expect((await set(who, id, { status: 'delivered' })).statusCode).toBe(status);
    const headers = { cookie: ada.headers.cookie ?? '', origin: shop.config.publicOrigin, 'idempotency-key': 'sly' };
    for (const url of [
      `/api/orders/${id}/status/`,
      `/api//orders/${id}/status`,
      `/API/orders/${id}/STATUS`,
      `/api/orders/${id}/%2e/status`,
      `/api/orders/${id}%2fstatus`,
    ])
      for (const method of ['PUT', 'POST', 'PATCH', 'DELETE'] as const) {
        const { statusCode } = await shop.app.inject({ method, url, headers, payload: { status: 'delivered' } });
        expect([401, 403, 404, 405], `${method} ${url}`).toContain(statusCode);
      }
    const overridden = await shop.app.inject({
      method: 'POST',
      url: `/api/orders/${id}/status`,
      headers: { ...headers, 'x-http-method-override': 'PUT' },
      payload: { status: 'delivered' },
    });
    expect(overridden.statusCode).toBe(404);

    expect((await grace.get(`/api/orders/${id}`)).json()).toMatchObject({ status: 'pending' });
    expect(await messagesOf(id)).toHaveLength(1);
  });

  test.each([
    {},
    { status: 'paid' },
    { status: null },
    { status: ['pending'] },
    { status: 'shipped', paymentStatus: 'paid' },
    { status: 'shipped', trackingNumber: 'TRK00000000' },
    { status: 'cancelled', returnToStock: 'yes' },
  ])('is rejected with %j', async (body) => {
    const { id } = await aFreshOrder();

    expect((await set(grace, id, body)).statusCode).toBe(422);
    expect((await grace.get(`/api/orders/${id}`)).json()).toMatchObject({ status: 'pending', trackingNumber: null });
  });

  test('twice with one idempotency key is one change; an unknown order is not found', async () => {
    const { id } = await aFreshOrder();
    const key = randomUUID();

    const [first, second] = await Promise.all([
      set(grace, id, { status: 'shipped' }, key),
      set(grace, id, { status: 'shipped' }, key),
    ]);

    expect(first.body).toBe(second.body);
    expect(await messagesOf(id)).toHaveLength(2);
    expect((await set(grace, randomUUID(), { status: 'shipped' })).statusCode).toBe(404);
  });
});
