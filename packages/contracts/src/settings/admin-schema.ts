import { z } from 'zod';
import { isOwnImage } from '../common/media.ts';
import { STORE_CURRENCY } from '../common/money.ts';
import { email, Id, requiredText } from '../common/schema.ts';
import { storeSettingsMessages as texts } from './admin-messages.ts';
import { DeliverySettings } from './delivery-schema.ts';

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

/** Optimistic concurrency: `version` is the loaded one, so that no concurrent change is overwritten unnoticed. */
export const StoreSettings = z.strictObject({
  storeName: requiredText(60, texts.storeNameRequired, texts.tooLong(texts.storeName, 60)).refine(
    isOneLine,
    texts.oneLine(texts.storeName),
  ),
  /** URL of an uploaded image. */
  logo: z.string(texts.badLogo).refine(isOwnImage, texts.badLogo).nullable(),
  contactEmail: email(texts.badContactEmail).nullable(),
  contactPhone: line(40, texts.contactPhone),
  legalName: line(200, texts.legalName),
  addressLine1: line(200, texts.addressLine1),
  addressLine2: line(200, texts.addressLine2),
  city: line(100, texts.city),
  region: line(100, texts.region),
  postalCode: line(20, texts.postalCode),
  country: line(100, texts.country),
  taxNumber: line(50, texts.taxNumber),
  registrationNumber: line(50, texts.registrationNumber),
  /** IANA name. */
  timeZone: z.string(texts.badTimeZone).refine(isTimeZone, texts.badTimeZone),
  taxPercent: z
    .number(texts.badPercent)
    .min(0, texts.badPercent)
    .max(100, texts.badPercent)
    .multipleOf(0.01, texts.badPercent),
  standardShipping: amount.multipleOf(0.01, texts.badAmount),
  expressShipping: amount.multipleOf(0.01, texts.badAmount),
  /** Null: no free shipping. */
  freeShippingOver: z
    .number(texts.badThreshold)
    .positive(texts.badThreshold)
    .max(AMOUNT_MAX, texts.badThreshold)
    .multipleOf(0.01, texts.badThreshold)
    .nullable(),
  paymentCurrency: z.string(texts.badCurrency).refine(isCurrency, texts.badCurrency),
  paymentRate: z
    .number(texts.badRate)
    .positive(texts.badRate)
    .max(RATE_MAX, texts.badRate)
    .multipleOf(0.000_000_01, texts.badRate),
  reviewsNeedApproval: z.boolean(),
  adminsNeedTwoFactor: z.boolean(),
  lowStockThreshold: units,
  /** Days after the delivery; 0: no returns. */
  returnDays: days(0, 365),
  /** Days until an authorized return must arrive; its exchange is reserved as long. */
  returnHoldDays: days(1, 90),
  unreturnableCategoryIds: z.array(Id).max(1_000),
  /** Units of one variant in open checkouts or unpaid cash orders, per customer and per shipping address. */
  unitsPerVariantLimit: limit,
  /** The same for all variants in total. */
  unitsLimit: limit,
  /** Per customer. */
  openCheckoutsLimit: limit,
  /** Cash on delivery, per customer. */
  unpaidOrdersLimit: limit,
  /** Numbers are {prefix}-{year}-{sequence}. */
  invoicePrefix: prefix,
  creditNotePrefix: prefix,
  /** Tariff code on invoices; '' if not given. */
  hsnCode: z
    .string(texts.badHsnCode)
    .trim()
    .regex(/^(?:\d{4}|\d{6}|\d{8})?$/, texts.badHsnCode),
  delivery: DeliverySettings,
  version: z.number().int(),
});
export type StoreSettings = z.infer<typeof StoreSettings>;

/** At any other rate than 1, every price in the store currency would be charged as another amount. */
export const isRatePossible = ({
  paymentCurrency,
  paymentRate,
}: Pick<StoreSettings, 'paymentCurrency' | 'paymentRate'>) => paymentCurrency !== STORE_CURRENCY || paymentRate === 1;
export const IMPOSSIBLE_RATE = { path: ['paymentRate'], error: texts.rateMustBeOne };

/** What can be saved. Values saved before the check existed can still be read. */
export const StoreSettingsUpdate = StoreSettings.refine(isRatePossible, IMPOSSIBLE_RATE);
