import { lesser, minus } from '@shop/contracts/common/money';
import { InvoiceDocument, type InvoiceKind } from '@shop/contracts/invoices/schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import type { StoreSettings } from '@shop/contracts/settings/admin-schema';
import type { Db } from '#platform/database/db.ts';
import { toIso } from '#platform/timestamps.ts';
import { getSettings } from '#settings/service.ts';
import {
  findCancellation,
  findInvoiceOfOrder,
  findOrderOfRefund,
  findOrderToInvoice,
  findRefundToCredit,
  insertInvoice,
  lockOrder,
  takeNumber,
} from './queries.ts';
import { creditNoteOf, invoiceOf, numberOf, seriesOf, TEMPLATE_VERSION } from './rules.ts';

/** Issues the invoice of an order that is paid or has shipped units, once. The number is part of the transaction. */
export const issueInvoice = (db: Db, orderId: string) =>
  db.transaction(async (tx) => {
    if (await tx.run(lockOrder(orderId))) await findOrIssueInvoice(tx, orderId, await getSettings(tx));
  });

/** For callers that hold the order's lock. Undefined if the order is neither paid nor shipped, not even in part. */
async function findOrIssueInvoice(tx: Db, orderId: string, settings: StoreSettings) {
  const issued = await tx.run(findInvoiceOfOrder(orderId));
  if (issued) return InvoiceDocument.parse(issued.document);
  const order = await tx.run(findOrderToInvoice(orderId));
  if (!order?.isDue) return undefined;

  return issue(tx, { kind: 'invoice', orderId, refundId: null, now: order.now }, settings, (number, issuedAt) =>
    invoiceOf({ ...order, orderedAt: toIso(order.orderedAt) }, settings, { number, issuedAt }),
  );
}

/**
 * Issues the credit note of a processed refund, once, and the invoice before it if that is missing. A note stays if its
 * refund fails later, so the retry or another refund is credited only above it: never more than refunded or invoiced.
 */
export async function issueCreditNote(db: Db, refundId: string) {
  const orderId = (await db.run(findOrderOfRefund(refundId)))?.orderId;
  // The refund of a payment without an order: nothing was invoiced.
  if (!orderId) return;
  await db.transaction(async (tx) => {
    if (!(await tx.run(lockOrder(orderId)))) return;
    const settings = await getSettings(tx);
    const invoice = await findOrIssueInvoice(tx, orderId, settings);
    const refund = await tx.run(findRefundToCredit(refundId, orderId));
    if (!invoice || !refund?.isDue) return;
    const { creditedMinor: creditedBefore, refundedMinor, reason, now } = refund;
    const amountMinor = lesser(refund.amountMinor, minus(lesser(refundedMinor, invoice.totalMinor), creditedBefore));
    if (amountMinor <= 0) return;

    const { timeZone } = settings;
    await issue(tx, { kind: 'credit_note', orderId, refundId, now }, settings, (number, issuedAt) =>
      creditNoteOf(invoice, { amountMinor, creditedBefore, reason }, { number, issuedAt, timeZone }),
    );
  });
}

/**
 * Credits the invoice of an order that was shipped, and is cancelled without having been paid: refused at the door. Nothing
 * if it was set back since, or its invoice is credited.
 */
export const issueCancellationNote = (db: Db, orderId: string) =>
  db.transaction(async (tx) => {
    if (!(await tx.run(lockOrder(orderId)))) return;
    const issued = await tx.run(findInvoiceOfOrder(orderId));
    const cancellation = await tx.run(findCancellation(orderId));
    if (!issued || !cancellation) return;
    const invoice = InvoiceDocument.parse(issued.document);
    const { creditedMinor: creditedBefore, now } = cancellation;
    const amountMinor = minus(invoice.totalMinor, creditedBefore);
    if (amountMinor <= 0) return;
    const settings = await getSettings(tx);
    const { timeZone } = settings;
    await issue(tx, { kind: 'credit_note', orderId, refundId: null, now }, settings, (number, issuedAt) =>
      creditNoteOf(
        invoice,
        { amountMinor, creditedBefore, reason: orderMessages.refundReason },
        { number, issuedAt, timeZone },
      ),
    );
  });

type Subject = { kind: InvoiceKind; orderId: string; refundId: string | null; now: Date };

/** Everything is read before: the counter's row is locked for two statements. */
async function issue(
  tx: Db,
  { kind, orderId, refundId, now }: Subject,
  settings: StoreSettings,
  documentOf: (number: string, issuedAt: string) => InvoiceDocument,
) {
  const issuedAt = toIso(now);
  const series = seriesOf(kind, settings, issuedAt);
  const { last: sequence } = await tx.run(takeNumber(series));
  const document = documentOf(numberOf(series, sequence), issuedAt);
  await tx.run(insertInvoice({ orderId, refundId, series, sequence, templateVersion: TEMPLATE_VERSION, document }));
  return document;
}
