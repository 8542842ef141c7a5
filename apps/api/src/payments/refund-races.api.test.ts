import { expect, test, vi } from 'vitest';
import { anonymizeUser } from '#identity/account/erase-queries.ts';
import { lockUser } from '#identity/user-queries.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { db, sql, sandbox, work } = shop;

const isWaitingForALock = async () =>
  (
    await sql.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
    )
  ).rowCount === 1;

test('STATE-006 cancelling a paid order refunds its payment through the provider, in full and once', async () => {
  const { variantId } = await aVariant(shop);
  const ada = await aCustomerWithCart(shop, [{ variantId }]);
  const { order } = startedCheckout(await ada.start());
  const { payment, verification } = await sandbox.pay(order.id);
  const { orderId } = (await ada.verify(verification)).json();

  const cancel = () => ada.post(`/api/orders/${orderId}/cancellation`, undefined, { 'idempotency-key': 'sorry' });
  const [first, second] = await Promise.all([cancel(), cancel()]);
  await work();

  expect(first.json()).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
  expect(second.json()).toEqual(first.json());
  const made = (await sandbox.ledgerEntries('refund.processed')).filter(
    ({ refund }) => refund?.payment_id === payment.id,
  );
  expect(made).toMatchObject([{ refund: { amount: order.amount, status: 'processed' } }]);
  expect((await ada.get(`/api/orders/${orderId}`)).json()).toMatchObject({
    paymentStatus: 'refunded',
    refunds: [{ amount: order.amount, status: 'processed' }],
  });
});

test('a refund completed during account deletion waits for the deletion, without a deadlock', async () => {
  await sandbox.failWebhooks({ do: 'drop' });
  const { variantId } = await aVariant(shop);
  const ada = await aCustomerWithCart(shop, [{ variantId }]);
  const { order } = startedCheckout(await ada.start());
  const { orderId } = (await ada.verify((await sandbox.pay(order.id)).verification)).json();
  await work();
  await ada.post(`/api/orders/${orderId}/cancellation`, undefined, { 'idempotency-key': 'sorry' });

  const completed = await db.transaction(async (tx) => {
    const payer = await tx.run(lockUser(ada.id));
    const working = work();
    await vi.waitUntil(isWaitingForALock, { timeout: 30_000, interval: 20 });
    if (payer) await anonymizeUser(tx, { id: payer.id, verifiedEmail: payer.email });
    return { working };
  });
  await completed.working;

  const { rows } = await sql.query(
    'select r.status from refunds r join payments p on p.id = r.payment_id where p.order_id = $1',
    [orderId],
  );
  expect(rows).toEqual([{ status: 'processed' }]);
  const emails = await sql.query("select from email_messages where user_id = $1 and kind = 'refund_completed'", [
    ada.id,
  ]);
  expect(emails.rowCount).toBe(0);
});
