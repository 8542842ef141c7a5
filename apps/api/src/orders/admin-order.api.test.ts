import { randomUUID } from 'node:crypto';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { describe, expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { queuedJobs } from '#test/jobs.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, db, sql } = shop;
const [ada, grace, wim] = await Promise.all([aShopper(), anAdmin(), anAdmin({ name: 'Wim', role: 'packer' })]);

async function aFreshOrder(method: 'card' | 'cod' = 'card', of = ada) {
  const { variantId } = await aVariant(shop, { price: 100 });
  return anOrder(db, { of, items: [{ variantId, quantity: 2 }], discountCode: 'CRYSTAL10', method });
}
const adminOrderOf = async (id: string) => AdminOrder.parse((await grace.get(`/api/admin/orders/${id}`)).json());
const send = (path: string, body?: object, key = randomUUID(), who = grace) =>
  who.post(`/api/admin/orders/${path}`, body, { 'idempotency-key': key });
const noticesOf = async (id: string) => {
  const { rows } = await sql.query(`select message from notifications where link = $1 order by id`, [`/orders/${id}`]);
  return rows.map(({ message }) => message);
};

describe('an order in the admin panel', () => {
  test('AORD-004 shows its timeline, rates, payments and emails', async () => {
    const { id, chargeMinor, providerPaymentId } = await aFreshOrder();
    await wim.put(`/api/orders/${id}/status`, { status: 'shipped' }, { 'idempotency-key': randomUUID() });

    const adminOrder = await adminOrderOf(id);

    expect(adminOrder).toMatchObject({
      id,
      customer: 'Ada Lovelace',
      email: ada.email,
      receivesOrderEmails: true,
      taxBp: 800,
      discountBp: 1000,
      chargeRate: 1,
      refundable: chargeMinor,
      timeline: [
        { from: null, to: 'pending', by: 'customer', name: 'Ada Lovelace' },
        { from: 'pending', to: 'shipped', by: 'admin', name: 'Wim' },
      ],
      payments: [{ reference: providerPaymentId, status: 'captured', amount: chargeMinor, refunds: [] }],
      notes: [],
    });
    expect(adminOrder.emails.map(({ status }) => status)).toEqual(['queued', 'queued']);
  });

  test('shows SKU, image, options and quantity of each item', async () => {
    const { variantId, slug } = await aVariant(shop, { name: 'Bud Vase' });
    const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 2 }] });

    expect((await adminOrderOf(id)).items).toMatchObject([
      { name: 'Bud Vase', sku: `${slug}-0`, options: { Size: '0' }, quantity: 2, image: '/placeholder.svg' },
    ]);
  });

  test('is partially refunded in the list as soon as a part of its payment is refunded', async () => {
    const bob = await aShopper();
    const { id, number } = await aFreshOrder('card', bob);
    const inList = async () => (await grace.get(`/api/admin/orders?q=${number}`)).json();

    expect(await inList()).toMatchObject([{ id, paymentStatus: 'paid', partiallyRefunded: false }]);
    await send(`${id}/refunds`, { amount: 5, reason: 'A scratch' });

    expect(await inList()).toMatchObject([{ id, paymentStatus: 'paid', partiallyRefunded: true }]);
    expect((await bob.get(`/api/orders/${id}`)).json()).toMatchObject({
      paymentStatus: 'paid',
      refunds: [{ amount: 500, status: 'pending' }],
    });
  });

  test('shows that the customer has turned off order emails', async () => {
    const bob = await aShopper();
    const { id } = await aFreshOrder('card', bob);
    await bob.put('/api/user/preferences', { orderEmails: false, marketing: false });

    expect(await adminOrderOf(id)).toMatchObject({ receivesOrderEmails: false });
  });

  test('that does not exist is not found', async () => {
    expect((await grace.get(`/api/admin/orders/${randomUUID()}`)).statusCode).toBe(404);
    expect((await grace.get('/api/admin/orders/1')).statusCode).toBe(422);
  });
});

describe('notes', () => {
  test('are stored with their author, newest first, and once per idempotency key', async () => {
    const { id } = await aFreshOrder();
    const key = randomUUID();

    await send(`${id}/notes`, { body: '  =Rang twice.  ' }, key, wim);
    await send(`${id}/notes`, { body: '  =Rang twice.  ' }, key, wim);
    await send(`${id}/notes`, { body: '<script>alert(1)</script>' });

    expect((await adminOrderOf(id)).notes).toMatchObject([
      { body: '<script>alert(1)</script>', author: 'Grace Hopper' },
      { body: '=Rang twice.', author: 'Wim' },
    ]);
  });

  test('that are empty, too long or for an unknown order are rejected', async () => {
    const { id } = await aFreshOrder();

    expect((await send(`${id}/notes`, { body: ' ' })).statusCode).toBe(422);
    expect((await send(`${id}/notes`, { body: 'x'.repeat(5_001) })).statusCode).toBe(422);
    expect((await send(`${randomUUID()}/notes`, { body: 'x' })).statusCode).toBe(404);
  });
});

