import type { Db } from '#platform/database/db.ts';
import { hasExpired, lockExpired } from './queries.ts';
import { releaseCheckouts } from './release.ts';

const BATCH = 50;

/** Releases checkouts that were not paid in time, in short transactions; returns their number. */
export async function expireCheckouts(db: Db) {
  let ended = 0;
  while (await hasExpired(db)) {
    const ids = await db.transaction(async (tx) => {
      const expired = await lockExpired(tx, BATCH);
      if (expired.length > 0) await releaseCheckouts(tx, expired, 'expired');
      return expired;
    });
    ended += ids.length;
    // The rest is locked: being paid, or released by another process.
    if (ids.length < BATCH) break;
  }
  return ended;
}
