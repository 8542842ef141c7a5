import type { Db } from '#platform/database/db.ts';
import { type Row, uuid } from '#platform/database/row.ts';
import { all, count, first } from '#platform/database/sql.ts';
import { countCustomers } from './roll-up-queries.ts';

/** Orders and accounts whose days follow a new time zone. Older ones keep theirs. */
const RECOUNTED_DAYS = 90;

/**
 * Enqueues the next orders of a recount, if there is one: after a migration all orders, after a change of the time zone
 * the latest. Returns how many; 0 also while as many wait, or a slow count would put ever more before new orders.
 */
export const enqueueRecounted = (db: Db, limit: number) =>
  db.transaction(async (tx) => {
    const recount = await tx.run(lockRecount(limit));
    if (!recount) return 0;
    const rows = await tx.run(enqueueOrders(recount, limit));
    const [last] = rows.map(({ id }) => id).toSorted();
    await tx.run(last ? updateRecount(last) : deleteRecount());
    return rows.length;
  });

const recounted = { before: uuid, until: uuid };

const lockRecount = (limit: number) =>
  first('analytics.lockRecount', recounted)`
    select before, until from sales_recounts
     where (select count(*) from (select from order_changes order by id limit ${limit}) waiting) < ${limit}
       for update skip locked`;

const enqueueOrders = ({ before, until }: Row<typeof recounted>, limit: number) =>
  all('analytics.enqueueRecounted', { id: uuid })`
    insert into order_changes (order_id)
    select id from orders where id < ${before} and id >= ${until} order by id desc limit ${limit}
    returning order_id as id`;

const updateRecount = (before: string) =>
  count('analytics.updateRecount')`update sales_recounts set before = ${before}::uuid`;

const deleteRecount = () => count('analytics.deleteRecount')`delete from sales_recounts`;

/** To be called when the time zone has changed. A recount of more orders that is under way starts again. */
export const startRecount = (db: Db) =>
  db.transaction(async (tx) => {
    await tx.run(insertRecount());
    await tx.run(deleteCountedCustomers());
    // Here and not by the next run: a run at this moment may insert today, and the next one continues from the last day.
    await countCustomers(tx);
  });

/** Ids start with their time. */
const insertRecount = () =>
  count('analytics.insertRecount')`
    insert into sales_recounts as r (before, until)
    select 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid,
           (lpad(to_hex((extract(epoch from now() - ${RECOUNTED_DAYS} * interval '1 day') * 1000)::bigint), 12, '0')
            || repeat('0', 20))::uuid
        on conflict (one) do update set before = excluded.before, until = least(r.until, excluded.until)`;

const deleteCountedCustomers = () =>
  count('analytics.deleteCountedCustomers')`
    delete from daily_counts
     where metric = 'customers' and day > (now() at time zone store_time_zone())::date - ${RECOUNTED_DAYS}::int`;
