/** Memoizes the result for that time; concurrent callers share one call. A rejection is not cached. */
export function memoizeFor<T>(milliseconds: number, make: () => Promise<T>) {
  let cached: { value: Promise<T>; until: number } | undefined;

  return () => {
    if (cached && cached.until > performance.now()) return cached.value;
    const value = make();
    cached = { value, until: performance.now() + milliseconds };
    value.catch(() => {
      cached = undefined;
    });
    return value;
  };
}
