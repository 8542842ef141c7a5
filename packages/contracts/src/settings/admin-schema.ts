import { z } from 'zod';
import { isOwnImage } from '../common/media.ts';
import { STORE_CURRENCY } from '../common/money.ts';
import { email, Id, requiredText } from '../common/schema.ts';
import { storeSettingsMessages as texts } from './admin-messages.ts';
import { DeliverySettings } from './delivery-schema.ts';
import { PAYMENT_RATE_STATUSES } from './payment-rate.ts';

const AMOUNT_MAX = 1_000_000;
const RATE_MAX = 1_000_000;

const amount = z.number(texts.badAmount).min(0, texts.badAmount).max(AMOUNT_MAX, texts.badAmount);
const units = z.number(texts.badUnits).int(texts.badUnits).min(0, texts.badUnits).max(AMOUNT_MAX, texts.badUnits);
const limit = z.number(texts.badLimit).int(texts.badLimit).min(1, texts.badLimit).max(1_000_000, texts.badLimit);

const days = (min: number, max: number) =>
  z
    .number(texts.badDays(min, max))
    .int(texts.badDays(min, max))
    .min(min, texts.badDays(min, max))
    .max(max, texts.badDays(min, max));

const prefix = z
  .string(texts.badPrefix)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{1,8}$/, texts.badPrefix);

/** ISO 4217 code in upper case. */
const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code);

const CONTROL_CHARACTER = /\p{Cc}/u;
const isOneLine = (value: string) => !CONTROL_CHARACTER.test(value);
/** One line, '' if not given. */
const line = (max: number, label: string) =>
  z
    .string(texts.tooLong(label, max))
    .trim()
    .max(max, texts.tooLong(label, max))
    .refine(isOneLine, texts.oneLine(label));

