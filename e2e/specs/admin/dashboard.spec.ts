import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dateRangeMessages } from '@shop/contracts/analytics/date-range-messages';
import { analyticsMessages } from '@shop/contracts/analytics/messages';
import { dayIn, monthEnd, monthStart, plusMonths } from '@shop/contracts/common/days';
import { dollars } from '@shop/contracts/common/money';
import { orderMessages } from '@shop/contracts/orders/messages';
import type pg from 'pg';
import { chooseStatus, updateButton } from '../../pages/admin-order.ts';
import { CUFFLINKS, placeOrder } from '../../pages/checkout.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated, settingsSection as panel } from '../../support/account.ts';
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

test('ADM-018 ADM-019 popular products link to Analytics, and recent activity shows what staff have done', async ({
  page,
  context,
  shop,
  signIn,
  sql,
}) => {
  const orderId = await placeOrder({ context, shop, sql }, await signIn('admin'), CUFFLINKS);
  await countNow(sql);
  await gotoHydrated(page, `/admin/orders/${orderId}`);
  await chooseStatus(page, 'Shipped');
  await updateButton(page).click();
  await expectStatusMessage(page, orderMessages.statusUpdated);
  await page.goto('/admin');

  const popular = panel(page, 'Popular Products');
  await expect(popular.getByRole('listitem').first()).toContainText(/\d sold/);
  const entry = panel(page, 'Recent Activity')
    .getByRole('listitem')
    .filter({ hasText: `Grace Hopper updated the status of order #${orderId.slice(-8)}` });
  await expect(entry).toHaveCount(1);
  await expect(entry.getByRole('link')).toHaveAttribute('href', `/admin/orders/${orderId}`);
  await popular.getByRole('link', { name: 'View analytics' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
});

test('AOTH-006 the dashboard lists low stock, and counts what needs attention with links to the lists', async ({
  page,
  signIn,
  sql,
}) => {
  await signIn('admin');
  await sql.query(`insert into support_tickets (name, email, subject) values ('Ada', 'ada@example.com', 'Hello')`);
  await page.goto('/admin');

  const attention = panel(page, 'Needs attention');
  await expect(attention.getByRole('link', { name: /open support tickets?$/ })).toHaveAttribute(
    'href',
    '/admin/support-tickets',
  );
  await expect(attention.getByRole('link', { name: /orders? to ship$/ })).toHaveAttribute(
    'href',
    '/admin/orders?fulfillment=unfulfilled',
  );
  await expect(attention.getByRole('link', { name: /low or out of stock$/ })).toBeVisible();
  await expect(
    panel(page, 'Low stock')
      .getByRole('listitem')
      .filter({ hasText: /Out of stock|\d left/ })
      .first(),
  ).toBeVisible();
});

test('AOTH-002 Analytics shows chosen days, each report with a table and a download', async ({ page, signIn, sql }) => {
  await signIn('manager');
  await countNow(sql);
  await sql.query(`insert into daily_counts (metric, day, count) values ('visits', current_date, 50)
                       on conflict (metric, day) do update set count = daily_counts.count + 50`);
  const today = new Date().toISOString().slice(0, 10);
  const yearStart = `${today.slice(0, 4)}-01-01`;
  await gotoHydrated(page, `/admin/analytics?from=${yearStart}&to=${today}&by=month`);

  const revenue = panel(page, 'Revenue by month');
  await expect(revenue.locator('svg').first()).toBeVisible();
  await revenue.getByText('Show as table').click();
  await expect(revenue.getByRole('row')).toHaveCount(new Date().getUTCMonth() + 2);
  for (const report of ['Sales by category', 'Sales by product', 'Sales by payment method', 'Conversion funnel'])
    await expect(panel(page, report).getByText('Show as table')).toBeVisible();
  for (const report of [
    'Sales by discount code',
    'Top customers',
    'Most refunded products',
    'Searches with no results',
  ])
    await expect(panel(page, report)).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV: Sales by category' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`categories-${yearStart}-${today}.csv`);

  await page.goto(`/admin/analytics?from=${today}&to=${yearStart}`);
  if (today !== yearStart) await expect(page.getByRole('alert')).toContainText(dateRangeMessages.endBeforeStart);
});

/** Last month compared with the same month of the year before, in a store whose time zone is UTC. */
async function expectLastMonth(page: Page) {
  const today = dayIn(new Date(), 'UTC');
  const from = monthStart(plusMonths(today, -1));
  await expect(page).toHaveURL(new RegExp(`from=${from}&to=${monthEnd(from)}`));
  await expect(page).toHaveURL(/compare=year/);
  await expect(page.locator('summary').filter({ hasText: dateRangeMessages.label })).toContainText(
    dateRangeMessages.compared.year,
  );
  await page.getByRole('link', { name: 'View orders' }).first().click();
  await expect(page).toHaveURL(`/admin/orders?from=${from}&to=${monthEnd(from)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
}

test('last month is compared with the previous year by keyboard, and its orders are listed', async ({
  page,
  signIn,
}) => {
  await signIn('manager');
  await gotoHydrated(page, '/admin/analytics');

  await page.locator('summary').filter({ hasText: dateRangeMessages.label }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: dateRangeMessages.presetLabels.lastMonth }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=/);
  await expect(page.getByRole('link', { name: dateRangeMessages.presetLabels.lastMonth })).toBeHidden();
  await page.locator('summary').filter({ hasText: dateRangeMessages.label }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: dateRangeMessages.comparisons.previous }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: dateRangeMessages.comparisons.year })).toBeChecked();
  await page.getByRole('button', { name: dateRangeMessages.apply, exact: true }).focus();
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/compare=year/);
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /\$/);
  await expectLastMonth(page);
});

test('two days are chosen in the calendar by arrow keys', async ({ page, signIn }) => {
  await signIn('manager');
  await gotoHydrated(page, '/admin/analytics?from=2025-03-10&to=2025-03-20');

  await page.locator('summary').filter({ hasText: dateRangeMessages.label }).click();
  await page.getByRole('button', { name: 'Thursday, March 20, 2025' }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(dateRangeMessages.from)).toHaveValue('2025-03-13');
  await expect(page.getByLabel(dateRangeMessages.to)).toHaveValue('2025-03-14');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel(dateRangeMessages.from)).toBeHidden();
});

test('AOTH-002 Analytics shows the figures of the orders of its period', async ({
  page,
  context,
  shop,
  signIn,
  sql,
}) => {
  const manager = await signIn('manager');
  // A month without orders of other tests.
  const period = `20${randomInt(10, 20)}-${String(randomInt(1, 13)).padStart(2, '0')}`;
  /** Dates an order back before it is counted. One that was counted before that stays on its day. */
  const placeOrderOn = async (day: string): Promise<void> => {
    const orderId = await placeOrder({ context, shop, sql }, manager, CUFFLINKS);
    const { rowCount } = await sql.query(
      `update orders set created_at = $2
        where id = $1 and not exists (select from counted_orders where order_id = $1)`,
      [orderId, `${day}T12:00:00Z`],
    );
    if (rowCount !== 1) await placeOrderOn(day);
  };
  await placeOrderOn(`${period}-04`);
  await placeOrderOn(`${period}-05`);
  await countNow(sql);
  await gotoHydrated(page, `/admin/analytics?from=${period}-01&to=${monthEnd(`${period}-01`)}`);

  // Each order is 76.00, 8% tax and 9.99 shipping.
  await expect(panel(page, 'Revenue')).toContainText('$184.14');
  await expect(panel(page, 'Revenue')).toContainText(analyticsMessages.unpaid('$184.14'));
  for (const [tile, text] of [
    ['Orders', '2'],
    ['Units sold', '2'],
    ['Average order value', '$92.07'],
    ['Refunds', '$0.00'],
  ] as const)
    await expect(panel(page, tile)).toContainText(text);
  for (const [report, cells] of [
    ['Sales by category', ['Accessories', '2', '2', '$152.00']],
    ['Sales by product', [CUFFLINKS.name, '2', '2', '$152.00']],
    ['Sales by payment method', ['Cash on delivery', '2', '100.0%', '$184.14']],
  ] as const) {
    await panel(page, report).getByText('Show as table').click();
    const row = panel(page, report).getByRole('row').nth(1);
    for (const [place, text] of cells.entries()) await expect(row.getByRole('cell').nth(place)).toContainText(text);
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV: Sales by product' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toMatch(new RegExp(`${CUFFLINKS.name}.*152`));
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

for (const path of ['/admin', '/admin/analytics'])
  test(`RTE-019 ${path} has no axe violations`, async ({ page, signIn }) => {
    await signIn('admin');
    await gotoHydrated(page, path);

    await expectAccessible(page);
  });
