import { hitWindows } from '@shop/telemetry/hit-windows';
import type { OptionalRedis } from '#platform/clients/redis.ts';

type Limit = { key: string; max: number; windowMs: number };

/** One script, so that a key never exists without an expiry. */
const COUNT = `
  local current = redis.call('INCR', KEYS[1])
  if current == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return current
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

  return {
    /** The hits of this window, with this one. */
    async hit(key: string, windowMs: number): Promise<number> {
      const counted = await redis.attempt((client) => client.eval(COUNT, 1, redisKey(key), windowMs));
      return counted === undefined ? own.hit(key, windowMs).current : Number(counted);
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
