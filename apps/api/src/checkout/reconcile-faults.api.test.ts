import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { compareWithProvider } from './reconcile.ts';

const lines: string[] = [];
const shop = await createStoreWithPayments({}, (line) => lines.push(line));
checkInvariantsAfterAll(shop);
const { sql, sandbox, work } = shop;
beforeEach(() => sandbox.failWebhooks({ do: 'drop' }));
afterEach(() => sandbox.recover());

/** Reported by neither page nor webhook. */
async function aMissedPayment() {
  const { variantId } = await aVariant(shop);
  const customer = await aCustomerWithCart(shop, [{ variantId }]);
  const { checkoutId, order } = startedCheckout(await customer.start());
  const { payment } = await sandbox.pay(order.id);
  const status = async () => (await customer.get(`/api/checkouts/${checkoutId}`)).json().status;
  return { payment, status };
}

/** Makes the database reject this payment until the returned function is called. */
async function rejectInsertOf(providerPaymentId: string) {
  await sql.query(`create or replace function reject_payment() returns trigger language plpgsql as
    $$ begin raise exception 'This row is broken.' using errcode = 'check_violation'; end $$`);
  await sql.query(`create trigger reject_payment before insert on payments for each row
    when (new.provider_payment_id = '${providerPaymentId}') execute function reject_payment()`);
  return () => sql.query('drop trigger reject_payment on payments');
}

const openDifferences = async (reference: string) => {
  const { rows } = await sql.query(
    `select kind, details ->> 'error' as error from reconciliation_differences
      where reference = $1 and resolved_at is null order by kind`,
    [reference],
  );
  return rows;
};

describe('a payment that cannot be processed does not block others', () => {
  test('in the reconciliation of open checkouts, whose job succeeds', async () => {
    const broken = await aMissedPayment();
    const other = await aMissedPayment();
    const restore = await rejectInsertOf(broken.payment.id);
    const reconcile = async () => {
      await sql.query('update checkouts set reconcile_at = now() where reconcile_at is not null');
      await sql.query("select graphile_worker.add_job('reconcile_checkouts', job_key => 'reconcile')");
      await work();
    };

    await reconcile();

    expect([await broken.status(), await other.status()]).toEqual(['open', 'completed']);
    expect(await openDifferences(broken.payment.id)).toEqual([{ kind: 'not_processed', error: 'This row is broken.' }]);
    expect(lines.some((line) => line.includes(broken.payment.id) && line.includes('This row is broken.'))).toBe(true);
    expect((await sql.query("select from graphile_worker.jobs where key = 'reconcile'")).rowCount).toBe(0);

    await restore();
    await reconcile();

    expect(await broken.status()).toBe('completed');
    expect(await openDifferences(broken.payment.id)).toEqual([]);
  });

  test('in the daily reconciliation', async () => {
    // The provider lists the newest first.
    const other = await aMissedPayment();
    const broken = await aMissedPayment();
    const restore = await rejectInsertOf(broken.payment.id);
    const compare = () => compareWithProvider(shop, Date.now() + 7_200_000);

    await compare();

    expect(await other.status()).toBe('completed');
    expect(await openDifferences(broken.payment.id)).toMatchObject([{ kind: 'missed' }, { kind: 'not_processed' }]);

    await restore();
    await compare();

    expect(await broken.status()).toBe('completed');
    expect(await openDifferences(broken.payment.id)).toMatchObject([{ kind: 'missed' }]);
  });
});
