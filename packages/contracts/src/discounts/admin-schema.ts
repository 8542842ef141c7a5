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
  title: z.string().trim().max(120, texts.titleTooLong).describe('For staff only; may be empty.'),
  description: z.string().trim().max(500, texts.descriptionTooLong).describe('For staff only; may be empty.'),
  percent: z
    .number(texts.badPercent)
    .positive(texts.badPercent)
    .max(100, texts.badPercent)
    .multipleOf(0.01, texts.badPercent)
    .describe('Percent of the subtotal, with up to two decimals. Tax and shipping are charged in full.'),
  startsAt: time.describe('The first moment at which the code can be used; null: no start.'),
  endsAt: time.describe('The moment from which on the code cannot be used any more, after `startsAt`; null: no end.'),
  usageLimit: limit.describe('Uses in total, by all customers: never below the uses so far. Null: no limit.'),
  perUserLimit: limit.describe('Uses by one customer, also below what some have used already. Null: no limit.'),
};
export const endsAfterStart = ({ startsAt, endsAt }: { startsAt: string | null; endsAt: string | null }) =>
  !startsAt || !endsAt || new Date(startsAt) < new Date(endsAt);
const tooSoon = { path: ['endsAt'], error: texts.endsTooSoon };

export const DiscountCodeTerms = z.strictObject(terms).refine(endsAfterStart, tooSoon).meta({
  id: 'DiscountCodeTerms',
  description: 'All of a discount code that can be changed. Changes apply to carts, not to orders.',
});
export type DiscountCodeTerms = z.infer<typeof DiscountCodeTerms>;

export const NewDiscountCode = z
  .strictObject({
    code: z
      .string(texts.codeMissing)
      .trim()
      .min(1, texts.codeMissing)
      .toUpperCase()
      .regex(/^[A-Z0-9-]{1,40}$/, texts.badCode)
      .describe('What shoppers enter, in any case; stored in capitals. It can never be changed.'),
    ...terms,
  })
  .refine(endsAfterStart, tooSoon)
  .meta({ id: 'NewDiscountCode', description: 'A new discount code, which is active.' });
export type NewDiscountCode = z.infer<typeof NewDiscountCode>;

export const DiscountCode = z
  .object({
    id: Id,
    code: z.string().describe('What shoppers enter, in any case.'),
    ...terms,
    active: z.boolean().describe('False once staff have deactivated it; `status` also considers dates and limits.'),
    used: z
      .number()
      .int()
      .describe(
        'Uses so far. A use counts from the start of a checkout, until that expires or its order is cancelled.',
      ),
    status: z
      .enum(['active', 'deactivated', 'scheduled', 'expired', 'limit_reached'])
      .describe(
        'Whether it can be used now. `deactivated`: by staff; `scheduled`: before its start; `expired`: after its end; `limit_reached`: it was used as often as it can be.',
      ),
  })
  .meta({ id: 'DiscountCode', description: 'A code that gives its shopper a share of the subtotal off.' });
export type DiscountCode = z.infer<typeof DiscountCode>;

export const DiscountCodeSwitch = z
  .strictObject({ active: z.boolean().describe('Whether the code can be used; orders keep their discount.') })
  .meta({ id: 'DiscountCodeSwitch', description: 'Activates or deactivates a discount code.' });
export type DiscountCodeSwitch = z.infer<typeof DiscountCodeSwitch>;

const DiscountCodeSort = z.enum(['-created', 'created', 'code', '-code']);

export const DiscountCodeQuery = z.strictObject({
  sort: unlessEmpty(DiscountCodeSort).describe(
    'By creation or code; a minus is descending order. `-created`, the newest first, by default.',
  ),
  after,
});
export type DiscountCodeQuery = z.infer<typeof DiscountCodeQuery>;
