import { randomInt } from 'node:crypto';
import { Granularity } from '@shop/contracts/analytics/schema';
import { PAYMENT_METHODS } from '@shop/contracts/checkout/constants';
import { monthEnd, plusDays } from '@shop/contracts/common/days';
import { minor } from '@shop/contracts/common/money';
import { HOUR_MS } from '@shop/contracts/common/time';
import { OrderStatus } from '@shop/contracts/orders/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getLockedOrder } from '#orders/change-status.ts';
import { transition } from '#orders/transition.ts';
import { requestRefund } from '#payments/service.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { propertyOptions, rounds } from '#test/property-runs.ts';
import { createTestStore } from '#test/test-store.ts';
import { listTopRows } from './queries.ts';
import { countChangedOrders, resetSales } from './roll-up-queries.ts';
import { piecesOf } from './rules.ts';
import { analyse } from './service.ts';

const shop = await createTestStore();
const { db, sql, aShopper, work } = shop;
const ada = await aShopper();
const products = await Promise.all(
  [1, 2, 3, 4].map((n) => aVariant(shop, { quantities: [10_000, 10_000], category: `Lamps ${n % 2}`, price: 7 * n })),
);
const variants = (
  await sql.query<{ id: string }>('select id from variants where product_id = any ($1)', [
    products.map(({ productId }) => productId),
  ])
).rows.map(({ id }) => id);

const VALID = `
  valid as (
    select o.*, (o.created_at at time zone 'UTC')::date as day,
           o.total_cents - round(o.total_cents * coalesce((
             select sum(r.amount_minor) from refunds r join payments p on p.id = r.payment_id
              where p.order_id = o.id and r.status <> 'failed'), 0) / nullif(o.charge_minor, 0)) as cents
      from orders o where o.status <> 'cancelled')`;

/** The expected metrics, computed directly from all orders. */
const EXPECTED_SALES = `
  with ${VALID},
  items as (select v.day, v.id as order_id, l.* from valid v join order_lines l on l.order_id = v.id),
  periods as (
    select grain, v.id, date_trunc(grain, v.day::timestamp)::date as start
      from valid v, unnest(array['day', 'month', 'year']) grain),
  refunded as (
    select r.id, o.id as order_id, (r.created_at at time zone 'UTC')::date as day,
           round(o.total_cents::numeric * r.amount_minor / o.charge_minor) as cents
      from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
     where r.status <> 'failed'),
  refunded_lines as (
    select r.id, r.day, l.product_id, round(r.cents * sum(l.quantity * l.unit_price_cents) / (
             select sum(quantity * unit_price_cents) from order_lines where order_id = r.order_id)) as cents
      from refunded r join order_lines l on l.order_id = r.order_id group by r.id, r.day, r.cents, r.order_id, l.product_id),
  straight as (
    select 'all' as subject, 'day' as grain, v.day as start, '' as key, count(*) as orders,
           (select sum(quantity) from items p where p.day = v.day) as units, sum(cents) as cents,
           coalesce(sum(cents) filter (where payment_status = 'pending'), 0) as unpaid
      from valid v group by v.day
    union all
    select 'payment_method', grain, start, payment_method, count(*), 0, sum(cents), 0
      from valid join periods using (id) group by 2, 3, 4
    union all
    select 'discount_code', grain, start, discount_code, count(*), 0, sum(cents), 0
      from valid join periods using (id) where discount_code is not null group by 2, 3, 4
    union all
    select 'category', grain, start, l.category_id::text, count(distinct l.order_id), sum(l.quantity),
           sum(l.quantity * l.unit_price_cents), 0
      from order_lines l join periods on periods.id = l.order_id group by 2, 3, 4
    union all
    select 'product', grain, start, l.product_id::text, count(distinct l.order_id), sum(l.quantity),
           sum(l.quantity * l.unit_price_cents), 0
      from order_lines l join periods on periods.id = l.order_id group by 2, 3, 4
    union all
    select 'customer', grain, start, user_id::text, count(*), 0, sum(cents), 0
      from valid join periods using (id) group by 2, 3, 4
    union all
    select 'promise', 'day', promised_latest, '', count(*), count(*) filter (where
             case status when 'delivered' then reached.day <= promised_latest
                         when 'shipped' then reached.day <= dispatch_by end), 0, 0
      from valid v, lateral (select max((created_at at time zone 'UTC')::date) as day from order_status_history h
                              where h.order_id = v.id and h.to_status = v.status) reached
     where promised_latest is not null group by promised_latest
    union all
    select 'refund', 'day', day, '', count(*), 0, sum(cents), 0 from refunded group by day
    union all
    select 'refunded_product', grain, date_trunc(grain, day::timestamp)::date, product_id::text, count(*), 0, sum(cents), 0
      from refunded_lines, unnest(array['day', 'month', 'year']) grain group by 2, 3, 4)
  select subject, grain, start::text, key, orders::int, units::int, cents::int, unpaid::int from straight order by 1, 2, 3, 4`;

