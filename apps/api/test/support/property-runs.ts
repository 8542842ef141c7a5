/** Number of runs of a property: few by default, all with THOROUGH=1, a tenth of all with THOROUGH=0.1. */
export const rounds = (usual: number, promised: number) =>
  process.env.THOROUGH ? Math.ceil(promised * Number(process.env.THOROUGH)) : usual;

/** Printed with the property: SEED=… repeats the run and then shrinks the counterexample. */
export const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
export const propertyOptions = (numRuns: number) => ({ numRuns, seed, endOnFailure: process.env.SEED === undefined });
