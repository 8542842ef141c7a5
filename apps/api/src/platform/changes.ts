/** The changed fields before and after; undefined if nothing changed. */
export function changesOf<T extends object>(before: T, after: T) {
  const keys = (Object.keys(after) as (keyof T)[]).filter((key) => !isSame(before[key], after[key]));
  if (keys.length === 0) return undefined;
  const pickChanged = (side: T) => Object.fromEntries(keys.map((key) => [key, side[key]]));
  return { before: pickChanged(before), after: pickChanged(after) };
}

/** Whether both are the same JSON, in any order of keys. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** PostgreSQL's jsonb does not preserve the order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([key, part]) => [key, sorted(part)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
