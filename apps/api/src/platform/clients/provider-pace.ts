import { setTimeout } from 'node:timers/promises';

const DEFAULT_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** After a 429: as many calls a second, until there was none for a minute. */
const CALLS_A_SECOND = 5;
const PACED_MS = 60_000;
/** A call that would wait longer is not made; together with its own timeout it ends within that of a checkout's request. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Adapts the calls of this process to the provider's rate limit: none until its `Retry-After`, then a token bucket of one.
 * Without a 429 nothing is delayed.
 */
export function createPace() {
  let pausedUntil = 0;
  let pacedUntil = 0;
  let nextTurn = 0;

  return {
    slowDown(retryAfterSeconds: number | undefined) {
      const now = performance.now();
      const pause = retryAfterSeconds === undefined ? DEFAULT_PAUSE_MS : retryAfterSeconds * 1_000;
      pausedUntil = Math.max(pausedUntil, now + Math.min(pause, LONGEST_PAUSE_MS));
      pacedUntil = pausedUntil + PACED_MS;
    },
    /** Waits until a call may be made; false if that takes too long. */
    async takeTurn() {
      const now = performance.now();
      if (now >= pacedUntil) return true;
      const turn = Math.max(now, pausedUntil, nextTurn);
      if (turn - now > LONGEST_WAIT_MS) return false;
      nextTurn = turn + 1_000 / CALLS_A_SECOND;
      await setTimeout(turn - now);
      return true;
    },
  };
}
