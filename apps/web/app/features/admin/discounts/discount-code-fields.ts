import { discountCodeMessages } from '@shop/contracts/discounts/admin-messages';
import { type DiscountCode, type DiscountCodeTerms, NewDiscountCode } from '@shop/contracts/discounts/admin-schema';
import { z } from 'zod';

/** A code with this discount is saved only after a confirmation. */
export const FREE_PERCENT = 100;

const { code, title, description, percent, usageLimit, perUserLimit } = NewDiscountCode.shape;
const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, discountCodeMessages.badTime)
  .optional();

/** A discount code as the form sends it: empty fields are missing, times are UTC. */
const terms = {
  title: title.default(''),
  description: description.default(''),
  percent,
  startsAt: time,
  endsAt: time,
  usageLimit: usageLimit.unwrap().optional(),
  perUserLimit: perUserLimit.unwrap().optional(),
};
export const DiscountCodeTermsFields = z.object(terms);
export const NewDiscountCodeFields = z.object({ code, ...terms });

const momentOf = (typed: string | undefined) => (typed ? new Date(`${typed}Z`).toISOString() : null);

export const termsOf = (fields: z.output<typeof DiscountCodeTermsFields>): DiscountCodeTerms => ({
  title: fields.title,
  description: fields.description,
  percent: fields.percent,
  startsAt: momentOf(fields.startsAt),
  endsAt: momentOf(fields.endsAt),
  usageLimit: fields.usageLimit ?? null,
  perUserLimit: fields.perUserLimit ?? null,
});

/** '2026-03-05T10:00:00.000Z' → '2026-03-05T10:00', the format of the field. */
const typed = (moment: string | null) => moment?.slice(0, 16);

export const fieldsOf = ({
  code,
  title,
  description,
  percent,
  usageLimit,
  perUserLimit,
  ...discountCode
}: DiscountCode) => ({
  code,
  title,
  description,
  percent,
  usageLimit,
  perUserLimit,
  startsAt: typed(discountCode.startsAt),
  endsAt: typed(discountCode.endsAt),
});
