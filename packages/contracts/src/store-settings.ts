import { z } from 'zod';
import { storeSettingsMessages as words } from './store-settings-texts.ts';

const AMOUNT_MAX = 1_000_000;
const RATE_MAX = 1_000_000;

const amount = z.number(words.badAmount).min(0, words.badAmount).max(AMOUNT_MAX, words.badAmount);
const units = z.number(words.badUnits).int(words.badUnits).min(0, words.badUnits).max(AMOUNT_MAX, words.badUnits);
const limit = z.number(words.badLimit).int(words.badLimit).min(1, words.badLimit).max(1_000_000, words.badLimit);

/** Of ISO 4217, in capitals. */
const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code);

/** What the owner can set. Whoever saves it names the version they saw, so that nobody undoes another's change unseen. */
export const StoreSettings = z.strictObject({
  taxPercent: z
    .number(words.badPercent)
    .min(0, words.badPercent)
    .max(100, words.badPercent)
    .multipleOf(0.01, words.badPercent),
  standardShipping: amount.multipleOf(0.01, words.badAmount),
  expressShipping: amount.multipleOf(0.01, words.badAmount),
  /** Null: no order ships for free. */
  freeShippingOver: z
    .number(words.badThreshold)
    .positive(words.badThreshold)
    .max(AMOUNT_MAX, words.badThreshold)
    .multipleOf(0.01, words.badThreshold)
    .nullable(),
  paymentCurrency: z.string(words.badCurrency).refine(isCurrency, words.badCurrency),
  paymentRate: z
    .number(words.badRate)
    .positive(words.badRate)
    .max(RATE_MAX, words.badRate)
    .multipleOf(0.000_000_01, words.badRate),
  reviewsNeedApproval: z.boolean(),
  adminsNeedTwoFactor: z.boolean(),
  lowStockAt: units,
  /** Of one variant, reserved by open checkouts or in unpaid cash orders, per customer and per delivery address. */
  unitsPerVariantLimit: limit,
  /** The same of all variants together. */
  unitsLimit: limit,
  /** Per customer. */
  openCheckoutsLimit: limit,
  /** Cash on delivery, per customer. */
  unpaidOrdersLimit: limit,
  version: z.number().int(),
});
export type StoreSettings = z.infer<typeof StoreSettings>;
