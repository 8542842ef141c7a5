import { raw } from './sql.ts';

/** A number in the text of the statement instead of a parameter, for constants and computed counts, never for input. */
export const inlineNumber = (number: number) => raw(`${number}`);
