import { randomUUID } from 'node:crypto';
import { MenuCounts } from '@shop/contracts/admin/menu-schema';
import { Dashboard } from '@shop/contracts/analytics/dashboard-schema';
import { minor } from '@shop/contracts/common/money';
import { effectSentence } from '@shop/contracts/effects/messages';
import { DryRun } from '@shop/contracts/effects/schema';
import { PaymentDifference } from '@shop/contracts/payments/admin-schema';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compareWithProvider } from '#checkout/reconcile.ts';
import { createStoreWithPayments } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { runQueuedJobs } from '#test/jobs.ts';
import { receiveMessage } from './service.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { sql, sandbox, anAdmin, work } = shop;
const owner = await anAdmin();
type Staff = typeof owner;

beforeEach(() => sandbox.failWebhooks({ do: 'drop' }));
afterEach(async () => {
  await sandbox.recover();
  await resolveAll();
});

/** Afterwards the sample payments, which the provider does not have, are listed and resolved. */
beforeAll(async () => {
  await compare();
  await resolveAll();
});
const resolveAll = () =>
  sql.query('update reconciliation_differences set resolved_at = now() where resolved_at is null');
const compare = () => compareWithProvider(shop, Date.now() + 7_200_000);

/** Paid at the provider for an order that this store did not open. */
async function payElsewhere({ amountMinor = 123_400, currency = 'INR', outcome = 'success' as Outcome } = {}) {
  const order = await shop.provider.openOrder({
    receipt: randomUUID(),
    amountMinor: minor(amountMinor),
    currency,
    requestedBefore: false,
  });
  return (await sandbox.pay(order.id, { outcome })).payment;
}
type Outcome = 'success' | 'failure' | 'authorized';

async function anUnknownPayment(of: { amountMinor?: number; currency?: string } = {}) {
  const payment = await payElsewhere(of);
  await compare();
  return payment;
}

const receiveWebhookAbout = async (id: string) => {
  const entity = { id, amount: 1, currency: 'INR', status: 'authorized' };
  const message = { event: 'payment.authorized', created_at: 1, payload: { payment: { entity } } };
  await receiveMessage(shop.db, randomUUID(), message);
  await work();
};

const listed = async () => PaymentDifference.array().parse((await owner.get('/api/admin/payment-differences')).json());
async function listedOf(paymentId: string) {
  const rows = (await listed()).filter(({ payment, reference }) => (payment?.reference ?? reference) === paymentId);
  return rows.map(({ id, kind, payment }) => ({
    id,
    kind,
    paymentId: payment?.id ?? '',
    canRefund: payment?.canRefund,
  }));
}
async function theOne(paymentId: string) {
  const [row, ...others] = await listedOf(paymentId);
  if (!row || others.length > 0)
    throw new Error(`Payment ${paymentId} is listed ${others.length + (row ? 1 : 0)} times.`);
  return row;
}
const refund = (staff: Staff, { id, paymentId }: { id: string; paymentId: string }, path = '') =>
  staff.post(`/api/admin/payments/${paymentId}/refund${path}`, { differenceId: id });
const refundsAtProvider = async (paymentId: string) =>
  (await sandbox.ledgerEntries('refund.processed')).filter(({ refund: made }) => made?.payment_id === paymentId);

async function shownCounts() {
  const { attention, paymentsToday } = Dashboard.parse((await owner.get('/api/admin/dashboard')).json());
  const { paymentProblems } = MenuCounts.parse((await owner.get('/api/admin/menu-counts')).json());
  return {
    tile: attention.find(({ to }) => to === 'paymentProblems')?.count,
    panel: paymentsToday?.differences,
    menu: paymentProblems,
    list: (await listed()).length,
  };
}
const all = (count: number) => ({ tile: count, panel: count, menu: count, list: count });
async function sumsOf(currency: string) {
  const { paymentsToday } = Dashboard.parse((await owner.get('/api/admin/dashboard')).json());
  const sums = paymentsToday?.sums.find((entry) => entry.currency === currency);
  return { ours: sums?.oursMinor ?? 0, provider: sums?.providerMinor ?? 0 };
}

