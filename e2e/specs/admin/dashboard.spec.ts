import { dollars } from '@shop/contracts/common/money';
import type pg from 'pg';
import { placeOrder } from '../../pages/checkout.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { gotoHydrated, settingsSection as panel } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

/** Runs the job that otherwise runs every minute, and waits until it has processed all changes. */
async function countNow(sql: pg.Pool) {
  await sql.query(`select graphile_worker.add_job('count_sales')`);
  await expect
    .poll(
      async () => {
        const { rows } = await sql.query<{ left: number }>(
          `select ((select count(*) from order_changes)
                 + (select count(*) from graphile_worker.jobs where task_identifier = 'count_sales'))::int as left`,
        );
        return rows[0]?.left;
      },
      { timeout: 30_000 },
    )
    .toBe(0);
}

const COLUMNS = ['Order ID', 'Customer', 'Date', 'Status', 'Total', 'Actions'];
const CARDS = ['Total Revenue', 'Total Orders', 'New Customers', 'Cart Abandonment'];

test('ADM-008 ADM-010 four cards show this month so far and the change from last month', async ({
  page,
  signIn,
  sql,
}) => {
  await signIn('admin');
  await sql.query(`insert into daily_counts (metric, day, count)
                   select metric, day, 1000 from unnest(array['customers', 'carts']) metric,
                          unnest(array[current_date, date_trunc('month', current_date - interval '1 month')::date]) day
                       on conflict (metric, day) do update set count = 1000`);
  await countNow(sql);
  await sql.query(`insert into sales select 'all', 'day', date_trunc('month', current_date - interval '1 month'), '', 1, 1, 10000
                       on conflict (subject, grain, start, key) do update set orders = 1, cents = 10000`);
  await page.goto('/admin');

  await expect(page).toHaveTitle('Dashboard | Crystalline');
  for (const card of CARDS) {
    await expect(panel(page, card)).toBeVisible();
    await expect(panel(page, card)).toContainText('This month so far');
    await expect(panel(page, card)).toContainText(/[+−]?\d+(\.\d)?% from last month/);
  }
  await expect(panel(page, 'Total Revenue')).toContainText(/\$[\d,]+\.\d\d/);
});

test('ADM-011 ADM-012 ADM-013 ADM-014 ADM-015 ADM-016 ADM-017 Recent Orders lists the five newest orders', async ({
  page,
  context,
  shop,
  signIn,
  sql,
}) => {
  await placeOrder({ context, shop, sql }, await signIn('admin'), { slug: 'etoile-champagne-coupes' });

  // Other tests place orders in parallel: a page that is out of date is loaded again.
  await expect(async () => {
    const { rows } = await sql.query<{ id: string; user_id: string; total: number }>(
      'select id, user_id, total_cents::int as total from orders order by created_at desc, id desc limit 5',
    );
    await page.goto('/admin');
    const table = panel(page, 'Recent Orders').getByRole('table');
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(COLUMNS);
    const shown = await table.getByRole('row').evaluateAll((lines) =>
      lines.slice(1).map((line) => ({
        cells: [...line.querySelectorAll('td > span:last-child')].map((cell) => cell.textContent),
        view: line.querySelector('a')?.getAttribute('href'),
      })),
    );
    expect(shown.map(({ cells: [id, customer, , , total], view }) => [id, customer, total, view])).toEqual(
      rows.map(({ id, user_id, total }) => [
        `#${id.slice(-8)}`,
        expect.stringContaining(user_id),
        dollars(total / 100),
        `/admin/orders/${id}`,
      ]),
    );
  }).toPass({ timeout: 30_000 });
  await expect(page.getByRole('link', { name: 'View All Orders' })).toHaveAttribute('href', '/admin/orders');
});

