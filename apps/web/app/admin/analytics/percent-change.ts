/** In percent, to one decimal; null if there is nothing to compare with. */
export const percentChange = (now: number | null, before: number | null) =>
  now === null || !before ? null : Math.round(((now - before) / before) * 1_000) / 10;
