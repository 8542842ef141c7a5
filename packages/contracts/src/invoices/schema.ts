import { z } from 'zod';
import { Cents, Day, Id, Minor, Moment } from '../common/schema.ts';

export const InvoiceKind = z.enum(['invoice', 'credit_note']).meta({
  id: 'InvoiceKind',
  description: '`invoice`: of a whole order. `credit_note`: corrects an invoice by a refund, or by a cancellation.',
});
export type InvoiceKind = z.infer<typeof InvoiceKind>;

export const InvoiceSummary = z
  .object({
    id: Id.describe('Identifies the document in the URLs of its page and its PDF.'),
    kind: InvoiceKind,
    number: z
      .string()
      .describe('Prefix, year and sequence, for example `INV-2026-000001`. Numbers of a prefix and year have no gaps.'),
    issuedAt: Moment.describe('When it was issued: the document does not change after that.'),
  })
  .meta({ id: 'InvoiceSummary', description: 'An invoice or credit note in a list.' });
export type InvoiceSummary = z.infer<typeof InvoiceSummary>;

export const InvoiceList = z.array(InvoiceSummary).meta({
  id: 'InvoiceList',
  description:
    'The documents of an order as they were issued: the invoice, then its credit notes. Empty before it is due.',
});

const minor = Minor.nonnegative();

export const InvoiceLine = z
  .object({
    description: z
      .string()
      .describe('The name of the product when the order was placed; on a credit note, the order it is for.'),
    options: z.array(z.string()).describe('The values of the options, without their names; empty on a credit note.'),
    sku: z.string().describe('Of the variant at the time of issue; empty on a credit note.'),
    hsn: z.string().describe('Tariff code, for sellers in India; empty if the store has none, and on a credit note.'),
    quantity: z.number().int().positive().describe('Units ordered; 1 on a credit note.'),
    unitNetMinor: minor.describe(
      'Before tax, rounded: times the quantity, it can differ from `netMinor` by the rounding.',
    ),
    netMinor: minor.describe('Of all units, before tax and discount.'),
    taxMinor: minor.describe('The share of the line in the taxes of the document.'),
  })
  .meta({
    id: 'InvoiceLine',
    description: 'An item of an invoice. A credit note has one line. Amounts are in the currency of the document.',
  });
export type InvoiceLine = z.infer<typeof InvoiceLine>;

export const InvoiceTax = z
  .object({
    kind: z
      .enum(['tax', 'cgst', 'sgst', 'igst'])
      .describe('Sellers in India: `cgst` and `sgst` within their state, else `igst`. Any other seller: `tax`.'),
    percent: z.number().nonnegative().describe('The rate: 8 is 8%. Of `cgst` and `sgst` half the rate of the order.'),
    amountMinor: minor.describe('In the currency of the document.'),
  })
  .meta({ id: 'InvoiceTax', description: 'A tax of an invoice or credit note.' });
export type InvoiceTax = z.infer<typeof InvoiceTax>;

/** Stored: fields are only added, with a default. */
export const InvoiceDocument = z
  .object({
    kind: InvoiceKind,
    number: z
      .string()
      .describe('Prefix, year and sequence, for example `INV-2026-000001`. Numbers of a prefix and year have no gaps.'),
    issuedAt: Moment.describe('When it was issued: the document does not change after that.'),
    issuedOn: Day.describe('The day of issue in the time zone of the store.'),
    orderNumber: z.string().describe('The last 8 characters of the order id.'),
    orderedOn: Day.describe('The day of the order in the time zone of the store.'),
    currency: z.string().describe('The ISO 4217 code of the charge, in which all amounts are but `storeTotal`.'),
    seller: z
      .object({
        name: z.string().describe('The legal name, or the store’s name if the owner has not entered one.'),
        address: z.array(z.string()).describe('Lines as they are printed.'),
        taxNumber: z.string().describe('Empty if the owner has not entered one.'),
        isGst: z.boolean().describe('Whether the tax number is a GSTIN: the seller is in India.'),
        registrationNumber: z.string().describe('Of the company; empty if the owner has not entered one.'),
        email: z.string().nullable().describe('For contact; null if the owner has not entered one.'),
        phone: z.string().describe('For contact; empty if the owner has not entered one.'),
      })
      .describe('The store, as its settings were at the time of issue; on a credit note, as on its invoice.'),
    buyer: z
      .object({
        name: z.string().describe('The name in the account of the customer.'),
        address: z
          .array(z.string())
          .describe('The lines of the shipping address; the first is its name, if it is another.'),
        email: z.string().describe('The email address the order was placed with.'),
      })
      .describe('The customer at the time of issue. Stays when the account is deleted later.'),
    placeOfSupply: z
      .string()
      .describe('For sellers in India: the state of the buyer, or the country of an export. Otherwise empty.'),
    lines: z.array(InvoiceLine).describe('One for each item of the order; one in all on a credit note.'),
    subtotalMinor: minor.describe('The sum of `netMinor` of the lines.'),
    taxes: z.array(InvoiceTax).describe('One, or two for sellers in India within their state.'),
    shippingMinor: minor.describe('0 if shipping was free, and on a credit note.'),
    discount: z
      .object({
        code: z.string().describe('As it was used, also if it was changed or deleted since.'),
        amountMinor: minor.describe('Subtracted from the total.'),
      })
      .nullable()
      .describe('Null without one, and on a credit note, whose amounts have it subtracted.'),
    totalMinor: minor.describe(
      'Subtotal, taxes and shipping, minus the discount: the charge, or what is credited of it.',
    ),
    storeTotal: z
      .object({
        cents: Cents.nonnegative().describe('The total, in the store’s currency.'),
        currency: z.string().describe('The ISO 4217 code of the store’s currency.'),
        rate: z
          .number()
          .positive()
          .describe('The exchange rate of the order: units of the charge for 1 of the store’s currency.'),
      })
      .nullable()
      .describe('The total in the store’s currency; null if that is what is charged, and on a credit note.'),
    corrects: z.string().nullable().describe('On a credit note, the number of its invoice; else null.'),
    reason: z
      .string()
      .nullable()
      .describe('On a credit note of a cancelled order, the reason; else null. What staff enter is not shown here.'),
  })
  .meta({
    id: 'InvoiceDocument',
    description:
      'All that an invoice or credit note says, as it was when it was issued. It never changes: a correction is another document.',
  });
export type InvoiceDocument = z.infer<typeof InvoiceDocument>;
