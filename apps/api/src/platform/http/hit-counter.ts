import type { OptionalRedis } from '#platform/clients/redis.ts';

type Hits = { current: number; ttl: number };

const MAX_KEYS = 50_000;

/** One script, so that a key never exists without an expiry. */
const COUNT = `
  local current = redis.call('INCR', KEYS[1])
  if current == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return { current, redis.call('PTTL', KEYS[1]) }
`;

/** Does not recreate an expired key. */
const FORGIVE = `if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('DECR', KEYS[1]) end`;

/** Fixed-window counter in Redis, shared by all processes; without Redis each process counts separately. */
export function hitCounter(redis: OptionalRedis) {
  const own = ownCounter();

  return {
    async hit(key: string, windowMs: number): Promise<Hits> {
      const counted = await redis.attempt((client) => client.eval(COUNT, 1, `rate:${key}`, windowMs));
      if (!Array.isArray(counted)) return own.hit(key, windowMs);
      return { current: Number(counted[0]), ttl: Number(counted[1]) };
    },
    /** Subtracts one hit, for an attempt that succeeded. */
    async forgive(key: string) {
      await redis.attempt((client) => client.eval(FORGIVE, 1, `rate:${key}`));
      own.forgive(key);
    },
    async reset(key: string) {
      await redis.attempt((client) => client.del(`rate:${key}`));
      own.reset(key);
    },
  };
}

function ownCounter() {
  const windows = new Map<string, { current: number; endsAt: number }>();

  return {
    hit(key: string, windowMs: number): Hits {
      const now = performance.now();
      const last = windows.get(key);
      const window = last && last.endsAt > now ? last : { current: 0, endsAt: now + windowMs };
      window.current += 1;

      // Re-inserted at the end: the least recently used key is evicted first (LRU), and memory stays bounded.
      windows.delete(key);
      windows.set(key, window);
      if (windows.size > MAX_KEYS) windows.delete(windows.keys().next().value ?? key);
      return { current: window.current, ttl: window.endsAt - now };
    },
    forgive(key: string) {
      const window = windows.get(key);
      if (window && window.current > 0) window.current -= 1;
    },
    reset: (key: string) => void windows.delete(key),
  };
}
