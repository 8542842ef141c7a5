import type { Db } from '#db.ts';
import { hasExpired, lockExpired } from './queries.ts';
import { releaseCheckouts } from './queries-stock.ts';

const BATCH = 50;

/** Gives back what was not paid in time, in short transactions; says how many checkouts that ended. */
export async function expireCheckouts(db: Db) {
  let ended = 0;
  while (await hasExpired(db)) {
    const ids = await db.transaction(async (tx) => {
      const expired = await lockExpired(tx, BATCH);
      if (expired.length > 0) await releaseCheckouts(tx, expired, 'expired');
      return expired;
    });
    ended += ids.length;
    // What is left is being paid or freed by others this very moment.
    if (ids.length < BATCH) break;
  }
  return ended;
}
