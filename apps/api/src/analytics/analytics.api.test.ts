import { randomUUID } from 'node:crypto';
import { REPORTS } from '@shop/contracts/analytics/constants';
import { Dashboard } from '@shop/contracts/analytics/dashboard-schema';
import { dateRangeMessages } from '@shop/contracts/analytics/date-range-messages';
import { Analytics } from '@shop/contracts/analytics/schema';
import { monthEnd, monthStart } from '@shop/contracts/common/days';
import { filterMessages } from '@shop/contracts/common/messages';
import { describe, expect, test } from 'vitest';
import { getLockedOrder } from '#orders/change-status.ts';
import { transition } from '#orders/transition.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';
import { showDashboard } from './dashboard.ts';
import { countChangedOrders, countCustomers } from './roll-up-queries.ts';

const shop = await createTestStore();
const { db, sql, aShopper, anAdmin, guest } = shop;
// Only what the tests sell is counted.
await sql.query('truncate order_changes, daily_counts; delete from low_stock');
const ada = await aShopper();
const grace = await anAdmin();
const { productId, variantId } = await aVariant(shop, {
  name: '=Moon',
  category: 'Lamps',
  quantities: [100],
  price: 50,
});
const today = new Date().toISOString().slice(0, 10);
const month = `from=${monthStart(today)}&to=${monthEnd(today)}`;

const count = async () => {
  while ((await countChangedOrders(db, 100)) > 0);
  await countCustomers(db);
};
const sell = (quantity: number, more: object = {}) =>
  anOrder(db, { of: ada, items: [{ variantId, quantity }], ...more });
