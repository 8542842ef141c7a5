import { resolveMissed } from '#payments/service.ts';
import type { ProviderPayment } from '#platform/clients/payment-provider.ts';
import type { Db } from '#platform/database/db.ts';
import { errorMessage } from '#platform/database/errors.ts';
import { orNull, type Row, text } from '#platform/database/row.ts';
import { all } from '#platform/database/sql.ts';
import { finalizeEach, type ReconcileTools, reconcilePeriod } from './reconcile.ts';

const CHUNK = 1_000;
const DIFFERENCES_LISTED = 1_000;

export type ReconciledPayment = { theirs: ProviderPayment; before?: OurPayment; after?: OurPayment };

/**
 * For an operator, after webhooks were lost or the worker was down for days: every payment of the provider since then
 * with ours, before and after missed ones are finalized. `open` are the differences left to staff; `faults` are
 * transient, and another run may help. Idempotent, and safe to run beside the worker.
 */
export async function reconcileSince(tools: ReconcileTools, since: Date, until = new Date()) {
  const payments: ReconciledPayment[] = [];
  for await (const page of tools.provider.payments(since, until)) {
    const ours = await listOurPayments(tools.db, ids(page));
    payments.push(...page.map((theirs) => ({ theirs, before: ours.get(theirs.id) })));
  }

  // An authorized payment is no difference, but an open checkout may still await its capture.
  const authorized = payments.map(({ theirs }) => theirs).filter(({ status }) => status === 'authorized');
  const faults = [...(await finalizeEach(tools, authorized)), ...(await reconcilePeriod(tools, since, until))];

  for (let start = 0; start < payments.length; start += CHUNK) {
    const chunk = payments.slice(start, start + CHUNK);
    const ours = await listOurPayments(tools.db, ids(chunk.map(({ theirs }) => theirs)));
    for (const payment of chunk) {
      payment.after = ours.get(payment.theirs.id);
      if (isReceived(payment.after) && !isReceived(payment.before)) await resolveMissed(tools.db, payment.theirs);
    }
  }
  const open = await tools.db.run(listOpenDifferencesSince(since, DIFFERENCES_LISTED));
  return { payments, open, faults: faults.map(errorMessage) };
}

const ids = (payments: ProviderPayment[]) => payments.map(({ id }) => id);
const isReceived = (ours: OurPayment | undefined) => ours?.status === 'captured' || ours?.status === 'refunded';

const ourPayment = { id: text, status: text, orderNumber: orNull(text) };
export type OurPayment = Omit<Row<typeof ourPayment>, 'id'>;

/** Keyed by the provider's payment ids. */
async function listOurPayments(db: Db, providerPaymentIds: string[]) {
  const rows = await db.run(all('checkout.listOurPayments', ourPayment)`
    select p.provider_payment_id as id, p.status, o.number as order_number
      from payments p left join orders o on o.id = p.order_id
     where p.provider = 'razorpay' and p.provider_payment_id = any (${providerPaymentIds})`);
  return new Map(rows.map(({ id, ...ours }) => [id, ours]));
}

/** Unresolved differences found since then. */
const listOpenDifferencesSince = (since: Date, limit: number) =>
  all('checkout.listOpenDifferencesSince', { kind: text, reference: text })`
    select kind, reference from reconciliation_differences
     where resolved_at is null and found_at >= ${since.toISOString()} order by id limit ${limit}`;
