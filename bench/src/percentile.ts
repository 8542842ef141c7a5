export const percentile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
export const milliseconds = (times: number[], share: number) => `${percentile(times, share).toFixed(1)} ms`;
