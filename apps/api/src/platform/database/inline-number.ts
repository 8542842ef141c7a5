import { sql } from 'drizzle-orm';

/** For constants and counts of the code: a number in the text of the statement instead of a parameter. */
export const inlineNumber = (number: number) => sql.raw(`${number}`);
