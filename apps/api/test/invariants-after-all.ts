import { sql } from 'drizzle-orm';
import { afterAll, expect } from 'vitest';
import { countViolations } from '#audit/queries.ts';
import type { Db } from '#db.ts';

/** Every rule of the books that is broken, with how often. */
export const failedInvariants = async (db: Db) =>
  (await countViolations(db)).filter(({ violations }) => violations > 0);

/**
 * Whatever the tests of a file did, at the end the books must be in order, and no two must have waited for each other:
 * whoever wants the same things wants them in the same order. Call it right after `ownShop()`.
 */
export const checkInvariantsAfterAll = ({ db }: { db: Db }) =>
  afterAll(async () => {
    expect(await failedInvariants(db)).toEqual([]);
    const { rows } = await db.execute(
      sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });
