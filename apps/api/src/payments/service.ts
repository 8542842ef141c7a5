import { paymentMessages } from '@shop/contracts/payments/admin-messages';
import { countPayment } from '#platform/business-metrics.ts';
import { type PaymentProvider, ProviderError, type ProviderPayment } from '#platform/clients/payment-provider.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Db } from '#platform/database/db.ts';
import { sendWithCommit } from '#platform/database/transaction.ts';
import { DomainError } from '#platform/errors.ts';
import { enqueueTogether } from '#platform/queue/queue.ts';
import {
  insertDifference,
  isAboutOwedRefund,
  raiseDifference,
  updateDifferenceResolved,
  updateDifferencesResolved,
} from './difference-queries.ts';
import { recordDispute } from './disputes.ts';
import {
  findPendingMessage,
  insertMessage,
  insertPayment,
  insertUnknownPayment,
  type KnownPayment,
  listKnownPayments,
  listReceived,
  type MessageSubject,
  updateMessageError,
  updateMessageProcessed,
  updatePayment,
  updatePaymentOrder,
} from './queries.ts';
import { findRefunded, listPaymentsToReconcile, listSentRefunds } from './refund-queries.ts';
import { differenceBetween, furthest, MAX_RUNS, refundDifference, type WebhookMessage, wasReceived } from './rules.ts';

export { assertNoCardTesting, listPaymentFailures, recordSources, sourcesOf } from './card-testing.ts';
export { listDifferences, lockOpenDifference } from './difference-queries.ts';
export {
  findOpenRefund,
  findPayer,
  insertRefundLines,
  updateLinesReleased,
  updateLinesUnshipped,
  updateRefundError,
} from './refund-queries.ts';
export {
  type RefundChange,
  recordCashRefund,
  recordRefund,
  recordRefundRejection,
  requestOrderRefund,
  requestRefund,
  retryRefund,
} from './refunds.ts';
export type { PaymentSource } from './source-queries.ts';

/** A recorded payment, or the id of a new one. */
type FoundPayment = { id: string; status: ProviderPayment['status'] | null };
type PaymentReport = { checkoutId: string; rate: number; payment: ProviderPayment };

/**
 * The statements that record a payment as the provider reports it, for callers that hold the checkout's lock.
 * `justCaptured` is true once per payment: only then is its outcome decided.
 */
export function recordPayment({ id, status: known }: FoundPayment, report: PaymentReport) {
  const { payment } = report;
  const status = furthest(known ?? undefined, payment);
  const isChanged = status !== known;
  if (isChanged && (status === 'captured' || status === 'failed')) countPayment(status);
  const stored = known ? updatePayment(id, status, payment) : insertPayment({ id, status, ...report });
  return { recorded: isChanged ? stored : undefined, justCaptured: status === 'captured' && isChanged };
}

export const attachOrder = updatePaymentOrder;

/**
 * A payment that the provider received for no checkout of this store: it can be refunded, and is a difference until it is
 * refunded or marked as resolved. Recorded once; its refunds are recorded like those of other payments.
 */
export async function recordUnknownPayment(tx: Db, payment: ProviderPayment) {
  if (!wasReceived(payment)) return;
  if (await insertUnknownPayment(tx, payment)) countPayment('captured');
  await recordDifference(tx, 'unknown_order', payment);
  await resolveMissed(tx, payment);
}

/** Shown to the owner, never corrected silently. */
export const recordDifference = (tx: Db, kind: string, { id, ...payment }: ProviderPayment) => {
  const { orderId, status, amountMinor, refundedMinor, currency } = payment;
  return tx.run(insertDifference(kind, id, { orderId, status, amountMinor, refundedMinor, currency }));
};

/** Retried by a later run, which calls `resolveNotProcessed` on success. */
export const recordNotProcessed = (db: Db, { id, ...about }: { id: string }, error: string) =>
  db.run(raiseDifference('not_processed', id, { ...about, error }));

export const resolveNotProcessed = (db: Db, { id }: { id: string }) =>
  db.run(updateDifferencesResolved('not_processed', id));

/** Once a missed payment is finalized and reported to the operator, or recorded as unknown. */
export const resolveMissed = (db: Db, { id }: ProviderPayment) => db.run(updateDifferencesResolved('missed', id));

