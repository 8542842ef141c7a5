/** Every attack suite runs in both modes, as no protection may depend on Redis. */
export const redisModes = () =>
  [
    ['with Redis', process.env.REDIS_URL ?? 'redis://127.0.0.1:6379/0'],
    // A closed port.
    ['without Redis', 'redis://127.0.0.1:1/0'],
  ] as const;

/** For suites without limits counted in Redis: a run of all tests uses one mode, `npm test -- attacks` both. */
export const redisModesIfRequested = () => redisModes().slice(0, process.env.ATTACKS === 'both' ? 2 : 1);
