import { shortNumber, wholeDollars, wholeNumber } from '#lib/format.ts';

/** How values are written: whole where one looks at one of them, short along the scale. */
export const UNITS = {
  dollars: { whole: wholeDollars, short: (amount: number) => `$${shortNumber(amount)}` },
  units: { whole: wholeNumber, short: shortNumber },
};
export type Unit = keyof typeof UNITS;
