import { type Hits, hitWindows, keepRecent } from '@shop/telemetry/hit-windows';
import type { OptionalRedis } from '#platform/clients/redis.ts';

type Limit = { key: string; max: number; windowMs: number };
/** Hits of one key that Redis has counted in advance, and how many of them have happened. */
type Batch = { counted: Promise<Hits | undefined>; used: number; endsAt: number };

/** One script, so that a key never exists without an expiry. */
const COUNT = `
  local current = redis.call('INCRBY', KEYS[1], ARGV[2])
  if current == tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return { current, redis.call('PTTL', KEYS[1]) }
`;

/** In this order, up to the first that exceeds its maximum; returns its TTL, or nil if none does. */
const COUNT_ALL = `
  for i, key in ipairs(KEYS) do
    local current = redis.call('INCR', key)
    if current == 1 then redis.call('PEXPIRE', key, ARGV[2 * i]) end
    if current > tonumber(ARGV[2 * i - 1]) then return redis.call('PTTL', key) end
  end
  return nil
`;

/** Does not recreate an expired key. */
const FORGIVE = `
  for _, key in ipairs(KEYS) do
    if redis.call('EXISTS', key) == 1 then redis.call('DECR', key) end
  end
`;

const redisKey = (key: string) => `rate:${key}`;

/** Fixed-window counter in Redis, shared by all processes; without Redis each process counts separately. */
export function hitCounter(redis: OptionalRedis) {
  const own = hitWindows();
  const batches = new Map<string, Batch>();

  async function count(key: string, windowMs: number, size: number): Promise<Hits | undefined> {
    const counted = await redis.attempt((client) => client.eval(COUNT, 1, redisKey(key), windowMs, size));
    return Array.isArray(counted) ? { current: Number(counted[0]), ttl: Number(counted[1]) } : undefined;
  }

  function startBatch(key: string, windowMs: number, size: number) {
    const batch: Batch = { counted: count(key, windowMs, size), used: 0, endsAt: Number.POSITIVE_INFINITY };
    void batch.counted.then((counted) => {
      batch.endsAt = performance.now() + (counted?.ttl ?? 0);
    });
    keepRecent(batches, key, batch);
    return batch;
  }

  return {
    /**
     * With a `batchSize`, Redis counts that many hits at once and is asked again after them: no more hits than the
     * maximum are allowed, but up to `batchSize - 1` fewer for each further process.
     */
    async hit(key: string, windowMs: number, batchSize = 1): Promise<Hits> {
      const last = batches.get(key);
      const batch =
        last && last.used < batchSize && last.endsAt > performance.now() ? last : startBatch(key, windowMs, batchSize);
      batch.used += 1;
      const remaining = batchSize - batch.used;
      const counted = await batch.counted;
      if (!counted) return own.hit(key, windowMs);
      return { current: counted.current - remaining, ttl: batch.endsAt - performance.now() };
    },
    /**
     * One hit for each key, in one call: in this order, up to the first that exceeds its maximum, whose remaining window
     * in milliseconds is returned. An attacker who is blocked by the first adds nothing to the second.
     */
    async hitAll(limits: Limit[]): Promise<number | undefined> {
      const keys = limits.map(({ key }) => redisKey(key));
      const args = limits.flatMap(({ max, windowMs }) => [max, windowMs]);
      const ttl = await redis.attempt((client) => client.eval(COUNT_ALL, keys.length, ...keys, ...args));
      if (ttl !== undefined) return ttl === null ? undefined : Number(ttl);
      for (const { key, max, windowMs } of limits) {
        const hits = own.hit(key, windowMs);
        if (hits.current > max) return hits.ttl;
      }
    },
    /** Subtracts one hit of each key, for an attempt that succeeded. */
    async forgive(...keys: string[]) {
      await redis.attempt((client) => client.eval(FORGIVE, keys.length, ...keys.map(redisKey)));
      for (const key of keys) own.forgive(key);
    },
    async reset(key: string) {
      await redis.attempt((client) => client.del(redisKey(key)));
      own.reset(key);
    },
  };
}
