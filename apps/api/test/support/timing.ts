/**
 * Relative difference of the medians of two kinds of call. The calls alternate, so that other load slows both alike,
 * and up to three rounds are measured: a real difference shows in each of them.
 */
export async function medianDifference(pairs: number, first: () => Promise<unknown>, second: () => Promise<unknown>) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && least >= 0.1; round++) {
    const times: [number[], number[]] = [[], []];
    for (let i = 0; i < pairs; i++) {
      times[0].push(await timed(first));
      times[1].push(await timed(second));
    }
    const [one, other] = [median(times[0]), median(times[1])];
    least = Math.min(least, Math.abs(one - other) / one);
  }
  return least;
}

async function timed(work: () => Promise<unknown>) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
