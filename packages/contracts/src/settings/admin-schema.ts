import { z } from 'zod';
import { storeSettingsMessages as texts } from './admin-messages.ts';

const AMOUNT_MAX = 1_000_000;
const RATE_MAX = 1_000_000;

const amount = z.number(texts.badAmount).min(0, texts.badAmount).max(AMOUNT_MAX, texts.badAmount);
const units = z.number(texts.badUnits).int(texts.badUnits).min(0, texts.badUnits).max(AMOUNT_MAX, texts.badUnits);
const limit = z.number(texts.badLimit).int(texts.badLimit).min(1, texts.badLimit).max(1_000_000, texts.badLimit);

/** ISO 4217 code in upper case. */
const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code);

/** Optimistic concurrency: `version` is the loaded one, so that no concurrent change is overwritten unnoticed. */
export const StoreSettings = z.strictObject({
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
  /** Units of one variant in open checkouts or unpaid cash orders, per customer and per shipping address. */
  unitsPerVariantLimit: limit,
  /** The same for all variants in total. */
  unitsLimit: limit,
  /** Per customer. */
  openCheckoutsLimit: limit,
  /** Cash on delivery, per customer. */
  unpaidOrdersLimit: limit,
  version: z.number().int(),
});
export type StoreSettings = z.infer<typeof StoreSettings>;
