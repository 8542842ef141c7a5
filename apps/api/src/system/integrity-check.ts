import pLimit from 'p-limit';
import type { Db } from '#platform/database/db.ts';
import { listWatched, takeChanges } from './change-queries.ts';
import { allowFullCheck, allowIdling, tryLock } from './check-queries.ts';
import {
  countViolationsOf,
  insertViolations,
  listKnownKeys,
  listViolations,
  listViolationsAmong,
  replaceViolations,
  saveCheckResults,
  updateFullyChecked,
} from './invariant-queries.ts';
import { INVARIANTS, KEYED, type KeyedInvariant, UNKEYED } from './statement-queries.ts';

/** Changes of one transaction: about a thousand orders. */
const CHANGES_AT_ONCE = 20_000;
/** Few enough that PostgreSQL looks up the rows of each id by an index. */
const IDS_AT_ONCE = 2_000;
/** Connections, and processor cores, that a full check uses. */
export const FULL_CHECKS_AT_ONCE = 2;
/** If more rows violate one invariant, the rest is found when these are corrected. */
const VIOLATIONS_KEPT = 10_000;

/**
 * Checks all that changed since the last call, and all known violations again: only a clean check of its rows resolves
 * a violation. Returns the failed checks, or undefined if another call is at work.
 */
export async function checkChanges(db: Db) {
  for (let taken = CHANGES_AT_ONCE; taken === CHANGES_AT_ONCE; ) {
    const next = await whileAlone(db, 'check_changes', checkNextChanges);
    if (next === undefined) return undefined;
    taken = next;
  }
  return whileAlone(db, 'check_changes', async (tx) => {
    const watched = new Map((await tx.run(listWatched())).map(({ subject, ids }) => [subject, ids]));
    for (const invariant of KEYED) {
      const known = (await tx.run(listKnownKeys(invariant))).map(({ key }) => key);
      await checkIds(tx, invariant, [...new Set([...known, ...(watched.get(invariant.subject) ?? [])])]);
    }
    const counts = [];
    for (const invariant of UNKEYED) counts.push(await countViolationsOf(tx, invariant));
    return tx.run(saveCheckResults(counts));
  });
}

/** The changes are deleted by the transaction that checks them: after a crash they are checked again. */
async function checkNextChanges(tx: Db) {
  const rows = await tx.run(takeChanges(CHANGES_AT_ONCE));
  const subjects = new Map(rows.map(({ subject, ids }) => [subject, ids]));
  for (const invariant of KEYED) await checkIds(tx, invariant, subjects.get(invariant.subject) ?? []);
  return rows[0]?.taken ?? 0;
}

async function checkIds(tx: Db, invariant: KeyedInvariant, ids: string[]) {
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const some = ids.slice(from, from + IDS_AT_ONCE);
    const found = await tx.run(listViolationsAmong(invariant, some));
    await tx.run(replaceViolations(invariant, some, found));
  }
}

/**
 * Checks the whole store on `replica`. What it finds is only added here: a replica may be late, so that the check of the
 * known violations, which follows, decides. Returns false if another full check is at work.
 */
export async function checkAll(db: Db, replica: Db = db) {
  const done = await whileAlone(db, 'check_all', async (tx) => {
    // Until the other connections are done, this transaction only holds the lock.
    await tx.run(allowIdling());
    const found = await forEachAtOnce(replica, KEYED, (other, invariant) =>
      other.run(listViolations(invariant, VIOLATIONS_KEPT)),
    );
    for (const [place, invariant] of KEYED.entries()) await tx.run(insertViolations(invariant, found[place] ?? []));
    await tx.run(updateFullyChecked());
    return true;
  });
  return done ?? false;
}

/** The violations in the whole store, also those that cannot be checked by their subject. */
export const countAllViolations = (db: Db) => forEachAtOnce(db, INVARIANTS, countViolationsOf);

function forEachAtOnce<I, T>(db: Db, invariants: I[], work: (tx: Db, invariant: I) => Promise<T>) {
  const limit = pLimit(FULL_CHECKS_AT_ONCE);
  return limit.map(invariants, (invariant) => forFullCheck(db, (tx) => work(tx, invariant)));
}

/**
 * A transaction with the memory to join whole tables, and without parallel plans: PostgreSQL repeats the aggregates of a
 * statement in each of their processes.
 */
export const forFullCheck = <T>(db: Db, work: (tx: Db) => Promise<T>) =>
  db.transaction(async (tx: Db) => {
    await tx.run(allowFullCheck());
    return work(tx);
  });

/** Runs the work in a transaction with this lock, or returns undefined if another transaction has it. */
const whileAlone = <T>(db: Db, lock: string, work: (tx: Db) => Promise<T>) =>
  db.transaction(async (tx: Db) => {
    const { alone } = await tx.run(tryLock(lock));
    return alone ? work(tx) : undefined;
  });