/** A name, not an offset: PostgreSQL reads the sign of an offset the other way round. */
const ZONE_NAME = /^[A-Za-z][\w+/-]{0,63}$/;
function isTimeZone(name: string) {
  try {
    return ZONE_NAME.test(name) && Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

export const StoreSettings = z
  .strictObject({
    storeName: requiredText(60, texts.storeNameRequired, texts.tooLong(texts.storeName, 60))
      .refine(isOneLine, texts.oneLine(texts.storeName))
      .describe('Shown to shoppers, in page titles, as the sender of emails and on invoices without a legal name.'),
    logo: z
      .string(texts.badLogo)
      .refine(isOwnImage, texts.badLogo)
      .nullable()
      .describe('Path of an uploaded image; null for the mark of the design.'),
    contactEmail: email(texts.badContactEmail)
      .nullable()
      .describe('In the footer, on invoices and for unsubscribing by email; null for none.'),
    contactPhone: line(40, texts.contactPhone).describe('In the footer and on invoices; empty for none.'),
    legalName: line(200, texts.legalName).describe(
      'The seller in the footer, on invoices and in campaigns; empty for none.',
    ),
    addressLine1: line(200, texts.addressLine1).describe('Of the seller’s postal address; empty for none.'),
    addressLine2: line(200, texts.addressLine2).describe('Of the seller’s postal address; empty for none.'),
    city: line(100, texts.city).describe('Of the seller’s postal address; empty for none.'),
    region: line(100, texts.region).describe(
      'State or region; empty for none. For a seller in India it decides which taxes an invoice has.',
    ),
    postalCode: line(20, texts.postalCode).describe('Of the seller’s postal address; empty for none.'),
    country: line(100, texts.country).describe(
      'English name; empty for none. Sellers in India get GST invoices. Visitors who chose no country see its delivery dates.',
    ),
    taxNumber: line(50, texts.taxNumber).describe('For example GSTIN or VAT ID, for invoices; empty for none.'),
    registrationNumber: line(50, texts.registrationNumber).describe('Of the company, for invoices; empty for none.'),
    timeZone: z
      .string(texts.badTimeZone)
      .refine(isTimeZone, texts.badTimeZone)
      .describe('IANA name, for example Asia/Kolkata. Days, cut-off time and schedules of the store are in it.'),
    taxPercent: z
      .number(texts.badPercent)
      .min(0, texts.badPercent)
      .max(100, texts.badPercent)
      .multipleOf(0.01, texts.badPercent)
      .describe('Percent of the subtotal that is added as tax.'),
    standardShipping: amount
      .multipleOf(0.01, texts.badAmount)
      .describe('Price for each order, in the currency of the store.'),
    expressShipping: amount
      .multipleOf(0.01, texts.badAmount)
      .describe('Price for each order, in the currency of the store. Never free.'),
    freeShippingOver: z
      .number(texts.badThreshold)
      .positive(texts.badThreshold)
      .max(AMOUNT_MAX, texts.badThreshold)
      .multipleOf(0.01, texts.badThreshold)
      .nullable()
      .describe('From this subtotal on, standard shipping is free. In the currency of the store; null for never.'),
    paymentCurrency: z
      .string(texts.badCurrency)
      .refine(isCurrency, texts.badCurrency)
      .describe('ISO 4217 code in upper case: the currency in which the payment provider charges.'),
    paymentRate: z
      .number(texts.badRate)
      .positive(texts.badRate)
      .max(RATE_MAX, texts.badRate)
      .multipleOf(0.000_000_01, texts.badRate)
      .describe('Units of the payment currency for one of the store’s currency; 1 if both are the same.'),
    /** With a default: during a rollout an older API process may still respond without it. */
    paymentRateStatus: z
      .enum(PAYMENT_RATE_STATUSES)
      .default('confirmed')
      .describe(
        'Whether an owner has decided on the exchange rate, while the two currencies differ. `unconfirmed`: no online payments are taken; `assumed`: not decided, but the store sells at it; `confirmed`: set or confirmed. Computed: ignored in an update.',
      ),
    reviewsNeedApproval: z
      .boolean()
      .describe('Whether new reviews wait for approval. Those with photos do in any case.'),
    adminsNeedTwoFactor: z
      .boolean()
      .describe('Staff without two-factor authentication cannot use the admin panel until they have set it up.'),
    lowStockThreshold: units.describe('A variant with this many available units or fewer is low in stock.'),
    returnDays: days(0, 365).describe(
      'Days after the delivery on which an item can be returned; 0 for no returns. Orders keep the days they were placed with.',
    ),
    returnHoldDays: days(1, 90).describe(
      'Days until an authorized return must arrive. The other size of an exchange is reserved as long.',
    ),
    unreturnableCategoryIds: z
      .array(Id)
      .max(1_000)
      .describe('Categories whose items cannot be returned, for orders placed from now on.'),
    unitsPerVariantLimit: limit.describe(
      'Units of one variant in open checkouts and unpaid cash orders, per customer and per shipping address.',
    ),
    unitsLimit: limit.describe(
      'Units of all variants in open checkouts and unpaid cash orders, per customer and per shipping address.',
    ),
    clientUnitsLimit: limit.describe(
      'Units in open checkouts of everyone without a confirmed email address, per client: device and internet connection.',
    ),
    openCheckoutsLimit: limit.describe('Open checkouts of one customer at a time.'),
    unpaidOrdersLimit: limit.describe('Cash on delivery orders of one customer that are neither paid nor cancelled.'),
    invoicePrefix: prefix.describe(
      'Of the numbers of invoices from now on: {prefix}-{year}-{sequence}. The sequence of a new one starts at 1.',
    ),
    creditNotePrefix: prefix.describe(
      'The same of credit notes. With the prefix of invoices, both share one sequence.',
    ),
    hsnCode: z
      .string(texts.badHsnCode)
      .trim()
      .regex(/^(?:\d{4}|\d{6}|\d{8})?$/, texts.badHsnCode)
      .describe('Tariff code on the invoices of a seller in India: 4, 6 or 8 digits; empty for none.'),
    delivery: DeliverySettings,
    version: z
      .number()
      .int()
      .describe('Rises with every change. An update has the one that it is based on: with a newer one it is rejected.'),
  })
  .meta({
    id: 'StoreSettings',
    description: 'The settings of the store. Prices, limits and times apply from the next request on.',
  });
export type StoreSettings = z.infer<typeof StoreSettings>;

/** At any other rate than 1, every price in the store currency would be charged as another amount. */
export const isRatePossible = ({
  paymentCurrency,
  paymentRate,
}: Pick<StoreSettings, 'paymentCurrency' | 'paymentRate'>) => paymentCurrency !== STORE_CURRENCY || paymentRate === 1;
export const IMPOSSIBLE_RATE = { path: ['paymentRate'], error: texts.rateMustBeOne };

/** What can be saved. Values saved before the check existed can still be read. */
export const StoreSettingsUpdate = StoreSettings.extend({
  confirmPaymentRate: z
    .boolean()
    .optional()
    .describe('True: the exchange rate is right as it is, and online payments are taken at it.'),
})
  .refine(isRatePossible, IMPOSSIBLE_RATE)
  .meta({
    id: 'StoreSettingsUpdate',
    description: 'The settings as a whole. Sent twice, they change nothing the second time.',
  });
export type StoreSettingsUpdate = z.infer<typeof StoreSettingsUpdate>;
