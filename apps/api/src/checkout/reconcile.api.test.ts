import { randomUUID } from 'node:crypto';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { minor } from '@shop/contracts/common/money';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { receiveMessage } from '#payments/service.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { runQueuedJobs } from '#test/jobs.ts';
import { compareWithProvider } from './reconcile.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { sql, sandbox, work } = shop;
afterEach(() => sandbox.recover());

const aCustomer = async () => {
  const { variantId } = await aVariant(shop, { price: 100 });
  return { ada: await aCustomerWithCart(shop, [{ variantId }]) };
};
async function reconcile() {
  await sql.query('update checkouts set reconcile_at = now() where reconcile_at is not null');
  await sql.query("select graphile_worker.add_job('reconcile_checkouts')");
  await work();
}

describe('after lost webhooks and provider errors', () => {
  test('a payment reported by neither page nor webhook is found by reconciliation', async () => {
    await sandbox.failWebhooks({ do: 'drop' });
    const { ada } = await aCustomer();
    const { checkoutId, order } = startedCheckout(await ada.start());
    await sandbox.pay(order.id);

    await reconcile();
    await reconcile();

    expect((await ada.get(`/api/checkouts/${checkoutId}`)).json()).toMatchObject({ status: 'completed' });
    const { rows } = await sql.query('select from orders where user_id = $1', [ada.id]);
    expect(rows).toHaveLength(1);
  });

  test('a payment verified during a provider outage is finalized by reconciliation', async () => {
    await sandbox.failWebhooks({ do: 'drop' });
    const { ada } = await aCustomer();
    const { checkoutId, order } = startedCheckout(await ada.start());
    const { verification } = await sandbox.pay(order.id);
    await sandbox.fail({ on: 'GET /v1/payments/:id', times: 1, do: 'status', status: 503 });

    const early = await ada.verify(verification);

    expect(early.statusCode).toBe(503);
    expect(early.json().message).toBe(checkoutMessages.confirming);
    await reconcile();
    expect((await ada.get(`/api/checkouts/${checkoutId}`)).json()).toMatchObject({ status: 'completed' });
    // Once it is finalized, verification does not call the provider.
    await sandbox.fail({ on: 'GET /v1/payments/:id', times: 1, do: 'status', status: 503 });
    expect((await ada.verify(verification)).statusCode).toBe(200);
  });

  test('a webhook is retried until the provider is available', async () => {
    const { ada } = await aCustomer();
    const { order } = startedCheckout(await ada.start());
    await sandbox.fail({ on: 'GET /v1/payments/:id', times: 3, do: 'status', status: 500 });
    await sandbox.pay(order.id);
    await vi.waitUntil(
      async () => (await sql.query('select from webhook_inbox where processed_at is null')).rowCount === 3,
      { timeout: 30_000 },
    );

    await work();
    const { rows } = await sql.query('select last_error from webhook_inbox where processed_at is null');
    expect(rows[0].last_error).toContain('ProviderUnavailable');
    await runQueuedJobs(shop);

    expect((await sql.query('select from webhook_inbox where processed_at is null')).rowCount).toBe(0);
    expect((await sql.query('select from orders where user_id = $1', [ada.id])).rowCount).toBe(1);
  });

  test('a webhook for a payment unknown to the provider is recorded as a difference and processed', async () => {
    const entity = { id: 'pay_nowhere', order_id: 'order_nowhere', amount: 1, currency: 'INR', status: 'captured' };
    const message = { event: 'payment.captured', created_at: 1, payload: { payment: { entity } } };
    await receiveMessage(shop.db, 'event_nowhere', message);

    await work();

    const { rows } = await sql.query("select kind from reconciliation_differences where reference = 'pay_nowhere'");
    expect(rows).toEqual([{ kind: 'not_at_provider' }]);
    expect((await sql.query('select from webhook_inbox where processed_at is null')).rowCount).toBe(0);
  });

  test('an authorized payment whose capture fails is captured by reconciliation', async () => {
    await sandbox.failWebhooks({ do: 'drop' });
    const { ada } = await aCustomer();
    const { order } = startedCheckout(await ada.start());
    const { verification } = await sandbox.pay(order.id, { outcome: 'authorized' });
    await sandbox.fail({ on: 'POST /v1/payments/:id/capture', times: 1, do: 'status', status: 500 });

    const early = await ada.verify(verification);

    expect([early.statusCode, early.json().message]).toEqual([503, checkoutMessages.confirming]);
    await reconcile();
    expect((await ada.verify(verification)).statusCode).toBe(200);
  });

  test('a refund whose response was lost is made once', async () => {
    await sandbox.failWebhooks({ do: 'drop' });
    const { ada } = await aCustomer();
    const { order } = startedCheckout(await ada.start());
    const { orderId } = (await ada.verify((await sandbox.pay(order.id)).verification)).json();
    await sandbox.fail({ on: 'POST /v1/payments/:id/refund', times: 1, do: 'lose-response' });
    await ada.post(`/api/orders/${orderId}/cancellation`, undefined, { 'idempotency-key': randomUUID() });

    await work();
    await runQueuedJobs(shop);

    const { rows } = await sql.query(
      'select r.status, p.status as payment from refunds r join payments p on p.id = r.payment_id where p.order_id = $1',
      [orderId],
    );
    expect(rows).toEqual([{ status: 'processed', payment: 'refunded' }]);
    const processed = (await sandbox.ledgerEntries('refund.processed')).filter(
      ({ payment }) => payment?.order_id === order.id,
    );
    expect(processed).toHaveLength(1);
  });
});

