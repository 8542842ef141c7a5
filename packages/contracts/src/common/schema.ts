import { z } from 'zod';
import type * as money from './money.ts';

export const Id = z
  .uuid()
  .meta({ id: 'Id', description: 'A UUID; those of newer rows sort after those of older ones.' });

export const Moment = z.iso.datetime().meta({ id: 'Moment', description: 'A moment in UTC, in ISO 8601.' });

/** In the time zone that the description names. */
export const Day = z.iso.date().meta({ id: 'Day', description: 'A calendar day: `2026-03-05`.' });

type AmountSchema = z.ZodNumber & { _zod: { output: money.Amount } };
/** Internally integer cents. */
export const Amount: AmountSchema = z
  .number()
  .multipleOf(0.01)
  .describe('In the currency of the store, with two decimals.');

export const Minor = z
  .number()
  .int()
  .brand<'Minor'>()
  .describe('In minor units of its currency by ISO 4217: cents for USD, paise for INR, yen for JPY.');
export type Minor = money.Minor;

/** Of rows: the API has amounts. */
export const Cents = z.number().int().brand<'Cents'>();
export type Cents = money.Cents;

export const BasisPoints = z.number().int().brand<'BasisPoints'>();
export type BasisPoints = money.BasisPoints;

export const OptionValues = z.record(z.string(), z.string()).meta({
  id: 'OptionValues',
  description: 'Values by the names of their options, for example `Size` to `M`; empty for a product without options.',
});

/** An email address, with the form's error message. */
export const email = (invalid: string) =>
  z
    .string(invalid)
    .trim()
    .toLowerCase()
    .max(320, invalid)
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, invalid);

export const MessageResponse = z
  .object({ message: z.string().describe('What happened, to be shown to the person who asked for it.') })
  .meta({ id: 'MessageResponse', description: 'Done, with nothing to return but a sentence.' });

export const CreatedResponse = z
  .object({ id: Id.describe('The created one.') })
  .meta({ id: 'CreatedResponse', description: 'The id of what was created.' });

/** Trimmed, not empty, at most `max` characters. */
export const requiredText = (max: number, missing: string, tooLong = missing) =>
  z.string(missing).trim().min(1, { error: missing, abort: true }).max(max, tooLong);

/** Path parameters of an operation on one thing. In an operation, the id has a description of what it is. */
export const ById = z.object({ id: Id });
