import type { Db } from '#platform/database/db.ts';
import { bool, number } from '#platform/database/row.ts';
import { count, one, sql } from '#platform/database/sql.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';

/**
 * Recounts the next changed orders and their refunds: subtracts from the metrics what each contributed before and adds
 * what it contributes now, on the day of the store's time zone. One statement, so that it reads one snapshot, and a
 * worker that dies leaves nothing half counted. Metrics are written in the order of their index, page by page. Returns
 * the number of processed changes.
 */
export function countChangedOrders(db: Db, limit: number) {
  return db.transaction(async (tx) => {
    // Two concurrent runs could both subtract the same order. The second one returns at once.
    const { alone } = await tx.run(tryToLockCount());
    if (!alone) return 0;
    const { taken } = await tx.run(countOrders(limit));
    return taken;
  });
}

const tryToLockCount = () =>
  one('analytics.tryToLockCount', { alone: bool })`
    select pg_try_advisory_xact_lock(hashtext('count_changed_orders')) as alone`;

const countOrders = (limit: number) =>
  one('analytics.countChangedOrders', { taken: number })`
    with zone as materialized (select store_time_zone() as name),
         taken as (
           delete from order_changes where id in (select id from order_changes order by id limit ${limit})
           returning order_id),
         changed as (
           select o.*, (o.created_at at time zone zone.name)::date as day
             from (select distinct order_id from taken) t join orders o on o.id = t.order_id cross join zone),
         ${ORDER_CHANGES},
         ${REFUND_CHANGES},
         metrics as (
           select 'all' as subject, 'day' as grain, day as start, '' as key, orders, 0 as units, cents, unpaid, repeated
             from parts
           union all
           select 'all', 'day', day, '', 0, units, 0, 0, 0 from items
           union all
           select 'promise', 'day', promised_latest, '', promises, kept, 0, 0, 0 from parts where promised_latest is not null
           union all
           select subject, grain, date_trunc(grain, day::timestamp)::date, key, orders, units, cents, 0, 0
             from subjects, unnest(grains) grain
           union all
           select 'refund', 'day', day, '', refunds, 0, cents, 0, 0 from refund_parts
           union all
           select 'refunded_product', grain, date_trunc(grain, day::timestamp)::date, key, refunds, 0, cents, 0, 0
             from refunded_items, unnest(array['day', 'month', 'year']) grain),
         counted as (
           insert into sales (subject, grain, start, key, orders, units, cents, unpaid_cents, returning_orders)
           select subject, grain, start, key, sum(orders), sum(units), sum(cents), sum(unpaid), sum(repeated)
             from metrics group by 1, 2, 3, 4
           having (sum(orders), sum(units), sum(cents), sum(unpaid), sum(repeated)) <> (0, 0, 0, 0, 0)
            order by 1, 2, 3, 4
               on conflict (subject, grain, start, key) do update
              set orders = sales.orders + excluded.orders, units = sales.units + excluded.units,
                  cents = sales.cents + excluded.cents, unpaid_cents = sales.unpaid_cents + excluded.unpaid_cents,
                  returning_orders = sales.returning_orders + excluded.returning_orders)
    select count(*) as taken from taken`;

/**
 * `parts` are what an order contributes now, and the negative of what it contributed before. An order without `day` was
 * counted in UTC, and per month and year only. `repeated` is 1 if the customer had ordered before. `kept`: delivered by
 * the last promised day or, while the delivery is not recorded, shipped by the day on which it had to.
 */
