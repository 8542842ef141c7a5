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
