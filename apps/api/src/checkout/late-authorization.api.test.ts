import { orderMessages } from '@shop/contracts/orders/messages';
import { afterEach, describe, expect, test } from 'vitest';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  type CustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  waitForWebhooks,
} from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { compareWithProvider } from './reconcile.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { sql, sandbox, work } = shop;
afterEach(() => sandbox.recover());

async function aStartedCheckout() {
  const { variantId } = await aVariant(shop, { quantities: [5], price: 100 });
  const ada = await aCustomerWithCart(shop, [{ variantId }]);
  return { ada, ...startedCheckout(await ada.start()) };
}
const statusOf = async (id: string) =>
  (await sql.query('select status from checkouts where id = $1', [id])).rows[0].status;
const paymentOf = async (id: string) =>
  (await sql.query('select status, failure_reason, order_id from payments where provider_payment_id = $1', [id]))
    .rows[0];
const notificationsOf = async (ada: CustomerWithCart) =>
  (await sql.query('select title from notifications where user_id = $1 order by id', [ada.id])).rows.map(
    ({ title }) => title,
  );

describe('a payment that is authorized late, after it had failed', () => {
  test('places the order when the provider captures it', async () => {
    const { ada, order } = await aStartedCheckout();
    const { payment } = await sandbox.pay(order.id, { outcome: 'failure' });
    await waitForWebhooks(shop, order.id, 1);
    await work();
    expect(await paymentOf(payment.id)).toMatchObject({ status: 'failed' });

    const { verification } = await sandbox.authorizeLate(payment.id);
    await waitForWebhooks(shop, order.id, 4);
    await work();

    expect(await paymentOf(payment.id)).toMatchObject({ status: 'captured', failure_reason: null });
    expect((await ada.verify(verification)).statusCode).toBe(200);
    expect(await notificationsOf(ada)).toEqual([orderMessages.placedTitle]);
  });

  test('is captured by the store while its checkout is open', async () => {
    const { order, checkoutId } = await aStartedCheckout();
    const { payment } = await sandbox.pay(order.id, { outcome: 'failure' });
    await sandbox.authorizeLate(payment.id, { capture: false });
    await waitForWebhooks(shop, order.id, 2);

    await work();

    expect(await paymentOf(payment.id)).toMatchObject({ status: 'captured' });
    expect(await statusOf(checkoutId)).toBe('completed');
  });
});

describe('an authorized payment that is never captured', () => {
  /** A second payment of a paid order, which the provider refunds after days. */
  async function aVoidedPayment() {
    const { ada, order } = await aStartedCheckout();
    await ada.verify((await sandbox.pay(order.id)).verification);
    const { payment } = await sandbox.pay(order.id, { outcome: 'created', surplus: true });
    await sandbox.authorizeLate(payment.id);
    await waitForWebhooks(shop, order.id, 4);
    await work();
    expect(await paymentOf(payment.id)).toMatchObject({ status: 'authorized' });
    return { ada, order, payment };
  }
  async function expectNothingToResolve({ ada, payment }: Awaited<ReturnType<typeof aVoidedPayment>>) {
    expect(await paymentOf(payment.id)).toMatchObject({ status: 'failed', order_id: null });
    const owner = await shop.anAdmin();
    expect((await owner.get('/api/admin/payment-differences')).body).not.toContain(payment.id);
    const { rows } = await sql.query('select id from payments where provider_payment_id = $1', [payment.id]);
    expect((await owner.post(`/api/admin/payments/${rows[0].id}/refund`)).statusCode).toBe(409);
    expect(await notificationsOf(ada)).toEqual([orderMessages.placedTitle]);
    expect((await sql.query('select from refunds where payment_id = $1', [rows[0].id])).rowCount).toBe(0);
  }

  test('is recorded as failed when the provider refunds it by itself, with nothing to resolve', async () => {
    const voided = await aVoidedPayment();

    await sandbox.refundUncaptured(voided.payment.id);
    await waitForWebhooks(shop, voided.order.id, 6);
    await work();

    await expectNothingToResolve(voided);
  });

  test('is no difference at reconciliation when its webhooks are lost', async () => {
    const voided = await aVoidedPayment();
    await sandbox.failWebhooks({ do: 'drop' });
    await sandbox.refundUncaptured(voided.payment.id);

    await compareWithProvider(shop, Date.now() + 7_200_000);

    await expectNothingToResolve(voided);
  });

  test('is no difference at reconciliation when it was not recorded before', async () => {
    await sandbox.failWebhooks({ do: 'drop' });
    const { ada, order } = await aStartedCheckout();
    const { payment } = await sandbox.pay(order.id, { outcome: 'authorized' });
    await sandbox.refundUncaptured(payment.id);

    await compareWithProvider(shop, Date.now() + 7_200_000);
    await sql.query("select graphile_worker.add_job('reconcile_checkouts')");
    await work();

    const owner = await shop.anAdmin();
    const differences = await owner.get('/api/admin/payment-differences');
    expect(differences.body).not.toContain(payment.id);
    expect(await notificationsOf(ada)).toEqual([]);
  });
});
