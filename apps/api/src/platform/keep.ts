/** Makes a thing once for everyone who asks within that time, also at the same moment. A failure is not kept. */
export function keep<T>(milliseconds: number, make: () => Promise<T>) {
  let kept: { thing: Promise<T>; until: number } | undefined;

  return () => {
    if (kept && kept.until > performance.now()) return kept.thing;
    const thing = make();
    kept = { thing, until: performance.now() + milliseconds };
    thing.catch(() => {
      kept = undefined;
    });
    return thing;
  };
}