describe('a payment that belongs to no checkout', () => {
  test('is listed once, however often it is reported, with one count in tile, panel, menu and list', async () => {
    const before = await shownCounts();

    const { id } = await payElsewhere();
    await Promise.all([compare(), compare()]);
    await compare();

    expect(before).toEqual(all(0));
    expect(await shownCounts()).toEqual(all(1));
    expect(await theOne(id)).toMatchObject({ kind: 'unknown_order', canRefund: true });
    const payments = (await owner.get('/api/admin/payments')).json();
    expect(payments).toContainEqual(
      expect.objectContaining({ providerPaymentId: id, amountMinor: 123_400, customer: null, order: null }),
    );
  });

  test('is in the sum of the provider until it is decided about, also in a currency of its own', async () => {
    const before = await sumsOf('INR');
    const [kept, refunded] = [await anUnknownPayment(), await anUnknownPayment({ amountMinor: 7_000 })];
    const dollars = await anUnknownPayment({ amountMinor: 500, currency: 'USD' });

    const open = { INR: await sumsOf('INR'), USD: await sumsOf('USD') };
    await owner.post(`/api/admin/payment-differences/${(await theOne(kept.id)).id}/resolution`);
    await refund(owner, await theOne(refunded.id));
    await refund(owner, await theOne(dollars.id));

    expect(open.INR).toEqual({ ours: before.ours, provider: before.provider + 130_400 });
    expect(open.USD).toEqual({ ours: 0, provider: 500 });
    expect(await sumsOf('INR')).toEqual({ ours: before.ours + 130_400, provider: before.provider + 130_400 });
    expect(await sumsOf('USD')).toEqual({ ours: 500, provider: 500 });
    expect(await shownCounts()).toEqual(all(0));
  });

  test('is not recorded before the store has received it', async () => {
    const failed = await payElsewhere({ outcome: 'failure' });
    const authorized = await payElsewhere({ outcome: 'authorized' });

    for (const { id } of [failed, authorized]) await receiveWebhookAbout(id);
    await compare();

    expect(await listedOf(failed.id)).toEqual([]);
    expect(await listedOf(authorized.id)).toEqual([]);
  });
});

