/** By nearest rank: of a hundred times the 99th percentile is the last but one. */
export const percentile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN;
export const milliseconds = (times: number[], share: number) => `${percentile(times, share).toFixed(1)} ms`;
