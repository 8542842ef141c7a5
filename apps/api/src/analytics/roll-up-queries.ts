import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';

/**
 * Recounts the next changed orders: subtracts from the metrics what each contributed before and adds what it
 * contributes now. One statement, so that it reads one snapshot, and a worker that dies leaves nothing half counted.
 * Metrics are written in the order of their index, page by page. Returns the number of processed changes.
 */
export function countChangedOrders(db: Db, limit: number) {
  return db.transaction(async (tx) => {
    // Two concurrent runs could both subtract the same order. The second one returns at once.
    const { rows: locks } = await tx.execute<{ alone: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('count_changed_orders')) as alone`,
    );
    if (!locks[0]?.alone) return 0;
    const { rows } = await tx.execute<{ taken: number }>(sql`
      with taken as (
             delete from order_changes where id in (select id from order_changes order by id limit ${limit})
             returning order_id),
           present as (
             select o.id, (o.created_at at time zone 'UTC')::date as day, o.payment_method, o.discount_code,
                    case when o.status = 'cancelled' then 0 else 1 end as orders,
                    case when o.status = 'cancelled' then 0 else o.total_cents - coalesce(back.cents, 0) end as cents,
                    case when o.status <> 'cancelled' and o.payment_status = 'pending'
                         then o.total_cents - coalesce(back.cents, 0) else 0 end as unpaid
               from (select distinct order_id from taken) changed join orders o on o.id = changed.order_id,
                    lateral (select round(o.total_cents * sum(r.amount_minor) / nullif(o.charge_minor, 0)) as cents
                               from payments p join refunds r on r.payment_id = p.id and r.status <> 'failed'
                              where p.checkout_id = o.checkout_id and p.order_id = o.id) back),
           change as (
             select p.id, p.day, p.payment_method, p.discount_code, p.orders as orders_now, p.cents as cents_now,
                    p.unpaid as unpaid_now, p.orders - coalesce(c.orders, 0) as orders,
                    p.cents - coalesce(c.cents, 0) as cents, p.unpaid - coalesce(c.unpaid_cents, 0) as unpaid
               from present p left join counted_orders c on c.order_id = p.id
              where (p.orders, p.cents, p.unpaid)
                      is distinct from (coalesce(c.orders, 0)::int, coalesce(c.cents, 0), coalesce(c.unpaid_cents, 0))),
           remembered as (
             insert into counted_orders (order_id, orders, cents, unpaid_cents)
             select id, orders_now, cents_now, unpaid_now from change
                 on conflict (order_id) do update
                set orders = excluded.orders, cents = excluded.cents, unpaid_cents = excluded.unpaid_cents),
           items as (
             select c.id, c.day, l.product_id, l.category_id, c.orders, c.orders * l.quantity as units,
                    c.orders * l.quantity * l.unit_price_cents as cents
               from change c join order_lines l on l.order_id = c.id where c.orders <> 0),
           subjects as (
             select 'payment_method' as subject, day, payment_method as key, orders, 0 as units, cents from change
             union all
             select 'discount_code', day, discount_code, orders, 0, cents from change where discount_code is not null
             union all
             select 'category', day, category_id::text, max(orders), sum(units), sum(cents)
               from items group by id, day, category_id
             union all
             select 'product', day, product_id::text, max(orders), sum(units), sum(cents)
               from items group by id, day, product_id),
           metrics as (
             select 'all' as subject, 'day' as grain, day as start, '' as key, orders, 0 as units, cents, unpaid
               from change
             union all
             select 'all', 'day', day, '', 0, units, 0, 0 from items
             union all
             select subject, grain, date_trunc(grain, day::timestamp)::date, key, orders, units, cents, 0
               from subjects, unnest(array['month', 'year']) grain),
           counted as (
             insert into sales (subject, grain, start, key, orders, units, cents, unpaid_cents)
             select subject, grain, start, key, sum(orders), sum(units), sum(cents), sum(unpaid) from metrics
              group by 1, 2, 3, 4 order by 1, 2, 3, 4
                 on conflict (subject, grain, start, key) do update
                set orders = sales.orders + excluded.orders, units = sales.units + excluded.units,
                    cents = sales.cents + excluded.cents, unpaid_cents = sales.unpaid_cents + excluded.unpaid_cents)
      select count(*)::int as taken from taken`);
    return rows[0]?.taken ?? 0;
  });
}

/** Deletes all sales metrics and enqueues all orders for a recount, by the worker or by the caller. */
export const resetSales = (db: Db) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('count_changed_orders'))`);
    await tx.execute(sql`truncate sales, counted_orders`);
    await tx.execute(sql`insert into order_changes (order_id) select id from orders`);
  });

/** New accounts, from the last counted day on: that day was not over when it was counted. */
export const countCustomers = (db: Db) =>
  db.execute(sql`
    insert into daily_counts (metric, day, count)
    select 'customers', (created_at at time zone 'UTC')::date, count(*) from users
     where role = 'customer'
       and created_at >= coalesce((select max(day) from daily_counts where metric = 'customers')::timestamp
                                    at time zone 'UTC', '-infinity')
     group by 2
        on conflict (metric, day) do update set count = excluded.count`);

/** Zero-result searches are stored for 25 months. */
export const deleteOldSearches = (db: Db) =>
  db.execute(sql`delete from zero_result_searches where month < (now() - interval '25 months')::date`);