describe('a partial refund', () => {
  test('leaves the rest refundable, notifies the customer, and is requested from the provider once', async () => {
    const { id, chargeMinor } = await aFreshOrder();
    const key = randomUUID();

    const responses = await Promise.all([
      send(`${id}/refunds`, { amount: 20.5, reason: 'A scratch' }, key),
      send(`${id}/refunds`, { amount: 20.5, reason: 'A scratch' }, key),
    ]);

    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect(await adminOrderOf(id)).toMatchObject({
      paymentStatus: 'paid',
      refundable: chargeMinor - 2050,
      payments: [{ status: 'captured', refunds: [{ amount: 2050, reason: 'A scratch', status: 'pending' }] }],
    });
    expect((await noticesOf(id)).at(-1)).toContain('₹20.50');
    const jobs = await queuedJobs(shop);
    expect(jobs.filter(({ payload }) => payload.refundId === responses[0].json().id)).toHaveLength(1);
  });

  test('never exceeds the payment, even with concurrent requests', async () => {
    const { id, chargeMinor } = await aFreshOrder();
    const half = { amount: Math.ceil(chargeMinor * 0.6) / 100, reason: 'Late' };

    const responses = await Promise.all([1, 2, 3].map(() => send(`${id}/refunds`, half)));

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'refund_too_large',
      errors: [{ field: 'amount' }],
    });
    expect((await adminOrderOf(id)).refundable).toBe(chargeMinor - Math.round(half.amount * 100));
  });

  test('of the whole rest sets the order to refunded; cancelling it later refunds nothing twice', async () => {
    const { id, chargeMinor } = await aFreshOrder();
    await send(`${id}/refunds`, { amount: 1, reason: 'First' });
    await send(`${id}/refunds`, { amount: (chargeMinor - 100) / 100, reason: 'The rest' });

    expect(await adminOrderOf(id)).toMatchObject({ paymentStatus: 'refunded', refundable: 0 });
    const more = await send(`${id}/refunds`, { amount: 1, reason: 'More' });
    expect(more.json()).toMatchObject({ status: 409, code: 'nothing_to_refund' });
    await grace.put(`/api/orders/${id}/status`, { status: 'cancelled' }, { 'idempotency-key': randomUUID() });
    const allRefunds = (await adminOrderOf(id)).payments.flatMap(({ refunds }) => refunds);
    expect(allRefunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(chargeMinor);
  });

  test('is followed by a refund of the rest when the order is cancelled', async () => {
    const { id, chargeMinor } = await aFreshOrder();
    await send(`${id}/refunds`, { amount: 1, reason: 'First' });
    await grace.put(`/api/orders/${id}/status`, { status: 'cancelled' }, { 'idempotency-key': randomUUID() });

    const { payments } = await adminOrderOf(id);
    expect(payments[0]?.refunds.map(({ amount }) => amount)).toEqual([100, chargeMinor - 100]);
  });

  test('requires an online payment', async () => {
    const { id } = await aFreshOrder('cod');

    expect((await send(`${id}/refunds`, { amount: 1, reason: 'x' })).json()).toMatchObject({
      status: 409,
      message: adminOrderMessages.nothingToRefund,
    });
  });

  test.each([
    { amount: 0, reason: 'x' },
    { amount: -1, reason: 'x' },
    { amount: 0.001, reason: 'x' },
    { amount: '1', reason: 'x' },
    { amount: 1e12, reason: 'x' },
    { amount: 1, reason: ' ' },
    { amount: 1 },
    { amount: 1, reason: 'x', currency: 'USD' },
  ])('is rejected with %j', async (body) => {
    const { id, chargeMinor } = await aFreshOrder();

    expect((await send(`${id}/refunds`, body)).statusCode).toBe(422);
    expect((await adminOrderOf(id)).refundable).toBe(chargeMinor);
  });
});

describe('emails of an order', () => {
  test('can be resent once they were sent, once per idempotency key', async () => {
    const { id } = await aFreshOrder();
    const [email] = (await adminOrderOf(id)).emails;
    const path = `${id}/emails/${email?.id}/copies`;
    expect((await send(path)).json()).toMatchObject({ status: 409, message: adminOrderMessages.cannotResend });
    await sql.query(`update email_messages set status = 'sent' where id = $1`, [email?.id]);
    const key = randomUUID();

    await Promise.all([send(path, undefined, key), send(path, undefined, key)]);

    expect((await adminOrderOf(id)).emails.map(({ status }) => status)).toEqual(['queued', 'sent']);
  });

  test('of another order cannot be resent from this one', async () => {
    const [one, other] = [await aFreshOrder(), await aFreshOrder()];
    const [email] = (await adminOrderOf(other.id)).emails;

    expect((await send(`${one.id}/emails/${email?.id}/copies`)).statusCode).toBe(404);
  });
});

test('A31 of two concurrent changes with an expected status, the second is rejected as a conflict', async () => {
  const { id } = await aFreshOrder();
  const set = (who: typeof grace, status: string) =>
    who.put(`/api/orders/${id}/status`, { status, expectedStatus: 'pending' }, { 'idempotency-key': randomUUID() });

  const responses = await Promise.all([set(grace, 'processing'), set(wim, 'shipped')]);

  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    code: 'order_status_conflict',
  });
  expect((await adminOrderOf(id)).timeline).toHaveLength(2);
});

test('a change to the status that the order has by now is a conflict if another one was expected', async () => {
  const { id } = await aFreshOrder();
  const cancel = (more: object) =>
    grace.put(`/api/orders/${id}/status`, { status: 'cancelled', ...more }, { 'idempotency-key': randomUUID() });
  await cancel({ expectedStatus: 'pending', returnToStock: false });

  const outdated = await cancel({ expectedStatus: 'pending', returnToStock: true });

  expect(outdated.json()).toMatchObject({ status: 409, code: 'order_status_conflict' });
  expect((await cancel({ expectedStatus: 'cancelled' })).statusCode).toBe(200);
  expect((await cancel({})).statusCode).toBe(200);
});
