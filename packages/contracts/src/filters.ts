import { z } from 'zod';
import { adminMessages } from './admin-texts.ts';
import { Id } from './common.ts';

/** An empty field of a form asks for nothing. */
export const unlessEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema.optional());

/** What is typed to find something: fewer letters would find half of everything. */
export const searchText = (min: number) =>
  z.string().trim().min(min, adminMessages.tooShort(min)).max(200, adminMessages.tooLong);

/** Names the last row of the page before. */
export const after = unlessEmpty(Id);

/** The first and the last day, both included, in UTC. */
export const dateRange = {
  from: unlessEmpty(z.iso.date(adminMessages.badDay)),
  to: unlessEmpty(z.iso.date(adminMessages.badDay)),
};
