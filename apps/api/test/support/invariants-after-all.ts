import { afterAll, expect } from 'vitest';
import type { Db } from '#platform/database/db.ts';
import { countViolations } from '#system/invariant-queries.ts';

/** The failed data integrity checks, with their violation counts. */
export const failedInvariants = async (db: Db) =>
  (await countViolations(db)).filter(({ violations }) => violations > 0);

/** After all tests of a file no data integrity check may fail. Call it right after `createTestStore()`. */
export const checkInvariantsAfterAll = ({ db }: { db: Db }) =>
  afterAll(async () => {
    expect(await failedInvariants(db)).toEqual([]);
  });
