/** Nearest-rank method: the 99th percentile of 100 times is the second highest. */
export const percentile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN;
export const milliseconds = (times: number[], share: number) => `${percentile(times, share).toFixed(1)} ms`;
