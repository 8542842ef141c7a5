/** Number of runs of a property: few by default, all with THOROUGH=1, a tenth of all with THOROUGH=0.1. */
export const rounds = (usual: number, promised: number) =>
  process.env.THOROUGH ? Math.ceil(promised * Number(process.env.THOROUGH)) : usual;

/**
 * For attacks that try each of some values at each of many places: `usual` values per place by default, all with
 * THOROUGH=1. The next place gets the next values, so that every value is tried at every kind of place.
 */
export function valuesAt<T>(place: number, values: readonly T[], usual: number) {
  const count = rounds(usual, values.length);
  const start = (place * count) % values.length;
  return [...values, ...values].slice(start, start + count);
}

/** Printed with the property: SEED=… repeats the run and then shrinks the counterexample. */
export const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
export const propertyOptions = (numRuns: number) => ({ numRuns, seed, endOnFailure: process.env.SEED === undefined });
