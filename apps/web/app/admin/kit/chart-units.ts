import { dollars } from '@shop/contracts/common/money';
import { percent, wholeDollars, wholeNumber } from '#lib/format.ts';

const A_MILLION = 1_000_000;

const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
/** 1234 → '1.2K' */
const shortNumber = (value: number) => SHORT.format(value);

/** Number formats: `whole` for a single value, `short` for the axis. */
export const UNITS = {
  dollars: {
    // From a million, cents are insignificant and do not fit.
    whole: (amount: number) => (amount < A_MILLION ? dollars(amount) : wholeDollars(amount)),
    short: (amount: number) => `$${shortNumber(amount)}`,
  },
  units: { whole: wholeNumber, short: shortNumber },
  share: { whole: percent, short: (share: number) => `${shortNumber(share * 100)}%` },
};
export type Unit = keyof typeof UNITS;
