import { COUNTED_TO } from '@shop/contracts/analytics/constants';
import { paymentMessages } from '@shop/contracts/payments/admin-messages';
import { PAYMENTS_SHOWN } from '@shop/contracts/payments/admin-schema';
import { NO_ORDER } from '@shop/contracts/payments/constants';
import { describe, expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { sql, db, aShopper, anAdmin } = shop;
const owner = await anAdmin();
const ada = await aShopper({ name: 'Ada Lovelace' });

async function anOrderOfAda() {
  const { variantId } = await aVariant(shop);
  return anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }] });
}
/** Captured without an order: its amount is not the charge. */
async function anOrphanedPayment() {
  const { checkoutId } = await anOrderOfAda();
  const { rows } = await sql.query<{ id: string; provider_payment_id: string }>(
    `insert into payments (checkout_id, provider, provider_order_id, provider_payment_id, amount_minor, currency, rate, status)
     values ($1, 'razorpay', 'order_x', 'pay_' || gen_random_uuid(), 1234, 'INR', 1, 'captured')
     returning id, provider_payment_id`,
    [checkoutId],
  );
  return rows[0] ?? { id: '', provider_payment_id: '' };
}
const payments = async (query = '') => (await owner.get(`/api/admin/payments${query}`)).json();
const toCheck = async () => (await owner.get('/api/admin/payment-differences')).json();
const refund = (id: string) => owner.post(`/api/admin/payments/${id}/refund`);

describe('payments', () => {
  test('are listed with their orders, and those without an order are payments to check', async () => {
    const order = await anOrderOfAda();
    const orphanedPayment = await anOrphanedPayment();

    expect(await payments()).toContainEqual(
      expect.objectContaining({
        providerPaymentId: order.providerPaymentId,
        order: { id: order.id, number: order.number },
        customer: { id: ada.id, name: 'Ada Lovelace' },
      }),
    );
    expect(await toCheck()).toEqual([
      expect.objectContaining({
        id: orphanedPayment.id,
        kind: NO_ORDER,
        amountMinor: 1_234,
        order: null,
        payment: { id: orphanedPayment.id, reference: orphanedPayment.provider_payment_id, canRefund: true },
      }),
    ]);
  });

  test('sorted by date start with the oldest one', async () => {
    await anOrderOfAda();
    await anOrderOfAda();
    const ids = (list: { id: string }[]) => list.map(({ id }) => id);

    const newestFirst = ids(await payments());

    expect(newestFirst.length).toBeGreaterThan(1);
    expect(ids(await payments('?sort=date'))).toEqual(newestFirst.toReversed());
    expect(newestFirst).toEqual(newestFirst.toSorted().toReversed());
  });

  test('without an order are refunded once on concurrent requests, and the customer is notified', async () => {
    const { id } = await anOrphanedPayment();

    const responses = await Promise.all([refund(id), refund(id)]);

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409]);
    const { rows } = await sql.query('select amount_minor::int as amount from refunds where payment_id = $1', [id]);
    expect(rows).toEqual([{ amount: 1_234 }]);
    const emails = await sql.query(`select from email_messages where user_id = $1 and kind = 'payment_refunded'`, [
      ada.id,
    ]);
    expect(emails.rowCount).toBe(1);
  });

  test('are refunded once by a request that is sent twice with one idempotency key', async () => {
    const { id } = await anOrphanedPayment();
    const send = () => owner.post(`/api/admin/payments/${id}/refund`, undefined, { 'idempotency-key': id });

    const responses = [await send(), await send()];

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    expect((await sql.query('select from refunds where payment_id = $1', [id])).rowCount).toBe(1);
  });

  test('with an order cannot be refunded as orphaned', async () => {
    const { providerPaymentId } = await anOrderOfAda();
    const [paid] = (await payments()).filter(
      (payment: { providerPaymentId: string }) => payment.providerPaymentId === providerPaymentId,
    );

    const response = await refund(paid.id);

    expect([response.statusCode, response.json().message]).toEqual([409, paymentMessages.paymentNotOrphaned]);
    expect((await refund(UNKNOWN_ID)).statusCode).toBe(404);
  });
});

describe('payments to check', () => {
  test('have a reconciliation difference until it is marked as resolved', async () => {
    await sql.query(`insert into reconciliation_differences (kind, reference) values ('amount_differs', 'pay_odd')`);
    const open = async () => (await toCheck()).filter(({ kind }: { kind: string }) => kind === 'amount_differs');
    const [{ id }] = await open();

    const responses = [
      await owner.post(`/api/admin/payment-differences/${id}/resolution`),
      await owner.post(`/api/admin/payment-differences/${id}/resolution`),
    ];

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 404]);
    expect(await open()).toEqual([]);
  });

  test('have a payment without an order once, by its difference, and none once that is resolved', async () => {
    const { id, provider_payment_id: reference } = await anOrphanedPayment();
    await sql.query(`insert into reconciliation_differences (kind, reference) values ('amount_differs', $1)`, [
      reference,
    ]);
    const ofPayment = async () =>
      (await toCheck()).filter(({ payment }: { payment: { id: string } | null }) => payment?.id === id);

    const listed = await ofPayment();
    await owner.post(`/api/admin/payment-differences/${listed[0].id}/resolution`);

    expect(listed).toMatchObject([{ kind: 'amount_differs', payment: { id, canRefund: true } }]);
    expect(await ofPayment()).toEqual([]);
    // Kept for now; it can still be refunded from the list of all payments.
    expect((await refund(id)).statusCode).toBe(204);
  });

  test('come page by page, each once, differences first and the newest of each first', async () => {
    await sql.query(
      `insert into reconciliation_differences (kind, reference, found_at)
       select 'missed', 'pay_old_' || n, now() - (n % 7) * interval '1 day' from generate_series(1, 60) n`,
    );
    for (let n = 0; n < 55; n += 1) await anOrphanedPayment();
    const pages: { id: string; kind: string; foundAt: string }[][] = [];
    for (let url: string | undefined = '/api/admin/payment-differences'; url; ) {
      const response = await owner.get(url);
      pages.push(response.json());
      url = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1];
    }

    const rows = pages.flat();
    const differences = rows.filter(({ kind }) => kind !== NO_ORDER);
    const { paymentProblems } = (await owner.get('/api/admin/menu-counts')).json();
    expect(pages.map(({ length }) => length).slice(0, 2)).toEqual([PAYMENTS_SHOWN, PAYMENTS_SHOWN]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.slice(0, differences.length)).toEqual(differences);
    expect(differences.map(({ foundAt }) => foundAt)).toEqual(
      differences
        .map(({ foundAt }) => foundAt)
        .toSorted()
        .toReversed(),
    );
    expect(differences).toHaveLength(60);
    expect(rows.length).toBeGreaterThan(COUNTED_TO);
    expect(paymentProblems).toBe(COUNTED_TO + 1);
  });
});
