/** The changed fields before and after; undefined if nothing changed. */
export function changesOf<T extends object>(before: T, after: T) {
  const keys = (Object.keys(after) as (keyof T)[]).filter((key) => before[key] !== after[key]);
  if (keys.length === 0) return undefined;
  const pickChanged = (side: T) => Object.fromEntries(keys.map((key) => [key, side[key]]));
  return { before: pickChanged(before), after: pickChanged(after) };
}