/** By staff. A difference about a refund that is still owed cannot be marked as resolved. */
export async function resolveDifference(tx: Db, id: string) {
  if (await isAboutOwedRefund(tx, id)) throw new DomainError('conflict', 'refund_owed', paymentMessages.refundOwed);
  return tx.run(updateDifferenceResolved(id));
}

/** The payment as the provider has it. An unknown one is listed as a difference; undefined is returned. */
export const fetchPayment = (db: Db, provider: PaymentProvider, id: string) =>
  unlessUnknown(db, id, () => provider.fetchPayment(id));

const fetchRefund = (db: Db, provider: PaymentProvider, id: string) =>
  unlessUnknown(db, id, () => provider.fetchRefund(id));

async function unlessUnknown<T>(db: Db, id: string, fetch: () => Promise<T>) {
  try {
    return await fetch();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await db.run(insertDifference('not_at_provider', id, {}));
    return undefined;
  }
}

/**
 * Lists differences between the provider's payments of that period and ours. Yields those that must still be finalized,
 * or whose refunds must be recorded.
 */
export async function* comparePayments(db: Db, provider: PaymentProvider, from: Date, to: Date) {
  const seen = new Set<string>();
  for await (const page of provider.payments(from, to)) {
    const ids = page.map(({ id }) => id);
    const known = await listKnownPayments(db, ids);
    for (const id of ids) seen.add(id);
    for (const payment of page) {
      const ours = known.get(payment.id);
      const kind = differenceBetween(payment, ours);
      if (kind) await recordDifference(db, kind, payment);
      if (kind === 'missed' || (ours && isOutdated(ours, payment))) yield payment;
    }
  }
  // Those recorded here later than they were made are missing in the list: they are fetched one by one.
  for (const id of await listReceived(db, from, to)) if (!seen.has(id)) await fetchPayment(db, provider, id);
}

const isOutdated = (ours: KnownPayment, theirs: ProviderPayment) =>
  theirs.isVoided ? ours.status !== 'failed' : ours.refundedMinor !== theirs.refundedMinor;

/** Yields the payments, by the provider's id, whose refunds of that period differ from those recorded here. */
export async function* compareRefunds(db: Db, provider: PaymentProvider, from: Date, to: Date) {
  const seen = new Set<string>();
  for await (const page of provider.refunds(from, to)) {
    for (const { id } of page) seen.add(id);
    yield* await db.run(listPaymentsToReconcile(page));
  }
  for (const { id } of await db.run(listSentRefunds(from, to))) if (!seen.has(id)) await fetchRefund(db, provider, id);
}

/** Whether the refunded sum differs from the one recorded here; false for a payment that is not captured here. */
export async function refundsDiffer(db: Db, { id, refundedMinor }: ProviderPayment) {
  const ours = await db.run(findRefunded(id));
  return ours !== undefined && ours.refundedMinor !== refundedMinor;
}

/** To be called once all refunds the provider lists are recorded. */
export async function recordRefundDifference(db: Db, payment: ProviderPayment) {
  const ours = await db.run(findRefunded(payment.id));
  const kind = ours && refundDifference(payment, ours);
  if (kind) await recordDifference(db, kind, payment);
}

/** Stores the webhook and leaves its processing to a job, so that the provider gets its response at once. */
export function receiveMessage(db: Db, eventId: string, message: WebhookMessage) {
  crashPoint('C9');
  return db.transaction(async (tx) => {
    const isNew = await insertMessage(tx, eventId, message);
    const job = { task: 'process_webhook', payload: { eventId }, maxAttempts: MAX_RUNS };
    if (isNew) sendWithCommit(tx, [enqueueTogether([job])]);
  });
}

/** Processes a stored webhook, unless it was processed before. */
export async function processMessage(db: Db, eventId: string, process: (subject: MessageSubject) => Promise<unknown>) {
  const message = await findPendingMessage(db, eventId);
  if (!message) return;
  try {
    await recordDispute(db, eventId);
    await process(message);
  } catch (error) {
    await db.run(updateMessageError(eventId, String(error)));
    throw error;
  }
  await db.run(updateMessageProcessed(eventId));
}
