import { z } from 'zod';

export const Id = z.uuid();

/** Amounts in the API are dollars with two decimals; internally they are integer cents. */
export const Amount = z.number().multipleOf(0.01);

/** An email address, with the form's error message. */
export const email = (invalid: string) =>
  z
    .string(invalid)
    .trim()
    .toLowerCase()
    .max(320, invalid)
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, invalid);

export const MessageResponse = z.object({ message: z.string() });

/** The id of the created row. */
export const CreatedResponse = z.object({ id: Id });

/** Trimmed, not empty, at most `max` characters. */
export const requiredText = (max: number, missing: string, tooLong = missing) =>
  z.string(missing).trim().min(1, { error: missing, abort: true }).max(max, tooLong);
