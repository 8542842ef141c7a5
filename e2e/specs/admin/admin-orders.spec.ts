import { readFile } from 'node:fs/promises';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { chooseColumns, filterBy } from '../../pages/admin-list.ts';
import { confirmEffects, panel, row, test } from '../../pages/admin-order.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';

test('AORD-001 AORD-002 the list has the columns of Recent Orders and links to each order', async ({
  page,
  signIn,
  orderOf,
}) => {
  const { id, number, customer } = await orderOf();
  await signIn('admin');
  await page.goto('/admin/orders');

  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Select',
    'Order ID',
    'Date',
    'Customer',
    'Items',
    'Payment',
    'Status',
    'Total',
  ]);
  const order = row(page, number);
  await expect(order.getByTitle(customer.id)).toHaveText(customer.name);
  await expect(order).toContainText(customer.email);
  await expect(order.getByRole('cell', { name: /^\$\d+\.\d\d$/ })).toBeVisible();
  await expect(order.getByRole('link', { name: `View order #${number}` })).toHaveAttribute(
    'href',
    `/admin/orders/${id}`,
  );

  await chooseColumns(page, 'Customer ID');
  await expect(order).toContainText(customer.id);
});

test('the order list keeps its filters in the URL', async ({ page, signIn, orderOf }) => {
  const { number, customer } = await orderOf({ name: 'Perpetua Filter' });
  await signIn('admin');
  await page.goto('/admin/orders');

  await page.getByLabel('Search', { exact: true }).fill(customer.email);
  await filterBy(page, 'Status', 'Pending');

  await expect(page).toHaveURL(/[?&]status=pending/);
  await expect(row(page, number)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.reload();
  await expect(page.getByLabel('Search', { exact: true })).toHaveValue(customer.email);

  await filterBy(page, 'Status', 'Shipped');
  await expect(page.getByText(adminOrderMessages.noneFound)).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page.getByLabel('Search', { exact: true })).toHaveValue('');
});

test('a bulk status update shows its progress', async ({ page, signIn, orderOf }) => {
  const [one, two] = [await orderOf(), await orderOf()];
  await signIn('packer');
  await gotoHydrated(page, '/admin/orders');

  await expect(page.getByRole('button', { name: 'Update status' })).toBeHidden();
  for (const { number } of [one, two]) await page.getByLabel(adminOrderMessages.bulkChoose(number)).check();
  await page.getByLabel('Set status to').selectOption('Shipped');
  await page.getByRole('button', { name: 'Update status' }).click();
  const title = adminOrderMessages.bulkTitle(2, 'Shipped');
  await confirmEffects(page, title, 'Update status', '2 orders become Shipped, 2 emails are sent.');

  await expect(page.getByText('2 of 2 orders processed.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(adminOrderMessages.batchFinished)).toBeVisible();
  await page.goto(`/admin/orders/${one.id}`);
  await expect(panel(page, 'Timeline')).toContainText('Status changed from Pending to Shipped');
});

test('AORD-008 the filtered orders are exported as a CSV file', async ({ page, signIn, sql }) => {
  await signIn('admin');
  // Orders of the sample data, which no other test changes.
  const { rows } = await sql.query<{ id: string }>(
    `select id from orders where status = 'delivered' and created_at < now() - interval '1 day'`,
  );
  await gotoHydrated(page, '/admin/orders?status=delivered');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);

  expect(download.suggestedFilename()).toBe('orders.csv');
  const cells = (await readFile(await download.path(), 'utf8')).split('\r\n').map((line) => line.split(','));
  const orders = cells.filter(([id = '']) => /^[0-9a-f-]{36}$/.test(id));
  expect(rows.length).toBeGreaterThan(0);
  expect(orders.map(([id]) => id)).toEqual(expect.arrayContaining(rows.map(({ id }) => id)));
  expect(new Set(orders.map(([, , , status]) => status))).toEqual(new Set(['delivered']));
});
