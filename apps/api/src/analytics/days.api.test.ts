import { minor } from '@shop/contracts/common/money';
import { describe, expect, test } from 'vitest';
import { requestRefund } from '#payments/service.ts';
import { saveSettings } from '#settings/admin.ts';
import { getSettings } from '#settings/service.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';
import { showDashboard } from './dashboard.ts';
import { enqueueRecounted } from './recount-queries.ts';
import { countChangedOrders, countCustomers } from './roll-up-queries.ts';
import { analyse } from './service.ts';

const shop = await createTestStore();
const { db, sql, aShopper, work } = shop;
// Only what the tests sell is counted.
await sql.query('truncate order_changes, daily_counts; delete from sales_recounts');
const owner = { id: (await aShopper()).id, name: 'Grace', role: 'owner' };
const moon = await aVariant(shop, { name: 'Moon', quantities: [100], price: 30 });
const star = await aVariant(shop, { name: 'Star', quantities: [100], price: 10 });

const count = async () => {
  while ((await countChangedOrders(db, 100)) > 0);
};
const sell = (of: { id: string }, ...variantIds: string[]) =>
  anOrder(db, { of, items: variantIds.map((variantId) => ({ variantId, quantity: 1 })) });
/** Before the order is counted. */
const placedAt = (id: string, moment: string) =>
  sql.query('update orders set created_at = $2 where id = $1', [id, moment]);
const ordersByDay = async (from: string, to: string) => {
  const { points } = await analyse(db, owner, { from, to, by: 'day' }, new Date());
  return points.map(({ orders }) => orders);
};
async function inTimeZone(timeZone: string) {
  const settings = await getSettings(db);
  await saveSettings(db, owner, { ...settings, timeZone });
}

describe('the day of an order', () => {
  test('is that of the store’s time zone, also of an order from before the zone was changed', async () => {
    const order = await sell(await aShopper(), moon.variantId);
    await placedAt(order.id, '2019-05-04T20:00:00Z');
    await count();
    expect(await ordersByDay('2019-05-04', '2019-05-05')).toEqual([1, 0]);

    await inTimeZone('Asia/Kolkata');
    await sql.query(`select graphile_worker.add_job('count_sales')`);
    await work();
    await sql.query(`select graphile_worker.add_job('count_sales')`);
    await work();
    expect(await ordersByDay('2019-05-04', '2019-05-05')).toEqual([0, 1]);

    const { range } = await showDashboard(db, owner, {}, new Date('2026-04-30T19:00:00Z'));
    expect(range).toMatchObject({ from: '2026-05-01', to: '2026-05-01', timeZone: 'Asia/Kolkata' });
    await inTimeZone('UTC');
    await work();
  });

  test('follows the changes of the clocks', async () => {
    await inTimeZone('America/New_York');
    await work();
    const ada = await aShopper();
    const [winter, summer] = [await sell(ada, moon.variantId), await sell(ada, moon.variantId)];
    // Midnight is 5:00 UTC before March 10, 2019, and 4:00 UTC after it.
    await placedAt(winter.id, '2019-03-09T04:30:00Z');
    await placedAt(summer.id, '2019-03-12T04:30:00Z');
    await count();

    expect(await ordersByDay('2019-03-08', '2019-03-12')).toEqual([1, 0, 0, 0, 1]);
    await inTimeZone('UTC');
    await work();
  });

  test('is in UTC if the database does not have the zone', async () => {
    await sql.query(`update store_settings set time_zone = 'Mars/Olympus'`);

    const { range } = await showDashboard(db, owner, {}, new Date('2026-05-15T12:00:00Z'));

    await sql.query(`update store_settings set time_zone = 'UTC'`);
    expect(range).toMatchObject({ today: '2026-05-15', timeZone: 'UTC' });
  });
});

