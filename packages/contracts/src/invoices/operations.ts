import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import { ByOrder } from '../orders/params.ts';
import { InvoiceDocument, InvoiceList } from './schema.ts';

const tag = 'Orders';

const PDF = 'application/pdf';

const params = ByOrder.extend({ invoiceId: Id.describe('Of the invoice or credit note.') });

export const listInvoices = operation('GET /orders/:id/invoices', {
  id: 'listInvoices',
  tag,
  summary: 'List the invoice and the credit notes of your order',
  params: ByOrder,
  response: InvoiceList,
  errors: { 404: ['order_not_found'] },
});

export const getInvoice = operation('GET /orders/:id/invoices/:invoiceId', {
  id: 'getInvoice',
  tag,
  summary: 'Get an invoice or credit note of your order, as it was issued',
  params,
  response: InvoiceDocument,
  errors: { 404: ['invoice_not_found'] },
});

export const downloadInvoice = operation('GET /orders/:id/invoices/:invoiceId/pdf', {
  id: 'downloadInvoice',
  tag,
  summary: 'Download an invoice or credit note of your order as PDF',
  params,
  produces: [PDF],
  errors: { 404: ['invoice_not_found'], 429: ['busy'] },
});
