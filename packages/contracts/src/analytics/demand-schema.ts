import { z } from 'zod';
import { Id } from '../common/schema.ts';
import {
  DEMAND_KEY_MAX,
  DEMAND_KINDS,
  DEMAND_SUBJECTS,
  type DemandSubject,
  REMEDIES,
  REMEDIES_OF,
  type Remedy,
} from './demand-constants.ts';
import { demandMessages } from './demand-messages.ts';
import { checkRange, ReportedRange, rangeFields, unlessEmpty } from './schema.ts';

const count = z.number().int();

/** Days of the store's time zone. Default: searches with no results in this month so far. */
export const DemandQuery = z
  .strictObject({ ...rangeFields, kind: unlessEmpty(z.enum(DEMAND_KINDS)) })
  .superRefine(checkRange);
export type DemandQuery = z.infer<typeof DemandQuery>;

/** What a remedy brought since: searches that opened a product, or units sold and not returned. */
const RemedyState = z.object({
  remedy: z.enum(REMEDIES),
  doneAt: z.iso.datetime(),
  /** Since then, of a search. */
  searches: count.nullable(),
  clicks: count.nullable(),
  /** Since then, of a product or variant. */
  units: count.nullable(),
});

export const DemandRow = z.object({
  subject: z.enum(DEMAND_SUBJECTS),
  /** The search query, or the id of the product or variant. */
  key: z.string(),
  /** The search query or the product's name. */
  name: z.string(),
  /** Of a variant. */
  options: z.record(z.string(), z.string()),
  /** Null for a search, and if the product was deleted. */
  productId: Id.nullable(),
  /** Units that can be bought now; null for a search. */
  available: count.nullable(),
  /** Searches, views, choices or waiting customers that led to nothing. 0 if a remedy was applied. */
  lost: count,
  /** Of a search. */
  searches: count.nullable(),
  clicks: count.nullable(),
  remedy: RemedyState.nullable(),
});
export type DemandRow = z.infer<typeof DemandRow>;

export const Demand = z.object({ range: ReportedRange, kind: z.enum(DEMAND_KINDS), rows: z.array(DemandRow) });
export type Demand = z.infer<typeof Demand>;

type Choice = { subject: DemandSubject; key: string; remedy: Remedy | null };
type Context = { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void };

function checkChoice({ subject, key, remedy }: Choice, context: Context) {
  const reject = (field: string) =>
    context.addIssue({ code: 'custom', path: [field], message: demandMessages.invalidRemedy });
  if (subject !== 'search' && !Id.safeParse(key).success) reject('key');
  if (remedy && !REMEDIES_OF[subject].includes(remedy)) reject('remedy');
}

/** Null: nothing was done about it after all. */
export const RemedyChoice = z
  .strictObject({
    subject: z.enum(DEMAND_SUBJECTS),
    key: z.string().min(1).max(DEMAND_KEY_MAX),
    remedy: z.enum(REMEDIES).nullable(),
  })
  .superRefine(checkChoice);
export type RemedyChoice = z.infer<typeof RemedyChoice>;

export const RemedyResponse = z.object({ remedy: z.enum(REMEDIES).nullable() });
