import { type Cents, type Minor, minimumCharge } from '../common/money.ts';
import { invoiceMessages, taxLabels } from './messages.ts';
import type { InvoiceDocument } from './schema.ts';

/**
 * 159099 INR → 'INR 1,590.99'. Not by `Intl`, whose output changes with its version: a PDF is rendered again with the
 * same bytes.
 */
export function formatMinor(minor: Cents | Minor, currency: string) {
  const decimals = String(minimumCharge(currency)).length - 1;
  const digits = String(minor).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${currency} ${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''}`;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** '2026-11-17' → '17 Nov 2026'. */
export function formatDay(day: string) {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`;
}

type AmountRow = { label: string; amount: string; isTotal: boolean };

/** The rows below the items, for page and PDF. */
export function totalRows(document: InvoiceDocument): AmountRow[] {
  const { kind, currency, subtotalMinor, taxes, shippingMinor, discount, totalMinor } = document;
  const row = (label: string, minor: Minor, sign = ''): AmountRow => ({
    label,
    amount: `${sign}${formatMinor(minor, currency)}`,
    isTotal: false,
  });
  const total = kind === 'invoice' ? invoiceMessages.total : invoiceMessages.creditTotal;
  return [
    row(invoiceMessages.subtotal, subtotalMinor),
    ...taxes.map((tax) => row(invoiceMessages.taxAt(taxLabels[tax.kind], tax.percent), tax.amountMinor)),
    ...(kind === 'invoice' ? [row(invoiceMessages.shipping, shippingMinor)] : []),
    ...(discount ? [row(invoiceMessages.discount(discount.code), discount.amountMinor, '-')] : []),
    { ...row(total, totalMinor), isTotal: true },
  ];
}

/** The seller's lines below the name. */
export const sellerLines = ({ seller }: InvoiceDocument) =>
  [
    ...seller.address,
    seller.taxNumber &&
      (seller.isGst ? invoiceMessages.gstin(seller.taxNumber) : invoiceMessages.taxNumber(seller.taxNumber)),
    seller.registrationNumber && invoiceMessages.registrationNumber(seller.registrationNumber),
    seller.email,
    seller.phone,
  ].flatMap((line) => line || []);

/** Number, dates and references, each with its label. */
export const referenceRows = (document: InvoiceDocument) =>
  [
    { label: invoiceMessages.number, value: document.number },
    { label: invoiceMessages.date, value: formatDay(document.issuedOn) },
    { label: invoiceMessages.corrects, value: document.corrects },
    { label: invoiceMessages.order, value: `#${document.orderNumber}` },
    { label: invoiceMessages.orderDate, value: formatDay(document.orderedOn) },
    { label: invoiceMessages.placeOfSupply, value: document.placeOfSupply },
    { label: invoiceMessages.reason, value: document.reason },
  ].flatMap(({ label, value }) => (value ? { label, value } : []));

/** The total in the store currency; undefined if the charge was in it. */
export function exchangeNote({ storeTotal, currency }: InvoiceDocument) {
  if (!storeTotal) return undefined;
  const total = formatMinor(storeTotal.cents, storeTotal.currency);
  return invoiceMessages.exchange(total, storeTotal.rate, currency, storeTotal.currency);
}
