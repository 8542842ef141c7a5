import { DAY_MS, HOUR_MS } from '@shop/contracts/common/time';
import pLimit from 'p-limit';
import type { BaseLogger } from 'pino';
import { comparePayments, compareRefunds, recordNotProcessed, resolveNotProcessed } from '#payments/service.ts';
import { ProviderError, type ProviderPayment, ProviderUnavailable } from '#platform/clients/payment-provider.ts';
import { errorMessage, isDatabaseUnavailable } from '#platform/database/errors.ts';
import { finalizeWithProvider } from './confirm.ts';
import { claimDueForReconciliation } from './queries.ts';
import { reconcileRefundedSum, reconcileRefunds } from './refunds.ts';
import type { CheckoutTools } from './start.ts';

const BATCH = 20;
const AT_ONCE = 4;
/** Shorter than the interval of the job, 1 minute. */
const RUN_MS = 45_000;
/** A refund that a bank reverses is mostly reversed within days. */
const REFUNDS_FOR = 15 * DAY_MS;

export type ReconcileTools = CheckoutTools & { log: Pick<BaseLogger, 'error'> };

/** Polls the provider for payments of checkouts: webhooks get lost, and customers may not return to the page. */
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
    return errors.length > 0 ? 'unavailable' : 'checked';
  } catch (error) {
    // The next run retries. An order that is unknown to the provider cannot have been paid.
    if (error instanceof ProviderUnavailable) return 'unavailable';
    if (error instanceof ProviderError) return 'checked';
    throw error;
  }
}

/**
 * Daily reconciliation of the provider's payments with ours. A missed payment is not only recorded as a difference but
 * also finalized, so that it does not wait for staff. Rejects, so that the job is retried, only where a retry may help.
 */
export async function compareWithProvider(tools: ReconcileTools, now = Date.now()) {
  // Each day is compared twice; webhooks of the last hour may still arrive.
  const [from, to] = [new Date(now - 49 * HOUR_MS), new Date(now - HOUR_MS)];
  const errors = await reconcilePeriod(tools, from, to, new Date(now - REFUNDS_FOR));
  if (errors.length > 0) throw new AggregateError(errors, 'Some payments could not be finalized in this run.');
}

/**
 * Finalizes missed payments of that period, records refunds made since `refundsFrom`, and lists differences. Returns
 * the transient errors.
 */
export async function reconcilePeriod(tools: ReconcileTools, from: Date, to: Date, refundsFrom = from) {
  const { db, provider } = tools;
  const faults = await finalizeEach(tools, comparePayments(db, provider, from, to));
  const refunded = compareRefunds(db, provider, refundsFrom, to);
  return [...faults, ...(await attemptEach(tools, refunded, ({ id }) => reconcileRefunds(tools, id)))];
}

/**
 * A payment that fails does not block the others. Transient errors (provider or database unavailable, lock timeout) are
 * returned; any other is logged and becomes a difference until a later run succeeds.
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
      log.error({ err: error, paymentId: payment.id }, 'A payment could not be finalized.');
      await recordNotProcessed(db, payment, errorMessage(error));
    }
  }
  return errors;
}
