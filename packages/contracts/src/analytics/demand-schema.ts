import { z } from 'zod';
import { Id, Moment } from '../common/schema.ts';
import {
  DEMAND_KEY_MAX,
  DEMAND_KINDS,
  DEMAND_ROWS,
  DEMAND_SUBJECTS,
  type DemandSubject,
  REMEDIES,
  REMEDIES_OF,
  type Remedy,
} from './demand-constants.ts';
import { demandMessages } from './demand-messages.ts';
import { checkRange, ReportedRange, rangeFields, unlessEmpty } from './schema.ts';

const count = z.number().int();

const DemandKind = z.enum(DEMAND_KINDS).meta({
  id: 'DemandKind',
  description:
    '`noResults`: searches that found nothing as typed; `noClicks`: searches of which fewer than 1 in 4 with results led to a product; `soldOut`: views of sold-out products; `sizes`: choices of sold-out sizes and other options; `waitlist`: customers who wait for a back-in-stock alert now; `done`: what was done about it.',
});

/** Days of the store's time zone. Default: searches with no results in this month so far. */
export const DemandQuery = z
  .strictObject({
    ...rangeFields,
    kind: unlessEmpty(DemandKind).describe(
      'The list; `noResults` by default. The range does not limit `waitlist` and `done`.',
    ),
  })
  .superRefine(checkRange);
export type DemandQuery = z.infer<typeof DemandQuery>;

const RemedyState = z.object({
  remedy: z
    .enum(REMEDIES)
    .describe(
      '`synonym`: a search synonym was added; `product`: a product was added; `restock`: the product or variant was restocked.',
    ),
  doneAt: Moment.describe('When a staff member marked it as done: the following figures begin here.'),
  searches: count.nullable().describe('Searches for the query since then; null for a product or variant.'),
  clicks: count.nullable().describe('Products opened from their results since then; null for a product or variant.'),
  units: count.nullable().describe('Units sold and not returned since then; null for a search.'),
});

export const DemandRow = z
  .object({
    subject: z
      .enum(DEMAND_SUBJECTS)
      .describe('What shoppers did not get: results of a search, a product, or one variant of it.'),
    key: z.string().describe('The search query, or the id of the product or variant.'),
    name: z.string().describe('The search query, or the name of the product.'),
    options: z
      .record(z.string(), z.string())
      .describe('The option values of a variant by the names of the options (`Size`: `M`); empty for others.'),
    productId: Id.nullable().describe('The product, also of a variant; null for a search, and if it was deleted.'),
    available: count
      .nullable()
      .describe('Units that can be bought now; null for a search, and if the product was deleted.'),
    lost: count.describe(
      'Searches, views or choices in the range, or customers waiting now, that led to nothing; 0 in the list `done`.',
    ),
    searches: count.nullable().describe('Searches for the query in the range; null for others and in the list `done`.'),
    clicks: count.nullable().describe('Products opened from the results of these searches; null as `searches` is.'),
    remedy: RemedyState.nullable().describe(
      'What was done, and what it brought since; null except in the list `done`.',
    ),
  })
  .meta({ id: 'DemandRow', description: 'A search, product or variant that shoppers wanted and did not get.' });
export type DemandRow = z.infer<typeof DemandRow>;

export const Demand = z
  .object({
    range: ReportedRange,
    kind: DemandKind,
    rows: z
      .array(DemandRow)
      .describe(`Up to ${DEMAND_ROWS}: those with the most \`lost\` first, in the list \`done\` the newest first.`),
  })
  .meta({ id: 'Demand', description: 'One list of unmet demand.' });
export type Demand = z.infer<typeof Demand>;

type Choice = { subject: DemandSubject; key: string; remedy: Remedy | null };
type Context = { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void };

function checkChoice({ subject, key, remedy }: Choice, context: Context) {
  const reject = (field: string) =>
    context.addIssue({ code: 'custom', path: [field], message: demandMessages.invalidRemedy });
  if (subject !== 'search' && !Id.safeParse(key).success) reject('key');
  if (remedy && !REMEDIES_OF[subject].includes(remedy)) reject('remedy');
}

export const RemedyChoice = z
  .strictObject({
    subject: z.enum(DEMAND_SUBJECTS).describe('As in the row.'),
    key: z.string().min(1).max(DEMAND_KEY_MAX).describe('As in the row; case is ignored.'),
    remedy: z
      .enum(REMEDIES)
      .nullable()
      .describe('`synonym` or `product` for a search, `restock` for a product or variant; null reopens the row.'),
  })
  .superRefine(checkChoice)
  .meta({ id: 'RemedyChoice', description: 'Marks a row of unmet demand as done, or reopens it.' });
export type RemedyChoice = z.infer<typeof RemedyChoice>;

export const RemedyResponse = z
  .object({ remedy: z.enum(REMEDIES).nullable().describe('As it was sent; null: the row is reopened.') })
  .meta({ id: 'RemedyResponse', description: 'The remedy of the row now.' });
