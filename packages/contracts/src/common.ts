import { z } from 'zod';

export const Id = z.uuid();

/** Dollars with two places: how money crosses the API. Inside, it is whole cents. */
export const Amount = z.number().multipleOf(0.01);

/** An e-mail address, refused in the words of the form that asks for it. */
export const email = (invalid: string) =>
  z
    .string(invalid)
    .trim()
    .toLowerCase()
    .max(320, invalid)
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, invalid);