const dashboard = async (who = grace) => Dashboard.parse((await who.get('/api/admin/dashboard')).json());
const analytics = async (query = '') => Analytics.parse((await grace.get(`/api/admin/analytics${query}`)).json());
describe('the dashboard', () => {
  const owner = { id: grace.id, name: 'Grace', role: 'owner' };
  const placedOn = (id: string, day: string) =>
    sql.query(`update orders set created_at = $2::timestamp at time zone 'UTC' where id = $1`, [id, `${day} 12:00`]);

  test('ADM-009 ADM-010 shows totals of this month so far, compared with the same days of last month', async () => {
    const [lastMonth, tooLate, placed, cancelled] = [await sell(2), await sell(5), await sell(3), await sell(1)];
    await placedOn(lastMonth.id, '2026-04-15');
    await placedOn(tooLate.id, '2026-04-16');
    await placedOn(placed.id, '2026-05-01');
    await placedOn(cancelled.id, '2026-05-02');
    await db.transaction(async (tx) =>
      transition(tx, await getLockedOrder(tx, cancelled.id), 'cancelled', { actor: 'admin', userId: null }),
    );
    await count();
    await sql.query(`
      delete from daily_counts;
      insert into daily_counts (metric, day, count)
      values ('carts', '2026-05-01', 4), ('carts', '2026-04-15', 2), ('carts', '2026-04-16', 100),
             ('customers', '2026-05-15', 3), ('customers', '2026-04-01', 2), ('customers', '2026-04-30', 100)`);

    const { cards, points, range } = await showDashboard(db, owner, {}, new Date('2026-05-15T23:59:59Z'));
    await sql.query('delete from daily_counts');

    const [before, value] = [lastMonth.totalCents / 100, placed.totalCents / 100];
    expect(cards).toEqual({
      revenue: { value, change: Math.round(((value - before) / before) * 1_000) / 10, unpaid: 0 },
      orders: { value: 1, change: 0 },
      customers: { value: 3, change: 50 },
      abandonment: { value: 0.75, change: 50 },
    });
    expect(range).toEqual({
      from: '2026-05-01',
      to: '2026-05-15',
      compare: 'previous',
      before: { from: '2026-04-01', to: '2026-04-15' },
      isDefault: true,
      today: '2026-05-15',
      timeZone: 'UTC',
    });
    expect(points).toHaveLength(15);
    expect(points?.[0]).toMatchObject({ start: '2026-05-01', revenue: value, before: { revenue: 0 } });
    expect(points?.[14]).toMatchObject({ start: '2026-05-15', revenue: 0, before: { revenue: before } });
  });

  test('ADM-010 compares with all of a longer last month on the last day of the month', async () => {
    const [january, february] = [await sell(4), await sell(2, { method: 'cod' })];
    await placedOn(january.id, '2026-01-31');
    await placedOn(february.id, '2026-02-28');
    await count();

    const onTheLastDay = await showDashboard(db, owner, {}, new Date('2026-02-28T12:00:00Z'));
    const onTheFirstOfMarch = await showDashboard(db, owner, {}, new Date('2026-03-01T12:00:00Z'));

    const { totalCents } = january;
    const change = Math.round(((february.totalCents - totalCents) / totalCents) * 1_000) / 10;
    expect(onTheLastDay.cards?.revenue).toEqual({
      value: february.totalCents / 100,
      change,
      unpaid: february.totalCents / 100,
    });
    expect(onTheFirstOfMarch.cards?.revenue).toEqual({ value: 0, change: null, unpaid: 0 });
    expect(onTheFirstOfMarch.range.before).toEqual({ from: '2026-02-01', to: '2026-02-01' });
  });

  test('shows each section only with the permission for its data', async () => {
    const visibleSections = async (role: string) =>
      Object.entries(await dashboard(await anAdmin({ role }))).flatMap(([name, section]) =>
        section === null ? [] : name,
      );

    expect(await visibleSections('manager')).toEqual(Object.keys(Dashboard.shape));
    expect(await visibleSections('packer')).toEqual(['range', 'recentOrders', 'attention', 'lowStock']);
    expect(await visibleSections('content')).toEqual(['range', 'attention', 'lowStock']);
  });

  test('lists what needs attention according to the permissions of the role', async () => {
    await sell(1, { method: 'cod' });
    await sql.query(
      `insert into support_tickets (name, email, subject) values ('Ada', 'ada@example.com', 'Where is it?');
       insert into reviews (product_id, user_name, rating_halves, comment) values ('${productId}', 'Ada', 9, 'Fine.');
       select graphile_worker.add_job('no_such_task', max_attempts => 1);
       update graphile_worker._private_jobs set attempts = max_attempts
        where task_id = (select id from graphile_worker._private_tasks where identifier = 'no_such_task')`,
    );
    const { checkoutId } = await sell(1);
    await sql.query(`update payments set order_id = null where checkout_id = $1`, [checkoutId]);

    const { attention } = await dashboard();
    const packers = (await dashboard(await anAdmin({ role: 'packer' }))).attention.map(({ to }) => to);

    const waiting = attention.filter(({ count }) => count > 0).map(({ to }) => to);
    expect(waiting).toEqual(['toShip', 'unpaid', 'tickets', 'reviews', 'paymentProblems', 'failedJobs']);
    expect(attention).toContainEqual({ to: 'lowStock', count: 0 });
    expect(packers).toEqual(['toShip', 'atRisk', 'unpaid', 'lowStock']);
  });

  test('counts as unpaid the orders that the list of orders with payment due shows', async () => {
    await sell(1, { method: 'cod' });
    const cancelledOrder = await sell(1, { method: 'cod' });
    await db.transaction(async (tx) =>
      transition(tx, await getLockedOrder(tx, cancelledOrder.id), 'cancelled', { actor: 'admin', userId: null }),
    );

    const unpaid = (await dashboard()).attention.find(({ to }) => to === 'unpaid');
    const listed = (await grace.get('/api/admin/orders?payment=due')).json();

    expect(listed).toHaveLength(unpaid?.count ?? 0);
    expect(listed).not.toContainEqual(expect.objectContaining({ id: cancelledOrder.id }));
  });

  test('ADM-019 shows the most recent activity and its product', async () => {
    const adjustment = { variantId, delta: 1, reason: 'Found one more' };
    await grace.post('/api/admin/stock', adjustment, { 'idempotency-key': randomUUID() });

    const [last] = (await dashboard()).activity ?? [];

    expect(last).toMatchObject({ entity: 'product', entityId: productId, product: '=Moon' });
  });

  test('AOTH-006 lists variants with stock at or below the threshold of the store settings', async () => {
    await sql.query('update products set sellable = false');
    const { variantId: low } = await aVariant(shop, { name: 'Last comet', quantities: [7] });
    const shownLowStock = async () =>
      (await dashboard()).lowStock?.variants.map(({ name, available }) => ({ name, available }));
    expect(await shownLowStock()).toEqual([]);

    await anOrder(db, { of: ada, items: [{ variantId: low, quantity: 2 }] });
    expect(await shownLowStock()).toEqual([{ name: 'Last comet', available: 5 }]);

    await sql.query('update store_settings set low_stock_threshold = 4');
    expect(await shownLowStock()).toEqual([]);
    await sql.query('update stock set available = 0, received = received - available where variant_id = $1', [low]);
    expect(await shownLowStock()).toEqual([{ name: 'Last comet', available: 0 }]);
  });
});