const STORED_SALES = `select subject, grain, start::text, key, orders::int, units::int, cents::int, unpaid_cents::int as unpaid
                from sales where (orders, units, cents, unpaid_cents) <> (0, 0, 0, 0) order by 1, 2, 3, 4`;

/** A period by interval, compared with the same days of the previous one: from the orders, with dates of SQL. */
const EXPECTED_OVER_TIME = `
  with ${VALID},
  compared as (
    select day, 0 as back, id, cents from valid
    union all
    select (day + ('1 ' || $2)::interval)::date, 1, id, cents from valid),
  stretches as (
    select greatest(date_trunc($3, day::timestamp)::date, $1::date) as start, back, cents,
           (select sum(quantity) from order_lines l where l.order_id = c.id) as units
      from compared c
     where day >= $1::date and day < $1::date + ('1 ' || $2)::interval and day <= (now() at time zone 'UTC')::date)
  select start::text, (coalesce(sum(cents) filter (where back = 0), 0) / 100)::float8 as revenue,
         count(*) filter (where back = 0)::int as orders, coalesce(sum(units) filter (where back = 0), 0)::int as units,
         json_build_object('revenue', coalesce(sum(cents) filter (where back = 1), 0) / 100,
                           'orders', count(*) filter (where back = 1),
                           'units', coalesce(sum(units) filter (where back = 1), 0)) as before
    from stretches group by 1 order by 1`;

/** Products of any range of days. */
const EXPECTED_PRODUCTS = `
  with ${VALID}
  select l.product_id::text as key, count(distinct v.id)::int as orders, sum(l.quantity)::int as units,
         sum(l.quantity * l.unit_price_cents)::int as cents
    from valid v join order_lines l on l.order_id = v.id where v.day between $1 and $2
   group by 1 order by cents desc, key`;

const EXPECTED_UNPAID = `
  with ${VALID}
  select coalesce(sum(cents) / 100, 0)::float8 as unpaid from valid
   where payment_status = 'pending' and day >= $1::date and day < $1::date + ('1 ' || $2)::interval
     and day <= (now() at time zone 'UTC')::date`;

const [thisYear, thisMonth] = [new Date().getUTCFullYear(), new Date().getUTCMonth()];
const today = new Date().toISOString().slice(0, 10);
const owner = { id: ada.id, name: 'Grace', role: 'owner' };
const queryRows = async (query: string) => (await sql.query(query)).rows;
const countAll = async (atOnce = 100) => {
  while ((await countChangedOrders(db, atOnce)) > 0);
};

type Command =
  | { what: 'order'; variant: number; quantity: number; method: number; discountCode: boolean; daysAgo: number }
  | { what: 'statusChange'; order: number; to: OrderStatus }
  | { what: 'refund'; order: number; percent: number }
  | { what: 'refundFailure'; order: number }
  | { what: 'count'; atOnce: number };

const whole = (max: number) => fc.nat({ max });
/** Any month or year that can contain the orders below, or that is compared with one; and any days. */
const reportQuery = fc.record({
  period: fc.tuple(fc.constantFrom('month' as const, 'year' as const), whole(18)).map(([grain, ago]) => {
    const start = new Date(Date.UTC(thisYear, grain === 'year' ? -12 * (ago % 2) : thisMonth - ago, 1));
    const from = start.toISOString().slice(0, 10);
    const to = grain === 'year' ? `${from.slice(0, 4)}-12-31` : monthEnd(from);
    return { grain, from, to, compare: grain === 'year' ? ('year' as const) : ('previous' as const) };
  }),
  days: fc.tuple(whole(550), whole(500)).map(([ago, length]) => {
    const from = plusDays(today, -ago);
    return { from, to: plusDays(from, length) };
  }),
  by: fc.constantFrom(...Granularity.options),
});
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    what: fc.constant('order' as const),
    variant: whole(variants.length - 1),
    quantity: fc.integer({ min: 1, max: 3 }),
    method: whole(PAYMENT_METHODS.length - 1),
    discountCode: fc.boolean(),
    daysAgo: whole(500),
  }),
  fc.record({
    what: fc.constant('statusChange' as const),
    order: whole(9),
    to: fc.constantFrom(...OrderStatus.options),
  }),
  fc.record({ what: fc.constant('refund' as const), order: whole(9), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ what: fc.constant('refundFailure' as const), order: whole(9) }),
  fc.record({ what: fc.constant('count' as const), atOnce: fc.integer({ min: 1, max: 5 }) }),
);

async function place({ variant, quantity, method, discountCode, daysAgo }: Extract<Command, { what: 'order' }>) {
  const items = [0, 1].map((next) => ({ variantId: variants[(variant + next) % variants.length] ?? '', quantity }));
  const order = await anOrder(db, {
    of: ada,
    items,
    method: PAYMENT_METHODS[method],
    discountCode: discountCode ? 'CRYSTAL10' : undefined,
  });
  await sql.query(`update orders set created_at = created_at - $2 * interval '1 day' where id = $1`, [
    order.id,
    daysAgo,
  ]);
  return order;
}

async function refund(orderId: string, percent: number) {
  const { rows } = await sql.query<{ id: string; amount: number }>(
    `select id, amount_minor::int as amount from payments where order_id = $1 and status = 'captured'`,
    [orderId],
  );
  const [payment] = rows;
  // A refund of more than the rest is rejected and changes nothing.
  if (payment)
    await db
      .transaction((tx) =>
        requestRefund(tx, payment.id, minor(Math.ceil((payment.amount * percent) / 100)), 'Scratched'),
      )
      .catch(() => undefined);
}

