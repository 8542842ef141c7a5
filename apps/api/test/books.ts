import { afterAll, expect } from 'vitest';
import { countViolations } from '#audit/queries.ts';
import type { Db } from '#db.ts';

/** Every rule of the books that is broken, with how often. */
export const brokenRules = async (db: Db) => (await countViolations(db)).filter(({ violations }) => violations > 0);

/** Whatever the tests of a file did, at the end the books must be in order. Call it right after `ownShop()`. */
export const checkBooksAtTheEnd = ({ db }: { db: Db }) =>
  afterAll(async () => expect(await brokenRules(db)).toEqual([]));
