import type { CallResult } from './api.server.ts';
import { READ_MS } from './page-age.ts';

/**
 * What the API returned, shared by all visitors and read again after `READ_MS`, counted from the start of the read: what
 * it returns may be as old. While the API is unavailable, the last value it returned; undefined if there is none.
 */
export function cacheRead<T>(read: () => Promise<CallResult<T>>) {
  type Reading = { startedAt: number; result: Promise<void> };
  let latest: Reading | undefined;
  let last: { value: T; startedAt: number } | undefined;

  function start(): Reading {
    const startedAt = performance.now();
    const result = read().then((found) => {
      // A read that was overtaken by the next one returns something older.
      if (found.ok && !(last && last.startedAt > startedAt)) last = { value: found.value, startedAt };
    });
    return { startedAt, result };
  }

  return async () => {
    if (!latest || performance.now() - latest.startedAt >= READ_MS) latest = start();
    await latest.result;
    return last?.value;
  };
}
