import type { ApiResult } from './api.server.ts';

/** The time a cached public page is fresh. */
const FRESH_MS = 1_000;

/**
 * What the API returned, shared by all visitors and refreshed after `FRESH_MS`. While the API is unavailable, the last
 * value it returned; undefined if there is none.
 */
export function cacheRead<T>(read: () => Promise<ApiResult<T>>) {
  let value: T | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function refresh() {
    try {
      const result = await read();
      if (result.ok) value = result.value;
    } finally {
      readAt = performance.now();
      reading = undefined;
    }
  }

  /** `allowStale` returns the cached value without waiting and refreshes it in the background. */
  return async ({ allowStale = false } = {}) => {
    if (performance.now() - readAt >= FRESH_MS) reading ??= refresh();
    if (!allowStale || !value) await reading;
    return value;
  };
}
