import { shortNumber, wholeDollars, wholeNumber } from '#lib/format.ts';

/** Number formats: `whole` for a single value, `short` for the axis. */
export const UNITS = {
  dollars: { whole: wholeDollars, short: (amount: number) => `$${shortNumber(amount)}` },
  units: { whole: wholeNumber, short: shortNumber },
};
type Unit = keyof typeof UNITS;

type Bar = { name: string; value: number };

type LinePoint = { label: string; value: number; before?: number };

/** `name` and `beforeName` label the lines. */
export type RechartsLineChartProps = { points: LinePoint[]; name: string; beforeName?: string; unit: Unit };

export type RechartsBarChartProps = { bars: Bar[]; name: string; unit: Unit };
