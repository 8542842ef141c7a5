import { localTime, momentAt } from '@shop/contracts/common/days';
import { discountCodeMessages } from '@shop/contracts/discounts/admin-messages';
import { type DiscountCode, type DiscountCodeTerms, NewDiscountCode } from '@shop/contracts/discounts/admin-schema';
import { z } from 'zod';
import { isTypedTime } from '#lib/forms/typed-time.ts';

/** A code with this discount is saved only after a confirmation. */
export const FREE_PERCENT = 100;

const { code, title, description, percent, usageLimit, perUserLimit } = NewDiscountCode.shape;
const time = z.string().refine(isTypedTime, discountCodeMessages.badTime).optional();

/** A discount code as the form sends it: empty fields are missing, times are those of the store's time zone. */
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

const momentOf = (typed: string | undefined, timeZone: string) =>
  typed ? momentAt(typed, timeZone).toISOString() : null;

export const termsOf = (fields: z.output<typeof DiscountCodeTermsFields>, timeZone: string): DiscountCodeTerms => ({
  title: fields.title,
  description: fields.description,
  percent: fields.percent,
  startsAt: momentOf(fields.startsAt, timeZone),
  endsAt: momentOf(fields.endsAt, timeZone),
  usageLimit: fields.usageLimit ?? null,
  perUserLimit: fields.perUserLimit ?? null,
});

/** '2026-03-05T10:00:00.000Z' → '2026-03-05T10:00' in UTC, the format of the field. */
const typed = (moment: string | null, timeZone: string) =>
  moment ? localTime(new Date(moment), timeZone).slice(0, 16) : undefined;

export const fieldsOf = (
  { code, title, description, percent, usageLimit, perUserLimit, ...discountCode }: DiscountCode,
  timeZone: string,
) => ({
  code,
  title,
  description,
  percent,
  usageLimit,
  perUserLimit,
  startsAt: typed(discountCode.startsAt, timeZone),
  endsAt: typed(discountCode.endsAt, timeZone),
});
