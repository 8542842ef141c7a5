import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import { ByOrder } from '../orders/params.ts';
import { InvoiceList } from './schema.ts';

const tag = 'Admin: orders';

const PDF = 'application/pdf';

export const listInvoicesOfOrder = operation('GET /admin/orders/:id/invoices', {
  id: 'listInvoicesOfOrder',
  tag,
  summary: 'List the invoice and the credit notes of an order',
  params: ByOrder,
  response: InvoiceList,
  errors: { 404: ['order_not_found'] },
});

export const downloadInvoiceOfOrder = operation('GET /admin/orders/:id/invoices/:invoiceId/pdf', {
  id: 'downloadInvoiceOfOrder',
  tag,
  summary: 'Download an invoice or credit note of an order as PDF',
  params: ByOrder.extend({ invoiceId: Id.describe('Of the invoice or credit note.') }),
  produces: [PDF],
  errors: { 404: ['invoice_not_found'], 429: ['busy'] },
});