const ORDER_CHANGES = sql`
  present as (
    select o.id, o.user_id, o.day, (o.created_at at time zone 'UTC')::date as utc_day, o.payment_method, o.discount_code,
           case when o.status = 'cancelled' then 0 else 1 end as orders,
           case when o.status = 'cancelled' then 0 else o.total_cents - coalesce(back.cents, 0) end as cents,
           case when o.status <> 'cancelled' and o.payment_status = 'pending'
                then o.total_cents - coalesce(back.cents, 0) else 0 end as unpaid,
           case when o.status <> 'cancelled' and exists (
                       select from orders e where e.user_id = o.user_id and (e.created_at, e.id) < (o.created_at, o.id))
                then 1 else 0 end as repeated,
           o.promised_latest, case when o.status = 'cancelled' or o.promised_latest is null then 0 else 1 end as promises,
           coalesce(case o.status when 'delivered' then reached.day <= o.promised_latest
                                  when 'shipped' then reached.day <= o.dispatch_by end, false)::int as kept
      from changed o,
           lateral (select (max(h.created_at) at time zone zone.name)::date as day
                      from zone, order_status_history h
                     where h.order_id = o.id and h.to_status = o.status group by zone.name) reached,
           lateral (select round(o.total_cents * sum(r.amount_minor) / nullif(o.charge_minor, 0)) as cents
                      from (select f.amount_minor, f.status from payments p join refunds f on f.payment_id = p.id
                             where p.checkout_id = o.checkout_id and p.order_id = o.id
                             union all
                            select amount_minor, status from refunds where order_id = o.id) r
                     where r.status <> 'failed') back),
  change as (
    select p.*, c.order_id is not null as was_counted, c.day as counted_day, c.orders::int as counted_orders,
           c.cents as counted_cents, c.unpaid_cents as counted_unpaid, c.returning_orders::int as counted_repeated,
           c.promises::int as counted_promises, c.kept_promises::int as counted_kept
      from present p left join counted_orders c on c.order_id = p.id
     where (c.order_id is not null or p.orders > 0)
       and (p.day, p.orders, p.cents, p.unpaid, p.repeated, p.promises, p.kept)
             is distinct from (c.day, c.orders::int, c.cents, c.unpaid_cents, c.returning_orders::int, c.promises::int,
                               c.kept_promises::int)),
  remembered as (
    insert into counted_orders (order_id, day, orders, cents, unpaid_cents, returning_orders, promises, kept_promises)
    select id, day, orders, cents, unpaid, repeated, promises, kept from change
        on conflict (order_id) do update
       set day = excluded.day, orders = excluded.orders, cents = excluded.cents, unpaid_cents = excluded.unpaid_cents,
           returning_orders = excluded.returning_orders, promises = excluded.promises,
           kept_promises = excluded.kept_promises),
  parts as (
    select id, user_id, payment_method, discount_code, day, orders, cents, unpaid, repeated, promised_latest, promises, kept,
           array['day', 'month', 'year'] as grains
      from change
    union all
    select id, user_id, payment_method, discount_code, coalesce(counted_day, utc_day), -counted_orders, -counted_cents,
           -counted_unpaid, -counted_repeated, promised_latest, -counted_promises, -counted_kept,
           case when counted_day is null then array['month', 'year'] else array['day', 'month', 'year'] end
      from change where was_counted),
  items as (
    select p.id, p.day, p.grains, l.product_id, l.category_id, p.orders, p.orders * l.quantity as units,
           p.orders * l.quantity * l.unit_price_cents as cents
      from parts p join order_lines l on l.order_id = p.id where p.orders <> 0),
  subjects as (
    select 'payment_method' as subject, day, grains, payment_method as key, orders, 0 as units, cents from parts
    union all
    select 'discount_code', day, grains, discount_code, orders, 0, cents from parts where discount_code is not null
    union all
    select 'customer', day, grains, user_id::text, orders, 0, cents from parts where cardinality(grains) = 3
    union all
    select 'category', day, grains, category_id::text, orders, sum(units), sum(cents)
      from items group by id, day, grains, orders, category_id
    union all
    select 'product', day, grains, product_id::text, orders, sum(units), sum(cents)
      from items group by id, day, grains, orders, product_id)`;

/**
 * A refund counts on the day it was requested, unless it failed. It is split among the items that it names, by what was
 * paid for them, or among all by their prices.
 */