describe('the sales metrics', () => {
  test('are updated by the worker', async () => {
    await anOrder(db, { of: ada, items: [{ variantId: variants[1] ?? '', quantity: 2 }] });

    await sql.query(`select graphile_worker.add_job('count_sales')`);
    await work();

    expect(await queryRows(STORED_SALES)).toEqual(await queryRows(EXPECTED_SALES));
    expect(await queryRows(`select sum(count)::int as n from daily_counts where metric = 'customers'`)).toEqual(
      await queryRows(`select count(*)::int as n from users where role = 'customer'`),
    );
  });

  test('equal a direct query of all orders after any sequence of changes', { timeout: HOUR_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 5, maxLength: 30 }),
        reportQuery,
        async (commands, { period: { grain, ...period }, days, by }) => {
          const orders: { id: string }[] = [];
          const chosen = (number: number) => orders[number % orders.length]?.id;
          for (const command of commands) {
            const id = 'order' in command ? chosen(command.order) : undefined;
            if (command.what === 'order') orders.push(await place(command));
            if (command.what === 'statusChange' && id)
              await db.transaction(async (tx) =>
                transition(tx, await getLockedOrder(tx, id), command.to, {
                  actor: 'admin',
                  userId: null,
                  mayRefund: true,
                }),
              );
            if (command.what === 'refund' && id) await refund(id, command.percent);
            if (command.what === 'refundFailure' && id)
              await sql.query(
                `update refunds set status = 'failed'
                where payment_id in (select id from payments where order_id = $1 and status = 'captured')`,
                [id],
              );
            if (command.what === 'count') await countChangedOrders(db, command.atOnce);
          }
          await countAll();

          expect(await queryRows(STORED_SALES)).toEqual(await queryRows(EXPECTED_SALES));
          const { points, totals } = await analyse(db, owner, { ...period, by }, new Date());
          const metrics = (of: { revenue: number; orders: number; units: number } | null) =>
            of && { revenue: of.revenue, orders: of.orders, units: of.units };
          const sold = points
            .filter(({ orders, before }) => orders + (before?.orders ?? 0) > 0)
            .map(({ start, before, ...point }) => ({ start, ...metrics(point), before: metrics(before) }));
          expect(sold).toEqual((await sql.query(EXPECTED_OVER_TIME, [period.from, grain, by])).rows);
          expect([{ unpaid: totals.unpaid }]).toEqual((await sql.query(EXPECTED_UNPAID, [period.from, grain])).rows);
          const products = await db.run(listTopRows('product', piecesOf(days, today), 50));
          expect(products.map(({ name: _name, ...row }) => row)).toEqual(
            (await sql.query(EXPECTED_PRODUCTS, [days.from, days.to])).rows,
          );
        },
      ),
      propertyOptions(rounds(10, 300)),
    );
  });

  test('keep the category an item was sold in when its product moves to another', async () => {
    const order = await anOrder(db, { of: ada, items: [{ variantId: variants[0] ?? '', quantity: 1 }] });
    await countAll();
    await sql.query(
      `update products set category_id = (select id from categories where name = 'Lamps 0')
        where id = (select product_id from variants where id = $1)`,
      [variants[0]],
    );

    await db.transaction(async (tx) =>
      transition(tx, await getLockedOrder(tx, order.id), 'cancelled', { actor: 'admin', userId: null }),
    );
    await countAll();

    expect(await queryRows(STORED_SALES)).toEqual(await queryRows(EXPECTED_SALES));
  });

  test('are exact when several workers count concurrently and one dies', async () => {
    const items = [{ variantId: variants[randomInt(variants.length)] ?? '', quantity: 1 }];
    for (let n = 0; n < 6; n += 1) await anOrder(db, { of: ada, items });
    const lost = db.transaction(async (tx) => {
      await countChangedOrders(tx, 3);
      throw new Error('killed');
    });
    await expect(lost).rejects.toThrow('killed');

    await Promise.all([countAll(1), countAll(2), countAll(3)]);
    await countAll();

    expect(await queryRows(STORED_SALES)).toEqual(await queryRows(EXPECTED_SALES));
  });

  test('count orders as unpaid until they are delivered, and not at all once they are cancelled', async () => {
    const sold = async () => {
      await countAll();
      const [sum] = await queryRows(
        `select sum(cents)::int as revenue, sum(unpaid_cents)::int as unpaid from sales where subject = 'all'`,
      );
      return sum;
    };
    const before = await sold();
    const items = [{ variantId: variants[0] ?? '', quantity: 1 }];
    const [first, second] = [
      await anOrder(db, { of: ada, items, method: 'cod' }),
      await anOrder(db, { of: ada, items, method: 'cod' }),
    ];
    const one = first.totalCents;
    expect(await sold()).toEqual({ revenue: before.revenue + 2 * one, unpaid: before.unpaid + 2 * one });

    await db.transaction(async (tx) =>
      transition(tx, await getLockedOrder(tx, first.id), 'delivered', { actor: 'admin', userId: null }),
    );
    expect(await sold()).toEqual({ revenue: before.revenue + 2 * one, unpaid: before.unpaid + one });

    await db.transaction(async (tx) =>
      transition(tx, await getLockedOrder(tx, second.id), 'cancelled', { actor: 'admin', userId: null }),
    );
    expect(await sold()).toEqual({ revenue: before.revenue + one, unpaid: before.unpaid });
  });

  test('counted by an earlier release are recounted by the worker, by day and with refunds', async () => {
    await countAll();
    await sql.query(`
      delete from sales where subject in ('customer', 'refund', 'refunded_product');
      delete from sales where subject <> 'all' and grain = 'day';
      update sales set returning_orders = 0;
      update counted_orders set day = null, returning_orders = 0, promises = 0, kept_promises = 0;
      delete from counted_refunds;
      insert into sales_recounts (before, until)
      values ('ffffffff-ffff-ffff-ffff-ffffffffffff', '00000000-0000-0000-0000-000000000000')
          on conflict (one) do update set before = excluded.before, until = excluded.until`);

    await sql.query(`select graphile_worker.add_job('count_sales')`);
    await work();

    expect(await queryRows(STORED_SALES)).toEqual(await queryRows(EXPECTED_SALES));
    expect(await queryRows('select from sales_recounts')).toEqual([]);
  });

  test('can be rebuilt from the orders', async () => {
    await countAll();
    await sql.query(`update sales set cents = cents + 1 where subject = 'all'`);

    await resetSales(db);
    await countAll();

    expect(await queryRows(STORED_SALES)).toEqual(await queryRows(EXPECTED_SALES));
  });
});
