import { z } from 'zod';
import { Id } from '../common/schema.ts';

export const InvoiceKind = z.enum(['invoice', 'credit_note']);
export type InvoiceKind = z.infer<typeof InvoiceKind>;

export const InvoiceSummary = z.object({
  id: Id,
  kind: InvoiceKind,
  number: z.string(),
  issuedAt: z.iso.datetime(),
});
export type InvoiceSummary = z.infer<typeof InvoiceSummary>;

export const InvoiceList = z.array(InvoiceSummary);

/** In minor units of the document's currency. */
const minor = z.number().int().nonnegative();

export const InvoiceLine = z.object({
  description: z.string(),
  options: z.array(z.string()),
  /** '' on a credit note. */
  sku: z.string(),
  /** Tariff code, for sellers in India; '' if the store has none. */
  hsn: z.string(),
  quantity: z.number().int().positive(),
  /** Rounded: times the quantity, it can differ from `netMinor` by the rounding. */
  unitNetMinor: minor,
  netMinor: minor,
  taxMinor: minor,
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

/** Sellers in India: CGST and SGST within their state, IGST to any other. Elsewhere one tax. */
export const InvoiceTax = z.object({
  kind: z.enum(['tax', 'cgst', 'sgst', 'igst']),
  percent: z.number().nonnegative(),
  amountMinor: minor,
});
export type InvoiceTax = z.infer<typeof InvoiceTax>;

/**
 * All that an invoice or credit note says, as it was when it was issued. Stored: fields are only added, with a default.
 * Net amounts of the lines + taxes + shipping − discount = total.
 */
export const InvoiceDocument = z.object({
  kind: InvoiceKind,
  number: z.string(),
  issuedAt: z.iso.datetime(),
  /** Dates in the time zone of the store. */
  issuedOn: z.iso.date(),
  orderNumber: z.string(),
  orderedOn: z.iso.date(),
  /** ISO 4217 code of the charge. */
  currency: z.string(),
  seller: z.object({
    /** The legal name, or the store's name if the owner has not entered one. */
    name: z.string(),
    address: z.array(z.string()),
    taxNumber: z.string(),
    /** Whether the tax number is a GSTIN. */
    isGst: z.boolean(),
    registrationNumber: z.string(),
    email: z.string().nullable(),
    phone: z.string(),
  }),
  buyer: z.object({ name: z.string(), address: z.array(z.string()), email: z.string() }),
  /** For sellers in India: state of the buyer, or country of an export. Else ''. */
  placeOfSupply: z.string(),
  lines: z.array(InvoiceLine),
  subtotalMinor: minor,
  taxes: z.array(InvoiceTax),
  shippingMinor: minor,
  discount: z.object({ code: z.string(), amountMinor: minor }).nullable(),
  totalMinor: minor,
  /** The total in the store currency, and the exchange rate; null if charged in it. */
  storeTotal: z.object({ cents: minor, currency: z.string(), rate: z.number().positive() }).nullable(),
  /** Of a credit note: the number of the invoice it corrects. */
  corrects: z.string().nullable(),
  reason: z.string().nullable(),
});
export type InvoiceDocument = z.infer<typeof InvoiceDocument>;
