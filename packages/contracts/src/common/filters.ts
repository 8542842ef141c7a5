import { z } from 'zod';
import { filterMessages } from './messages.ts';
import { Id } from './schema.ts';

/** An empty form field is no filter. */
export const unlessEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema.optional());

/** Search query with a minimum length: fewer characters would match half of all rows. */
export const searchText = (min: number) =>
  z.string().trim().min(min, filterMessages.tooShort(min)).max(200, filterMessages.tooLong);

/** Keyset pagination. */
export const after = unlessEmpty(Id).describe(
  'The id of the last row of the previous page: its header `Link` has the whole URL.',
);

/** Sort order of a list by date. */
export const dateSort = unlessEmpty(z.enum(['-date', 'date'])).describe(
  '`-date`: newest first, the default; `date`: oldest first.',
);

/** Years 1900 to 2999: days before and after a range are calculated, and must have years of four digits too. */
const isUsableDay = (day: string) => !/^(0|1[0-8]|[3-9])/.test(day);
const filterDay = z.iso.date(filterMessages.badDay).refine(isUsableDay, filterMessages.badDay);

export const dateRange = {
  from: unlessEmpty(filterDay).describe('The first day, inclusive, in the store’s time zone. Years from 1900 to 2999.'),
  to: unlessEmpty(filterDay).describe('The last day, inclusive, in the store’s time zone. Years from 1900 to 2999.'),
};
