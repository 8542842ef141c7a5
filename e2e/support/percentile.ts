/** Nearest-rank method: the 99th percentile of 100 values is the second highest. */
export const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

export const median = (values: number[]) => percentile(values, 0.5);
