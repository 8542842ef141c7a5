const MAX_KEYS = 50_000;

/** Milliseconds until the window ends. */
export type Hits = { current: number; ttl: number };

/** Counts hits of keys in fixed windows, in the memory of this process: of the keys used last. */
export function hitWindows(maxKeys = MAX_KEYS) {
  const windows = new Map<string, { current: number; endsAt: number }>();

  return {
    hit(key: string, windowMs: number): Hits {
      const now = performance.now();
      const last = windows.get(key);
      const window = last && last.endsAt > now ? last : { current: 0, endsAt: now + windowMs };
      window.current += 1;

      keepRecent(windows, key, window, maxKeys);
      return { current: window.current, ttl: window.endsAt - now };
    },
    forgive(key: string) {
      const window = windows.get(key);
      if (window && window.current > 0) window.current -= 1;
    },
    reset: (key: string) => void windows.delete(key),
  };
}

/** Re-inserted at the end: the least recently used key is evicted first (LRU), and memory stays bounded. */
export function keepRecent<T>(entries: Map<string, T>, key: string, value: T, maxKeys = MAX_KEYS) {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size > maxKeys) entries.delete(entries.keys().next().value ?? key);
}
