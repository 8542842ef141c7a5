/** Makes a thing once for everyone who asks within that time, also at the same moment. A failure is not kept. */
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