describe('the refund of a payment that belongs to no checkout', () => {
  test('says what it does, is made once for two people at once, and ends the difference', async () => {
    const { id } = await anUnknownPayment();
    const row = await theOne(id);
    const other = await anAdmin();

    const preview = DryRun.parse((await refund(owner, row, '/dry-run')).json());
    const responses = await Promise.all([refund(owner, row), refund(other, row)]);
    const requested = await shownCounts();
    await work();

    expect(effectSentence(preview.effects)).toBe('₹1,234.00 is refunded.');
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409]);
    expect(requested).toEqual(all(0));
    expect(await refundsAtProvider(id)).toHaveLength(1);
    const { rows } = await sql.query(
      `select p.status, r.status as refund, r.amount_minor::int as amount
         from payments p join refunds r on r.payment_id = p.id where p.provider_payment_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ status: 'refunded', refund: 'processed', amount: 123_400 }]);
    await compare();
    expect(await listedOf(id)).toEqual([]);
  });

  test('is made once if the response of the provider is lost', async () => {
    const { id } = await anUnknownPayment();
    await refund(owner, await theOne(id));
    await sandbox.fail({ on: 'POST /v1/payments/:id/refund', times: 1, do: 'lose-response' });

    await work();
    await runQueuedJobs(shop);

    expect(await refundsAtProvider(id)).toHaveLength(1);
    expect(await listedOf(id)).toEqual([]);
  });

  test.each(['refunds', 'payments', 'reconciliation_differences', 'graphile_worker._private_jobs', 'audit_log'])(
    'leaves nothing behind if it ends at its write to %s, and can be repeated',
    async (table) => {
      const { id } = await anUnknownPayment();
      const row = await theOne(id);
      await sql.query(
        `create function end_here() returns trigger language plpgsql as $$ begin raise 'The process ends here.'; end $$;
         create trigger end_here after insert or update on ${table} for each row execute function end_here()`,
      );

      const interrupted = await refund(owner, row);
      await sql.query('drop function end_here cascade');
      await work();

      expect(interrupted.statusCode).toBe(500);
      expect(await refundsAtProvider(id)).toEqual([]);
      expect(await theOne(id)).toEqual(row);
      expect((await refund(owner, row)).statusCode).toBe(204);
      await work();
      expect(await refundsAtProvider(id)).toHaveLength(1);
    },
  );

  test('that was already made at the provider is recorded, not repeated', async () => {
    const { id } = await anUnknownPayment();
    const row = await theOne(id);
    await sandbox.refundOnDashboard(id);

    const response = await refund(owner, row);
    await work();

    expect(response.statusCode).toBe(204);
    expect(await refundsAtProvider(id)).toHaveLength(1);
    expect((await listedOf(id)).map(({ kind }) => kind)).toEqual(['refunded_elsewhere']);
    const { rows } = await sql.query('select status from payments where provider_payment_id = $1', [id]);
    expect(rows).toEqual([{ status: 'refunded' }]);
  });

  test('made at the provider alone ends the difference', async () => {
    const { id } = await anUnknownPayment();
    await sandbox.refundOnDashboard(id);

    await compare();

    expect((await listedOf(id)).map(({ kind }) => kind)).toEqual(['refunded_elsewhere']);
  });

  test('that the provider rejects is listed instead, and can be retried', async () => {
    const { id } = await anUnknownPayment();
    await sandbox.setAccount({ balance: 0 });
    await refund(owner, await theOne(id));

    await work();
    const rejected = (await listed()).find(({ payment }) => payment?.reference === id);
    await sandbox.setAccount({ balance: null });
    const retried = await owner.post(`/api/admin/refunds/${rejected?.refund?.id}/retry`);
    await work();

    expect(rejected).toMatchObject({
      kind: 'refund_rejected',
      payment: { canRefund: false },
      refund: { canRetry: true },
    });
    expect(retried.statusCode).toBe(204);
    expect(await refundsAtProvider(id)).toHaveLength(1);
    expect(await shownCounts()).toEqual(all(0));
  });

  test('is rejected once another person has resolved the difference', async () => {
    const { id } = await anUnknownPayment();
    const row = await theOne(id);
    await owner.post(`/api/admin/payment-differences/${row.id}/resolution`);

    const response = await refund(await anAdmin(), row);

    expect([response.statusCode, response.json().code]).toEqual([409, 'difference_resolved']);
    await work();
    expect(await refundsAtProvider(id)).toEqual([]);
    await compare();
    expect(await shownCounts()).toEqual(all(0));
  });

  test('is rejected for a person who has lost the permission since the preview', async () => {
    const { id } = await anUnknownPayment();
    const row = await theOne(id);
    const manager = await anAdmin({ role: 'manager' });
    expect((await refund(manager, row, '/dry-run')).statusCode).toBe(200);
    await sql.query(`update users set role = 'read-only' where id = $1`, [manager.id]);

    const response = await refund(manager, row);
    await work();

    expect(response.statusCode).toBe(403);
    expect(await refundsAtProvider(id)).toEqual([]);
    expect(await theOne(id)).toEqual(row);
  });

  test('is in the audit log with its amount', async () => {
    const { id } = await anUnknownPayment();
    const row = await theOne(id);

    await refund(owner, row);

    const { rows } = await sql.query(
      'select action, after from audit_log where entity_id = $1 and actor_user_id = $2',
      [row.paymentId, owner.id],
    );
    expect(rows).toEqual([
      { action: 'payment.refund', after: { status: 'refunded', amountMinor: 123_400, currency: 'INR' } },
    ]);
  });
});
