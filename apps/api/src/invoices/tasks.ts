import { z } from 'zod';
import type { Tasks } from '#platform/queue/tasks.ts';
import { issueCancellationNote, issueCreditNote, issueInvoice } from './issue.ts';
import { requestMissingInvoices } from './service.ts';

const Invoice = z.object({ orderId: z.uuid() });
const CreditNote = z.object({ refundId: z.uuid() });

export const invoiceTasks: Tasks = {
  issue_invoice: (payload, { db }) => issueInvoice(db, Invoice.parse(payload).orderId),
  issue_credit_note: (payload, { db }) => issueCreditNote(db, CreditNote.parse(payload).refundId),
  credit_cancelled_order: (payload, { db }) => issueCancellationNote(db, Invoice.parse(payload).orderId),
  request_missing_invoices: (_payload, { db }) => requestMissingInvoices(db),
};