test('ADM-018 ADM-019 popular products link to Analytics, and recent activity shows audit entries', async ({
  page,
  signIn,
  sql,
}) => {
  const grace = await signIn('admin');
  await sql.query(
    `insert into audit_log (actor_user_id, action, entity, entity_id) values ($1::uuid, 'order.status', 'order', $1::text)`,
    [grace.id],
  );
  await countNow(sql);
  await page.goto('/admin');

  const popular = panel(page, 'Popular Products');
  await expect(popular.getByRole('listitem').first()).toContainText(/pieces? sold/);
  const done = `Grace Hopper updated the status of order #${grace.id.slice(-8)}`;
  await expect(panel(page, 'Recent Activity').getByRole('listitem').filter({ hasText: done })).toHaveCount(1);
  await popular.getByRole('link', { name: 'See all in Analytics' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
});

test('AOTH-006 Needs attention lists low stock and links to open tickets', async ({ page, signIn, sql }) => {
  await signIn('admin');
  await sql.query(`insert into support_tickets (name, email, subject) values ('Ada', 'ada@example.com', 'Hello')`);
  await page.goto('/admin');

  const attention = panel(page, 'Needs attention');
  await expect(attention.getByRole('link', { name: /open support tickets?$/ })).toHaveAttribute(
    'href',
    '/admin/support-tickets',
  );
  await expect(attention.getByRole('heading', { name: 'Low stock' })).toBeVisible();
  await expect(
    attention
      .getByRole('listitem')
      .filter({ hasText: /None left|\d left/ })
      .first(),
  ).toBeVisible();
});

test('AOTH-002 Analytics shows a period, each report with a table and a download', async ({ page, signIn, sql }) => {
  await signIn('manager');
  await countNow(sql);
  await sql.query(`insert into daily_counts (metric, day, count) values ('visits', current_date, 50)
                       on conflict (metric, day) do update set count = daily_counts.count + 50`);
  await gotoHydrated(page, `/admin/analytics?period=${new Date().getUTCFullYear()}`);

  const sales = panel(page, 'Sales over time');
  await expect(sales.locator('svg').first()).toBeVisible();
  await sales.getByText('Show as a table').click();
  await expect(sales.getByRole('row')).toHaveCount(new Date().getUTCMonth() + 2);
  await expect(panel(page, 'By category').locator('svg').first()).toBeVisible();
  for (const report of ['By product', 'By payment method', 'From visit to order'])
    await expect(panel(page, report).getByText('Show as a table')).toBeVisible();
  await expect(panel(page, 'By discount code')).toBeVisible();
  await expect(panel(page, 'Searches without result')).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV: By category' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`categories-${new Date().getUTCFullYear()}.csv`);

  await page.getByLabel('Month or year').fill('March');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('alert')).toContainText('Please enter a month such as 2026-03');
});

test('visits and product views are counted without a cookie', async ({ page, sql }) => {
  const counted = async () => {
    const { rows } = await sql.query<{ metric: string; n: number }>(
      `select metric, sum(count)::int as n from daily_counts where metric in ('visits', 'products') group by metric`,
    );
    const of = (metric: string) => rows.find((row) => row.metric === metric)?.n ?? 0;
    return { visits: of('visits'), products: of('products') };
  };
  const before = await counted();

  await page.goto('/product/aurora-solitaire-ring');

  await expect.poll(async () => (await counted()).visits, { timeout: 30_000 }).toBeGreaterThan(before.visits);
  await expect.poll(async () => (await counted()).products).toBeGreaterThan(before.products);
  expect(await page.context().cookies()).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every chart is available as a table', async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/admin');

    const revenue = panel(page, 'Revenue by day');
    await revenue.getByText('Show as a table').click();
    await expect(revenue.getByRole('row')).toHaveCount(31);
  });
});

for (const path of ['/admin', '/admin/analytics'])
  test(`RTE-019 ${path} has no axe violations`, async ({ page, signIn }) => {
    await signIn('admin');
    await gotoHydrated(page, path);

    await expectAccessible(page);
  });
