/** What every suite of attacks runs with: nothing that keeps an attacker out may depend on Redis. */
export const redisModes = () =>
  [
    ['with Redis', process.env.REDIS_URL ?? 'redis://127.0.0.1:6379/0'],
    // Nobody listens there.
    ['without Redis', 'redis://127.0.0.1:1/0'],
  ] as const;

/** For suites whose limits Redis does not count: a run of all tests takes them once, `npm test -- attacks` both ways. */
export const redisModesIfRequested = () => redisModes().slice(0, process.env.ATTACKS === 'both' ? 2 : 1);
