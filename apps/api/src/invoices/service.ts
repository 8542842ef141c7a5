import type { Db } from '#platform/database/db.ts';
import { enqueue, enqueueTogether, type Job } from '#platform/queue/queue.ts';
import { listRecentWithoutInvoice } from './queries.ts';

export { issueInvoice } from './issue.ts';

/**
 * In the transaction that makes the order paid, or ships units of it. Issued by a job, because the counter serializes
 * all invoices: a purchase must not wait for it.
 */
export const requestInvoice = (tx: Db, orderId: string) => tx.run(enqueueTogether([invoiceJob(orderId)]));

/** The same for callers that enqueue it together with others. */
export const invoiceJob = (orderId: string): Job => ({
  task: 'issue_invoice',
  payload: { orderId },
  key: `invoice:${orderId}`,
});

/** In the transaction that records the refund as processed. */
export const requestCreditNote = (tx: Db, refundId: string) =>
  enqueue(tx, 'issue_credit_note', { refundId }, { key: `credit_note:${refundId}` });

/** In the transaction that cancels an order that was not paid. Only one that was invoiced gets a credit note. */
export const requestCancellationNote = (tx: Db, orderId: string) =>
  enqueue(tx, 'credit_cancelled_order', { orderId }, { key: `cancellation_note:${orderId}` });

const RECENT = { olderThanMinutes: 5, days: 2, limit: 1_000 };

/** For orders that a process of a release without invoices placed or shipped. */
export async function requestMissingInvoices(db: Db) {
  for (const { id } of await db.run(listRecentWithoutInvoice(RECENT))) await requestInvoice(db, id);
}
