import { median } from '@shop/e2e/percentile';

/**
 * Measures each side once a round, so that other load on the machine affects all alike; returns the results of each side.
 * Round 0 is a warm-up and does not count.
 */
export async function interleave<Result>(rounds: number, sides: ((round: number) => Promise<Result>)[]) {
  const results: Result[][] = sides.map(() => []);
  for (let round = 0; round <= rounds; round += 1)
    for (const [place, measure] of sides.entries()) {
      const result = await measure(round);
      if (round > 0) results[place]?.push(result);
    }
  return results;
}

/** A number of requests or orders, and the time that all took. */
export type Work = { count: number; seconds: number };
/** CPU time is unknown for processes that end with their work. */
export type Measurement = { rate: number; cpuMs?: number };

/** `cpu`: milliseconds of CPU time used so far by each process that does the work. One that ends meanwhile was idle. */
export async function measureRound(work: () => Promise<Work>, cpu: () => Map<number, number>): Promise<Measurement> {
  const before = cpu();
  const { count, seconds } = await work();
  const used = [...cpu()].map(([pid, ms]) => ms - (before.get(pid) ?? 0));
  return { rate: count / seconds, cpuMs: used.reduce((sum, ms) => sum + ms, 0) / count };
}

/** One ratio for each round. */
export const ratiosOf = (some: number[], others: number[]) =>
  some.map((rate, round) => rate / (others[round] ?? Number.NaN));

/** The median, and the lowest and highest of all rounds. */
export const withSpread = (values: number[], digits = 0) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;

type Comparison = {
  name: string;
  now: Measurement[];
  /** Turns of the same rounds, by name: of the bare program, of another checkout. */
  others: Record<string, Measurement[] | undefined>;
  /** The lowest acceptable ratio of the rate to that of the bare program. */
  minShare?: number;
};

const rateOf = ({ rate }: Measurement) => rate;
const MEASURES = {
  'per second': { of: rateOf, digits: 0 },
  'CPU ms each': { of: ({ cpuMs }: Measurement) => cpuMs ?? Number.NaN, digits: 2 },
};

/** Prints rates and CPU times with their ratios; a share below the minimum fails the benchmark. */
export function printComparison({ name, now, others, minShare }: Comparison) {
  for (const [measure, { of, digits }] of Object.entries(MEASURES)) {
    const own = now.map(of);
    const cells = [name.padEnd(36), measure, `now ${withSpread(own, digits)}`];
    for (const [other, turns] of Object.entries(others)) {
      const theirs = turns?.map(of) ?? [];
      if (!theirs.every(Number.isFinite) || theirs.length === 0) continue;
      cells.push(`${other} ${withSpread(theirs, digits)}`, `now ÷ ${other} ${withSpread(ratiosOf(own, theirs), 2)}`);
    }
    console.log(cells.join('   '));
  }
  if (!minShare || !others.bare) return;
  const share = median(ratiosOf(now.map(rateOf), others.bare.map(rateOf)));
  console.log(`${name.padEnd(36)} at least ${minShare}: ${verdict(share >= minShare)}`);
}

export function verdict(passed: boolean) {
  if (!passed) process.exitCode = 1;
  return passed ? 'PASS' : 'FAIL';
}
