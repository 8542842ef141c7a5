import { median } from '@shop/e2e/percentile';

/**
 * Measures each side once a round, so that other load on the machine affects all alike; returns the rates of each side.
 * Round 0 is a warm-up and does not count.
 */
export async function takeTurns(rounds: number, sides: ((round: number) => Promise<number>)[]) {
  const rates: number[][] = sides.map(() => []);
  for (let round = 0; round <= rounds; round += 1)
    for (const [place, measure] of sides.entries()) {
      const rate = await measure(round);
      if (round > 0) rates[place]?.push(rate);
    }
  return rates;
}

/** One ratio for each round. */
export const ratiosOf = (some: number[], others: number[]) =>
  some.map((rate, round) => rate / (others[round] ?? Number.NaN));

/** The median, and the lowest and highest of all rounds. */
export const withSpread = (values: number[], digits = 0) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;

type Rates = {
  name: string;
  now: number[];
  /** Rates of the same rounds, by name: of the bare program, of another checkout. */
  others: Record<string, number[] | undefined>;
  /** The lowest acceptable ratio to the bare program. */
  minShare?: number;
};

/** Prints rates per second and their ratios; a share below the minimum fails the benchmark. */
export function printRates({ name, now, others, minShare }: Rates) {
  const cells = [name.padEnd(44), `now ${withSpread(now)}`];
  for (const [other, rates] of Object.entries(others))
    if (rates) cells.push(`${other} ${withSpread(rates)}`, `now ÷ ${other} ${withSpread(ratiosOf(now, rates), 2)}`);
  if (minShare && others.bare)
    cells.push(`at least ${minShare}: ${verdict(median(ratiosOf(now, others.bare)) >= minShare)}`);
  console.log(cells.join('   '));
}

export function verdict(passed: boolean) {
  if (!passed) process.exitCode = 1;
  return passed ? 'PASS' : 'FAIL';
}