describe('the daily reconciliation', () => {
  const differences = async (reference: string) =>
    (
      await sql.query(
        'select kind from reconciliation_differences where reference = $1 and resolved_at is null order by kind',
        [reference],
      )
    ).rows.map(({ kind }) => kind);
  const inTwoHours = () => Date.now() + 7_200_000;
  const compare = () => compareWithProvider(shop, inTwoHours());

  test('ignores payments younger than an hour', async () => {
    await sandbox.failWebhooks({ do: 'drop' });
    const { ada } = await aCustomer();
    const { order } = startedCheckout(await ada.start());
    const { payment } = await sandbox.pay(order.id);

    await sql.query("select graphile_worker.add_job('compare_payments')");
    await work();

    expect(await differences(payment.id)).toEqual([]);
    await reconcile();
  });

  test('records a missed payment as a difference and finalizes it', async () => {
    await sandbox.failWebhooks({ do: 'drop' });
    const { ada } = await aCustomer();
    const { order } = startedCheckout(await ada.start());
    await ada.verify((await sandbox.pay(order.id)).verification);
    const { payment: surplus } = await sandbox.pay(order.id, { surplus: true });

    await compare();
    await work();

    expect(await differences(surplus.id)).toEqual(['missed']);
    expect(await sandbox.ledgerEntries('refund.processed')).toContainEqual(
      expect.objectContaining({ refund: expect.objectContaining({ payment_id: surplus.id }) }),
    );
    await compare();
    expect(await differences(surplus.id)).toEqual(['missed']);
  });

  test('records payments of unknown orders, and our payments that are unknown to the provider', async () => {
    const strange = await shop.provider.openOrder({
      receipt: randomUUID(),
      amountMinor: minor(5_000),
      currency: 'INR',
      requestedBefore: false,
    });
    await sandbox.failWebhooks({ do: 'drop' });
    const { payment } = await sandbox.pay(strange.id);
    const { ada } = await aCustomer();
    const { order } = startedCheckout(await ada.start());
    await ada.verify((await sandbox.pay(order.id)).verification);
    const unknown = `pay_${randomUUID()}`;
    await sql.query('update payments set provider_payment_id = $2 where provider_order_id = $1', [order.id, unknown]);

    await compare();

    expect(await differences(payment.id)).toEqual(['unknown_order']);
    expect(await differences(unknown)).toEqual(['not_at_provider']);
  });
});
