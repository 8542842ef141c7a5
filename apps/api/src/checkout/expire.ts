import type { Db } from '#platform/database/db.ts';
import { hasExpired, lockExpired } from './queries.ts';
import { releaseCheckouts } from './release.ts';

const BATCH = 50;

/**
 * Releases checkouts that were not paid in time, in short transactions. Those that are being paid, or released by another
 * process, are skipped; with `wait` they have ended as well.
 */
export async function expireCheckouts(db: Db, { wait = false } = {}) {
  while (await hasExpired(db)) {
    const released = await db.transaction(async (tx) => {
      const ids = await lockExpired(tx, BATCH, wait);
      if (ids.length > 0) await releaseCheckouts(tx, ids, 'expired');
      return ids.length;
    });
    if (released < BATCH) return;
  }
}
