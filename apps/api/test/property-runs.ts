/** How often a property is tried: enough for every day, as often as promised with THOROUGH=1, a tenth of that with 0.1. */
export const rounds = (usual: number, promised: number) =>
  process.env.THOROUGH ? Math.ceil(promised * Number(process.env.THOROUGH)) : usual;

/** Printed with the property it was used for: SEED=… tries the same again, and then looks for the shortest way to fail. */
export const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
export const propertyOptions = (numRuns: number) => ({ numRuns, seed, endOnFailure: process.env.SEED === undefined });
