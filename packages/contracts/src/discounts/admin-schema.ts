import { z } from 'zod';
import { after, unlessEmpty } from '../common/filters.ts';
import { Id } from '../common/schema.ts';
import { discountCodeMessages as texts } from './admin-messages.ts';

export const DISCOUNT_CODES_SHOWN = 50;

const time = z.iso.datetime(texts.badTime).nullable();
const limit = z
  .number(texts.badLimit)
  .int(texts.badLimit)
  .min(1, texts.badLimit)
  .max(1_000_000_000, texts.badLimit)
  .nullable();

/** The fields of a discount code that can be changed while it is active. */
const terms = {
  title: z.string().trim().max(120, texts.titleTooLong),
  description: z.string().trim().max(500, texts.descriptionTooLong),
  percent: z
    .number(texts.badPercent)
    .positive(texts.badPercent)
    .max(100, texts.badPercent)
    .multipleOf(0.01, texts.badPercent),
  startsAt: time,
  endsAt: time,
  usageLimit: limit,
  perUserLimit: limit,
};
export const endsAfterStart = ({ startsAt, endsAt }: { startsAt: string | null; endsAt: string | null }) =>
  !startsAt || !endsAt || new Date(startsAt) < new Date(endsAt);
const tooSoon = { path: ['endsAt'], error: texts.endsTooSoon };

export const DiscountCodeTerms = z.strictObject(terms).refine(endsAfterStart, tooSoon);
export type DiscountCodeTerms = z.infer<typeof DiscountCodeTerms>;

export const NewDiscountCode = z
  .strictObject({
    code: z
      .string(texts.codeMissing)
      .trim()
      .min(1, texts.codeMissing)
      .toUpperCase()
      .regex(/^[A-Z0-9-]{1,40}$/, texts.badCode),
    ...terms,
  })
  .refine(endsAfterStart, tooSoon);
export type NewDiscountCode = z.infer<typeof NewDiscountCode>;

export const DiscountCode = z.object({
  id: Id,
  code: z.string(),
  ...terms,
  active: z.boolean(),
  used: z.number().int(),
  status: z.enum(['active', 'deactivated', 'scheduled', 'expired', 'limit_reached']),
});
export type DiscountCode = z.infer<typeof DiscountCode>;

export const DiscountCodeSwitch = z.strictObject({ active: z.boolean() });
export type DiscountCodeSwitch = z.infer<typeof DiscountCodeSwitch>;

/** A minus is descending order. */
const DiscountCodeSort = z.enum(['-created', 'created', 'code', '-code']);

/** Newest first by default. */
export const DiscountCodeQuery = z.strictObject({ sort: unlessEmpty(DiscountCodeSort), after });
export type DiscountCodeQuery = z.infer<typeof DiscountCodeQuery>;