test('a recount adds no orders while as many wait to be counted', async () => {
  const orders = [await sell(await aShopper(), moon.variantId), await sell(await aShopper(), moon.variantId)];
  await count();
  await sql.query(`insert into sales_recounts (before, until)
                   values ('ffffffff-ffff-ffff-ffff-ffffffffffff', '00000000-0000-0000-0000-000000000000')
                       on conflict (one) do update set before = excluded.before, until = excluded.until`);
  await sql.query('insert into order_changes (order_id) select unnest($1::uuid[])', [orders.map(({ id }) => id)]);
  const added = [await enqueueRecounted(db, 2)];
  await count();
  added.push(await enqueueRecounted(db, 2));
  await sql.query('delete from sales_recounts');
  await count();

  expect(added).toEqual([0, 2]);
});

test('new accounts are counted by the days of a new time zone, also if a run has just counted today', async () => {
  const { id } = await aShopper();
  await sql.query(`update users set created_at = now() - interval '30 days' where id = $1`, [id]);
  await sql.query('delete from daily_counts');
  await countCustomers(db);
  const accounts = async () => {
    const { rows } = await sql.query(`select sum(count)::int as n from daily_counts where metric = 'customers'`);
    return rows;
  };
  const before = await accounts();

  await inTimeZone('Asia/Kolkata');
  await work();
  // The row that a run with the former zone inserts at the same moment.
  await sql.query(`insert into daily_counts (metric, day, count)
                   values ('customers', (now() at time zone 'Asia/Kolkata')::date, 1)
                       on conflict (metric, day) do nothing`);
  await countCustomers(db);

  expect(await accounts()).toEqual(before);
  await inTimeZone('UTC');
  await work();
});

test('an order of a customer who had ordered before is one of a returning customer', async () => {
  const [ada, grace] = [await aShopper(), await aShopper()];
  const placed = [
    await sell(ada, moon.variantId),
    await sell(ada, moon.variantId),
    await sell(grace, moon.variantId),
    await sell(ada, moon.variantId),
  ];
  for (const [n, { id }] of placed.entries()) await placedAt(id, `2018-02-0${n + 1}T12:00:00Z`);
  await count();

  const { totals, points } = await analyse(db, owner, { from: '2018-02-01', to: '2018-02-04' }, new Date());

  expect(points.map(({ returning }) => returning)).toEqual([0, 1, 0, 1]);
  expect(totals).toMatchObject({ orders: 4, returning: 0.5 });
});

test('refunds count on their day unless they fail, and are split among the products by price', async () => {
  const order = await sell(await aShopper(), moon.variantId, star.variantId);
  await placedAt(order.id, '2017-06-01T12:00:00Z');
  const { rows } = await sql.query<{ id: string; amount: number }>(
    'select id, amount_minor::int as amount from payments where order_id = $1',
    [order.id],
  );
  const [payment] = rows;
  if (!payment) throw new Error('The order has no payment.');
  const refundOf = (share: number) =>
    db.transaction((tx) => requestRefund(tx, payment.id, minor(Math.floor(payment.amount * share)), 'Scratched'));
  await refundOf(0.5);
  await refundOf(0.25);
  const first = `(select id from refunds where payment_id = '${payment.id}' order by id limit 1)`;
  await sql.query(`update refunds set created_at = '2017-06-10T12:00:00Z' where payment_id = $1`, [payment.id]);
  await sql.query(`update refunds set created_at = '2017-06-12T12:00:00Z' where id = ${first}`);
  await count();

  const query = { from: '2017-06-10', to: '2017-06-12' };
  const refunded = await analyse(db, owner, query, new Date());
  const [half, quarter] = [order.totalCents / 200, order.totalCents / 400];
  expect(refunded.points.map(({ refundCount }) => refundCount)).toEqual([1, 0, 1]);
  expect(refunded.points[0]?.refunds).toBeCloseTo(quarter, 1);
  expect(refunded.points[2]?.refunds).toBeCloseTo(half, 1);
  // Of the prices 30 and 10.
  expect(refunded.refundedProducts.map(({ name, orders }) => [name, orders])).toEqual([
    ['Moon', 2],
    ['Star', 2],
  ]);
  expect(refunded.refundedProducts[0]?.revenue).toBeCloseTo(0.75 * (half + quarter), 1);

  await sql.query(`update refunds set status = 'failed' where id = ${first}`);
  await count();
  const afterFailure = await analyse(db, owner, query, new Date());
  expect(afterFailure.points.map(({ refundCount }) => refundCount)).toEqual([1, 0, 0]);
  expect(afterFailure.totals.refunds).toBeCloseTo(quarter, 1);
});

