import type { InvoiceKind, InvoiceTax } from './schema.ts';

export const invoiceKindLabels: Record<InvoiceKind, string> = { invoice: 'Invoice', credit_note: 'Credit note' };

export const taxLabels: Record<InvoiceTax['kind'], string> = { tax: 'Tax', cgst: 'CGST', sgst: 'SGST', igst: 'IGST' };

export const invoiceMessages = {
  titleOf: (kind: InvoiceKind, number: string) => `${invoiceKindLabels[kind]} ${number}`,
  notIssued: 'The invoice will be available once the order is paid or shipped.',
  notReady: 'The invoice isn’t ready yet. Reload this page in a few minutes, or contact us.',
  cancelled: 'This order was cancelled before an invoice was issued.',
  notFound: 'We couldn’t find this invoice.',
  busy: 'Your other downloads are still being prepared. Please try again in a few seconds.',
  download: 'Download PDF',
  downloadOf: (title: string) => `${title} (PDF)`,
  seller: 'Seller',
  buyer: 'Bill to',
  number: 'Number',
  date: 'Date',
  order: 'Order',
  orderDate: 'Order date',
  corrects: 'Corrects invoice',
  reason: 'Reason',
  placeOfSupply: 'Place of supply',
  gstin: (number: string) => `GSTIN: ${number}`,
  taxNumber: (number: string) => `Tax number: ${number}`,
  registrationNumber: (number: string) => `Registration number: ${number}`,
  lines: 'Items',
  item: 'Item',
  hsn: 'HSN',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  net: 'Net amount',
  tax: 'Tax',
  sku: (sku: string) => `SKU: ${sku}`,
  subtotal: 'Subtotal',
  taxAt: (label: string, percent: number) => `${label} (${percent}%)`,
  shipping: 'Shipping',
  discount: (code: string) => `Discount (${code})`,
  total: 'Total',
  creditTotal: 'Total credited',
  exchange: (total: string, rate: number, currency: string, storeCurrency: string) =>
    `Total of the order: ${total}, charged at ${rate} ${currency} per ${storeCurrency} 1.`,
  creditLine: (orderNumber: string) => `Refund for order #${orderNumber}`,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
};
