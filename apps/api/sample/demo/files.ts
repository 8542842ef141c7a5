import { readFileSync } from 'node:fs';
import type { Parser } from '@shop/contracts/common/parser';
import { COUNTRIES } from '@shop/contracts/identity/constants';
import { z } from 'zod';

const CONTENT = new URL('./', import.meta.url);

const texts = z.array(z.string()).min(1);
const Names = z.object({ first: texts, last: texts });

const People = z.object({
  names: z.object({ India: Names, Other: Names }),
  places: z.array(
    z.object({
      country: z.enum(COUNTRIES),
      city: z.string(),
      state: z.string(),
      postalCodes: texts,
      weight: z.number().positive(),
    }),
  ),
  streets: z.object({ India: texts, Other: texts }),
});

const Reviews = z.object({
  openings: texts,
  /** By category. */
  praise: z.record(z.string(), texts),
  closings: texts,
  critical: texts,
  rejected: texts,
  /** Why they were rejected. */
  reasons: texts,
  /** To critical ones. */
  replies: texts,
});

const Ticket = z.object({
  subject: z.string(),
  message: z.string(),
  reply: z.string(),
  followUp: z.string().nullable(),
  secondReply: z.string().nullable(),
  aboutOrder: z.boolean(),
});

const Festival = z.enum(['diwali', 'christmas', 'valentine']);
export type Festival = z.infer<typeof Festival>;

const Marketing = z.object({
  codes: z.array(
    z.object({
      code: z.string(),
      title: z.string(),
      description: z.string(),
      percent: z.number().positive(),
      /** Valid only in the two weeks before it. */
      festival: Festival.nullable(),
      usageLimit: z.number().nullable(),
      perUserLimit: z.number().nullable(),
      active: z.boolean(),
    }),
  ),
  campaigns: z.array(z.object({ title: z.string(), message: z.string(), link: z.string(), festival: Festival })),
  /** Queries without results, with how often one is typed in a month. */
  searches: z.array(z.tuple([z.string(), z.number()])),
  /** Queries whose results are rarely opened, and those that a synonym has improved, in the same way. */
  fewClicks: z.array(z.tuple([z.string(), z.number()])),
  remedied: z.array(z.tuple([z.string(), z.number()])),
  notes: texts,
  partialRefunds: texts,
  fullRefunds: texts,
});

const read = <T>(file: string, schema: Parser<T>) =>
  schema.parse(JSON.parse(readFileSync(new URL(file, CONTENT), 'utf8')));

/** All texts in apps/api/sample/demo, validated. */
export const readDemoContent = () => ({
  people: read('people.json', People),
  reviews: read('reviews.json', Reviews),
  tickets: read('tickets.json', z.array(Ticket).min(1)),
  marketing: read('marketing.json', Marketing),
  /** Messages to their recipients. */
  gifts: read('gifts.json', texts),
});
export type DemoContent = ReturnType<typeof readDemoContent>;