describe('the payments of today', () => {
  const today = async () => (await showDashboard(db, owner, {}, new Date())).paymentsToday;

  const sumsOf = async (currency: string) => {
    const sums = (await today())?.sums.find((entry) => entry.currency === currency);
    return { ours: sums?.oursMinor ?? 0, provider: sums?.providerMinor ?? 0 };
  };
  const list = (kind: string, reference: string, details: object = {}) =>
    sql.query('insert into reconciliation_differences (kind, reference, details) values ($1, $2, $3)', [
      kind,
      reference,
      details,
    ]);
  /** A payment of today with its order, and what the provider received for it. */
  async function aSale() {
    const order = await sell(await aShopper(), moon.variantId);
    const { rows } = await sql.query<{ id: string; reference: string; amount: number; currency: string }>(
      `select id, provider_payment_id as reference, amount_minor::int as amount, currency from payments
        where order_id = $1`,
      [order.id],
    );
    const [payment] = rows;
    if (!payment) throw new Error('The order has no payment.');
    return payment;
  }

  test('are the same here and at the provider while nothing is to be checked', async () => {
    const { currency, amount } = await aSale();

    const sums = await sumsOf(currency);

    expect(sums.ours).toBe(sums.provider);
    expect(sums.ours).toBeGreaterThanOrEqual(amount);
    expect((await today())?.differences).toBe(0);
  });

  test.each(['missed', 'not_processed', 'unknown_order'])(
    'have a payment that is %s here in the sum of the provider, once, in its own currency',
    async (kind) => {
      const { currency } = await aSale();
      const [before, dollars] = [await sumsOf(currency), await sumsOf('USD')];
      const received = { amountMinor: 700, currency, status: 'captured' };

      await list(kind, `pay_${kind}`, received);
      if (kind !== 'missed') await list('missed', `pay_${kind}`, received);
      await list(kind, `pay_${kind}_abroad`, { ...received, currency: 'USD' });
      await list(kind, `pay_${kind}_authorized`, { ...received, status: 'authorized' });
      await list(kind, `pay_${kind}_voided`, { ...received, status: 'refunded', isVoided: true });

      expect(await sumsOf(currency)).toEqual({ ours: before.ours, provider: before.provider + 700 });
      expect(await sumsOf('USD')).toEqual({ ours: dollars.ours, provider: dollars.provider + 700 });
    },
  );

  test('have the amount that the provider reports for a payment of another amount', async () => {
    const { currency, reference, amount } = await aSale();
    const [before, dollars] = [await sumsOf(currency), await sumsOf('USD')];

    await list('amount_differs', reference, { amountMinor: amount + 50, currency: 'USD', status: 'captured' });

    expect(await sumsOf(currency)).toEqual({ ours: before.ours, provider: before.provider - amount });
    expect(await sumsOf('USD')).toEqual({ ours: dollars.ours, provider: dollars.provider + amount + 50 });
  });

  test('have nothing of the provider for a payment that it does not have', async () => {
    const { currency, reference, amount } = await aSale();
    const before = await sumsOf(currency);

    await list('not_at_provider', reference);

    expect(await sumsOf(currency)).toEqual({ ours: before.ours, provider: before.provider - amount });
  });

  test('have a payment without an order in our sum once it is settled or refunded', async () => {
    const { id, currency, reference, amount } = await aSale();
    const before = await sumsOf(currency);
    await sql.query('update payments set order_id = null where id = $1', [id]);
    const open = await sumsOf(currency);
    await list('amount_differs', reference, { amountMinor: amount, currency, status: 'captured' });
    const listed = await sumsOf(currency);
    await sql.query('update reconciliation_differences set resolved_at = now() where reference = $1', [reference]);

    expect(open).toEqual({ ours: before.ours - amount, provider: before.provider });
    expect(listed).toEqual(open);
    expect(await sumsOf(currency)).toEqual(before);
    await sql.query(`update payments set status = 'refunded' where id = $1`, [id]);
    expect(await sumsOf(currency)).toEqual(before);
  });
});
