import pLimit from 'p-limit';
import type { Db } from '#platform/database/db.ts';
import { bool, list, number, oneOf, orNull, uuid } from '#platform/database/row.ts';
import { all, count, one } from '#platform/database/sql.ts';
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
import { SUBJECT_NAMES } from './subject-rules.ts';

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

const subject = oneOf(SUBJECT_NAMES);

/**
 * Deletes the next recorded changes, and returns the ids of the subjects they belong to; every row has the number of
 * changes, one without a subject too. Rows that a transaction still
 * holds back are taken by a later call, however old they are: no id or time is remembered.
 */
const takeChanges = (limit: number) =>
  all('system.takeChanges', { taken: number, subject: orNull(subject), ids: list(uuid) })`
    with taken as (
           delete from invariant_changes where id in (select id from invariant_changes order by id limit ${limit})
           returning kind, key),
         changed as (select distinct kind, key from taken),
         checkout_ids as (
           select key as id from changed where kind = 'checkout'
           union
           select o.checkout_id from changed join orders o on o.id = key where kind = 'order'
           union
           select o.checkout_id from changed join shipments s on s.id = key join orders o on o.id = s.order_id
            where kind = 'shipment'
           union
           select o.checkout_id from changed join order_status_history h on h.id = key join orders o on o.id = h.order_id
            where kind = 'history'
           union
           select p.checkout_id from changed join payments p on p.id = key
            where kind = 'payment' and p.checkout_id is not null
           union
           select p.checkout_id from changed join refunds r on r.id = key join payments p on p.id = r.payment_id
            where kind = 'refund' and p.checkout_id is not null),
         variant_ids as (
           select key as id from changed where kind = 'variant'
           union
           select r.variant_id from checkout_ids c join reservations r on r.checkout_id = c.id),
         subjects as (
           select 'checkout' as subject, id from checkout_ids
           union
           -- The other payments with the same id at the provider.
           select 'checkout', other.checkout_id
             from checkout_ids c join payments p on p.checkout_id = c.id
             join payments other on (other.provider, other.provider_payment_id) = (p.provider, p.provider_payment_id)
            where other.checkout_id is not null
           union all
           select 'variant', id from variant_ids
           union
           select 'product', key from changed where kind = 'product'
           union
           select 'product', v.product_id from variant_ids i join variants v on v.id = i.id
           union all
           select kind, key from changed where kind in ('code', 'user')
           union
           select 'unknown_payment', p.id from changed join payments p on p.id = key
            where kind in ('payment', 'unknown_payment') and p.checkout_id is null)
    select (select count(*) from taken) as taken, subject, array_agg(id) as ids from subjects group by subject
     union all
    select count(*), null, '{}' from taken having count(*) > 0`;

/**
 * Subjects whose checks depend on more than their rows, so that they are always checked: refunds wait for a job of the
 * queue, and captured payments without an order need a difference to the provider. Both are few, and found by an index.
 */
const listWatched = () =>
  all('system.listWatched', { subject, ids: list(uuid) })`
    select subject, array_agg(id) as ids
      from (select case when p.checkout_id is null then 'unknown_payment' else 'checkout' end as subject,
                   coalesce(p.checkout_id, p.id) as id
              from refunds r join payments p on p.id = r.payment_id where r.status = 'pending'
             union
            select 'checkout', checkout_id from payments
             where order_id is null and status = 'captured' and checkout_id is not null) watched group by subject`;

/** Until the transaction ends. */
const tryLock = (name: string) =>
  one('system.tryLock', { alone: bool })`select pg_try_advisory_xact_lock(hashtext(${name})) as alone`;

/** For a transaction that only holds a lock. */
const allowIdling = () => count('system.allowIdling')`set local idle_in_transaction_session_timeout = 0`;

const allowFullCheck = () =>
  count('system.allowFullCheck')`
    select from set_config('work_mem', '192MB', true) memory,
                set_config('max_parallel_workers_per_gather', '0', true) workers`;
