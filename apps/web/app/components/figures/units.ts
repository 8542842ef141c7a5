import { shortNumber, wholeDollars, wholeNumber } from '#lib/format.ts';

/** Number formats: `whole` for a single value, `short` for the axis. */
export const UNITS = {
  dollars: { whole: wholeDollars, short: (amount: number) => `$${shortNumber(amount)}` },
  units: { whole: wholeNumber, short: shortNumber },
};
export type Unit = keyof typeof UNITS;