const REFUND_CHANGES = sql`
  refund_state as (
    select r.id, o.id as order_id, (r.created_at at time zone zone.name)::date as day,
           case when r.status = 'failed' then 0 else 1 end as refunds,
           case when r.status = 'failed' then 0
                else coalesce(round(o.total_cents::numeric * r.amount_minor / nullif(o.charge_minor, 0)), 0) end as cents
      from changed o cross join lateral (
             select f.id, f.created_at, f.status, f.amount_minor from payments p join refunds f on f.payment_id = p.id
              where p.checkout_id = o.checkout_id and p.order_id = o.id
              union all
             select id, created_at, status, amount_minor from refunds where order_id = o.id) r cross join zone),
  refund_change as (
    select n.*, c.day as counted_day, c.refunds::int as counted_refunds, c.cents as counted_cents
      from refund_state n left join counted_refunds c on c.refund_id = n.id
     where (c.refund_id is not null or n.refunds > 0)
       and (n.day, n.refunds, n.cents) is distinct from (c.day, c.refunds::int, c.cents)),
  remembered_refunds as (
    insert into counted_refunds (refund_id, day, refunds, cents)
    select id, day, refunds, cents from refund_change
        on conflict (refund_id) do update
       set day = excluded.day, refunds = excluded.refunds, cents = excluded.cents),
  refund_parts as (
    select id, order_id, day, refunds, cents from refund_change
    union all
    select id, order_id, counted_day, -counted_refunds, -counted_cents from refund_change where counted_day is not null),
  refunded_items as (
    select r.day, l.product_id::text as key, r.refunds,
           coalesce(round(r.cents * sum(l.weight) / nullif(sum(sum(l.weight)) over (partition by r.id, r.refunds), 0)), 0)
             as cents
      from refund_parts r,
           lateral (select x.product_id, f.amount_minor as weight
                      from refund_lines f join order_lines x on x.id = f.order_line_id
                     where f.refund_id = r.id and f.amount_minor > 0
                     union all
                    select x.product_id, x.quantity * x.unit_price_cents from order_lines x
                     where x.order_id = r.order_id
                       and not exists (select from refund_lines where refund_id = r.id and amount_minor > 0)) l
     where r.refunds <> 0
     group by r.id, r.day, r.refunds, r.cents, l.product_id)`;

/** Deletes all sales metrics and enqueues all orders for a recount, by the worker or by the caller. */
export const resetSales = (db: Db) =>
  db.transaction(async (tx) => {
    await tx.run(count('analytics.lockCount')`select from pg_advisory_xact_lock(hashtext('count_changed_orders'))`);
    await tx.run(count('analytics.deleteSales')`truncate sales, counted_orders, counted_refunds`);
    await tx.run(count('analytics.deleteRecounts')`delete from sales_recounts`);
    await tx.run(count('analytics.enqueueOrders')`insert into order_changes (order_id) select id from orders`);
  });

/** New accounts, from the last counted day on: that day was not over when it was counted. */
export const countCustomers = (db: Db) =>
  db.run(
    count('analytics.countCustomers')`
      with zone as materialized (select store_time_zone() as name)
      insert into daily_counts (metric, day, count)
      select 'customers', (created_at at time zone zone.name)::date, count(*) from users, zone
       where role = 'customer' and guest_email is null
         and created_at >= coalesce((select max(day) from daily_counts where metric = 'customers')::timestamp
                                      at time zone (select name from zone), '-infinity')
       group by 2
          on conflict (metric, day) do update set count = excluded.count`,
  );

/** Zero-result searches are stored for 25 months. */
export const deleteOldSearches = (db: Db) =>
  deleteInPortions(() =>
    db.run(
      count('analytics.deleteOldSearches')`
        delete from zero_result_searches where (month, query) in (
          select month, query from zero_result_searches where month < (${endOfRetention('searches')})::date
           order by month, query limit ${PORTION} for update skip locked)`,
    ),
  );
