import pLimit from 'p-limit';
import type { BaseLogger } from 'pino';
import { comparePayments, compareRefunds, noteNotProcessed, resolveNotProcessed } from '#payments/service.ts';
import { errorMessage, isDatabaseUnavailable } from '#platform/database-errors.ts';
import { ProviderError, type ProviderPayment, ProviderUnavailable } from '#platform/payment-provider.ts';
import { finalizeWithProvider } from './finalize.ts';
import type { CheckoutTools } from './open-at-provider.ts';
import { claimDueForReconciliation } from './queries.ts';
import { reconcileRefundedSum, reconcileRefunds } from './refunds.ts';

const BATCH = 20;
const AT_ONCE = 4;
/** A run ends before the next one begins. */
const RUN_MS = 45_000;
const HOURS = 3_600_000;
/** Banks send refunds back within days, mostly. */
const REFUNDS_FOR = 15 * 24 * HOURS;

export type ReconcileTools = CheckoutTools & { log: Pick<BaseLogger, 'error'> };

/** Asks the provider what became of checkouts that nobody told us about: messages get lost, and so do shoppers. */
export async function reconcileCheckouts(tools: ReconcileTools) {
  const endAt = performance.now() + RUN_MS;
  const limit = pLimit(AT_ONCE);
  for (;;) {
    const orders = await claimDueForReconciliation(tools.db, BATCH);
    const results = await Promise.all(orders.map((id) => limit(() => reconcileCheckout(tools, id))));
    if (orders.length < BATCH || results.includes('unavailable') || performance.now() > endAt) return;
  }
}

async function reconcileCheckout(tools: ReconcileTools, providerOrderId: string) {
  try {
    const payments = await tools.provider.paymentsOf(providerOrderId);
    const errors = await finalizeEach(tools, payments);
    return errors.length > 0 ? 'unavailable' : 'asked';
  } catch (error) {
    // The next minute is soon enough; and an order that the provider does not know, nobody can have paid.
    if (error instanceof ProviderUnavailable) return 'unavailable';
    if (error instanceof ProviderError) return 'asked';
    throw error;
  }
}

/**
 * Once a day the provider's books are laid beside ours. Money that we had not heard of at all is not only written down
 * but dealt with: nobody should wait for it until somebody reads a table. Rejects, so that the job is tried again, only
 * where another try may help.
 */
export async function compareWithProvider(tools: ReconcileTools, now = Date.now()) {
  // Each day is looked at twice; what is younger than an hour may still be on its way to us.
  const [from, to] = [new Date(now - 49 * HOURS), new Date(now - HOURS)];
  const errors = await reconcilePeriod(tools, from, to, new Date(now - REFUNDS_FOR));
  if (errors.length > 0) throw new AggregateError(errors, 'Some payments could not be settled this time.');
}

/**
 * Settles what was missed of the provider's payments made in that time, records refunds made since `refundsFrom`, and
 * lists what differs. Returns the faults.
 */
export async function reconcilePeriod(tools: ReconcileTools, from: Date, to: Date, refundsFrom = from) {
  const { db, provider } = tools;
  const faults = await finalizeEach(tools, comparePayments(db, provider, from, to));
  const refunded = compareRefunds(db, provider, refundsFrom, to);
  return [...faults, ...(await attemptEach(tools, refunded, ({ id }) => reconcileRefunds(tools, id)))];
}

/**
 * One payment that cannot be settled keeps no other waiting. A fault of the moment (provider or database away, a lock
 * that took too long) is returned; anything else is logged and becomes a difference until a later run succeeds.
 */
export const finalizeEach = (tools: ReconcileTools, payments: Several<ProviderPayment>) =>
  attemptEach(tools, payments, async (payment) => {
    await finalizeWithProvider(tools, payment);
    await reconcileRefundedSum(tools, payment);
  });

type Several<T> = Iterable<T> | AsyncIterable<T>;

async function attemptEach<T extends { id: string }>(
  { db, log }: ReconcileTools,
  payments: Several<T>,
  work: (payment: T) => Promise<unknown>,
) {
  const errors: unknown[] = [];
  for await (const payment of payments) {
    try {
      await work(payment);
      await resolveNotProcessed(db, payment);
    } catch (error) {
      if (error instanceof ProviderUnavailable || isDatabaseUnavailable(error)) {
        errors.push(error);
        continue;
      }
      log.error({ err: error, paymentId: payment.id }, 'A payment could not be settled.');
      await noteNotProcessed(db, payment, errorMessage(error));
    }
  }
  return errors;
}