describe('analytics', () => {
  test('shows the sales of a month by category, product, payment method and discount code', async () => {
    await count();
    const before = await analytics(`?${month}`);

    const order = await sell(2, { method: 'upi', discountCode: 'CRYSTAL20' });
    await count();
    const after = await analytics(`?${month}`);

    const total = order.totalCents / 100;
    const grown = (name: 'categories' | 'products' | 'methods' | 'discountCodes', label: string) => {
      const of = ({ [name]: rows }: Analytics) => rows.find((row) => row.name === label);
      return Number(((of(after)?.revenue ?? 0) - (of(before)?.revenue ?? 0)).toFixed(2));
    };
    expect(Number((after.totals.revenue - before.totals.revenue).toFixed(2))).toBe(total);
    expect(after.totals.orders - before.totals.orders).toBe(1);
    expect(grown('categories', 'Lamps')).toBe(100);
    expect(grown('products', '=Moon')).toBe(100);
    expect(grown('methods', 'UPI')).toBe(total);
    expect(grown('discountCodes', 'CRYSTAL20')).toBe(total);
    expect((await analytics(`?from=2025-01-01&to=2025-12-31`)).by).toBe('month');
  });

  test('exports each report as CSV with escaped formulas', async () => {
    await count();
    const report = (name: string) => grace.get(`/api/admin/analytics/${name}?${month}`);

    const products = await report('products');
    expect(products.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(products.headers['content-disposition']).toBe(
      `attachment; filename="products-${monthStart(today)}-${today}.csv"`,
    );
    expect(products.body).toMatch(/^Name,Orders,Units,Sales,Earlier period\r\n"'=Moon",\d+,\d+,\d+\.00,\d+\.00\r\n/);
    for (const name of REPORTS) expect([name, (await report(name)).statusCode]).toEqual([name, 200]);
  });

  test.each([
    ['a day that does not exist', 'from=2026-02-30', 'from', filterMessages.badDay],
    ['a year that no calendar of the store has', 'from=9999-12-31&to=9999-12-31', 'from', filterMessages.badDay],
    ['a year without one before it', 'from=0001-01-01&to=0001-01-02', 'from', filterMessages.badDay],
    ['an end before the start', 'from=2026-03-02&to=2026-03-01', 'to', dateRangeMessages.endBeforeStart],
    ['more than two years', 'from=2020-01-01&to=2024-01-01', 'to', dateRangeMessages.tooLong],
    ['more than two years until today', 'from=2020-01-01', 'from', dateRangeMessages.tooLong],
  ])('rejects %s', async (_what, query, field, message) => {
    const response = await grace.get(`/api/admin/analytics?${query}`);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors[0]).toMatchObject({ field, message });
  });

  test('shows no sales of days to come', async () => {
    const { points, totals } = await analytics('?from=2099-01-01&to=2099-01-31');

    expect(points).toHaveLength(31);
    expect(totals).toMatchObject({ revenue: 0, orders: 0, average: null });
  });

  test('lists the customers with the highest revenue', async () => {
    await sell(1);
    await count();

    const { customers } = await analytics(`?${month}`);

    expect(customers?.map(({ key }) => key)).toEqual([ada.id]);
  });
});

describe('the visit counter', () => {
  const counted = async () => {
    const { rows } = await sql.query<{ metric: string; count: number }>(
      `select metric, count::int from daily_counts where metric not in ('customers')`,
    );
    return Object.fromEntries(rows.map(({ metric, count }) => [metric, count]));
  };

  test('counts the steps of the funnel without personal data', async () => {
    const { variantId: addedVariantId } = await aVariant(shop);
    const before = await counted();

    expect((await guest.post('/api/counts', { counter: 'visits' })).statusCode).toBe(204);
    await guest.post('/api/counts', { counter: 'products' });
    await (await aShopper()).post('/api/cart/items', { variantId: addedVariantId });
    await guest.post('/api/counts', { counter: 'visits', who: 'Ada' });

    await expect.poll(counted, { timeout: 30_000 }).toEqual({
      ...before,
      visits: (before.visits ?? 0) + 1,
      products: (before.products ?? 0) + 1,
      carts: (before.carts ?? 0) + 1,
    });
  });

  test('counts searches with no results', async () => {
    await guest.get('/api/products?q=Zzyzx%20QQQ');
    await guest.get('/api/products?q=zzyzx%20qqq');
    await guest.get('/api/products?q=unknown%40qqq.example');

    await expect
      .poll(async () => (await analytics()).searches, { timeout: 30_000 })
      .toEqual([{ query: 'zzyzx qqq', count: 2 }]);
  });
});
