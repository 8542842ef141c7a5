import { resolveMissed } from '#payments/service.ts';
import type { ProviderPayment } from '#platform/clients/payment-provider.ts';
import { errorMessage } from '#platform/database/errors.ts';
import { finalizeEach, type ReconcileTools, reconcilePeriod } from './reconcile.ts';
import { listOpenDifferencesSince, listOurPayments, type OurPayment } from './reconcile-queries.ts';

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
