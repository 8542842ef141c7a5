import { expect, test, vi } from 'vitest';
import { lockUser } from '#identity/queries-account.ts';
import { eraseTraces } from '#identity/queries-leaving.ts';
import { checkBooksAtTheEnd } from '../../test/books.ts';
import { aPiece } from '../../test/cart.ts';
import { aBuyer, opened, paidShop } from '../../test/paid-shop.ts';

const shop = await paidShop();
checkBooksAtTheEnd(shop);
const { db, sql, sandbox, work } = shop;

const isWaitingForALock = async () =>
  (
    await sql.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
    )
  ).rowCount === 1;

test('a refund that completes while its payer deletes the account waits for the deletion, without a deadlock', async () => {
  await sandbox.failMessages({ do: 'drop' });
  const { variantId } = await aPiece(shop);
  const ada = await aBuyer(shop, [{ variantId }]);
  const { order } = opened(await ada.start());
  const { orderId } = (await ada.verify((await sandbox.pay(order.id)).proof)).json();
  await work();
  await ada.post(`/api/orders/${orderId}/cancellation`, undefined, { 'idempotency-key': 'sorry' });

  const completed = await db.transaction(async (tx) => {
    const payer = await lockUser(tx, ada.id);
    const working = work();
    await vi.waitUntil(isWaitingForALock, { timeout: 10_000, interval: 20 });
    if (payer) await eraseTraces(tx, { id: payer.id, verifiedEmail: payer.email });
    return { working };
  });
  await completed.working;

  const { rows } = await sql.query(
    'select r.status from refunds r join payments p on p.id = r.payment_id where p.order_id = $1',
    [orderId],
  );
  expect(rows).toEqual([{ status: 'processed' }]);
  const mails = await sql.query("select from mails where user_id = $1 and kind = 'refund_done'", [ada.id]);
  expect(mails.rowCount).toBe(0);
});
