import type { Page } from '@playwright/test';
import { adminOrderMessages as messages } from '@shop/contracts/orders/admin-messages';
import { panel, test } from '../../pages/admin-order.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';

const IMPORT = '/admin/orders/import';

const aTable = (...rows: string[]) => ({
  name: 'statuses.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Order ID,Status', ...rows].join('\r\n')),
});

async function read(page: Page, ...rows: string[]) {
  await page.getByLabel(messages.importField, { exact: true }).setInputFiles(aTable(...rows));
  await page.getByRole('button', { name: messages.importRead }).click();
}

test('AORD-008 order statuses are imported from a CSV file: checked first, then applied', async ({
  page,
  signIn,
  orderOf,
  sql,
}) => {
  const [one, two] = [await orderOf(), await orderOf()];
  await signIn('packer');
  await page.goto('/admin/orders');
  await page.getByRole('link', { name: messages.importTitle }).click();

  await read(page, `${one.id},shipped`, `${two.id},sent`, 'nothing,shipped');
  await expect(page.getByRole('alert')).toContainText(messages.importRejected(false));
  await expect(panel(page, messages.importErrors).getByRole('row')).toContainText([
    messages.importRow,
    /3.*Status must be one of/,
    /4.*Not a valid order ID/,
  ]);
  await expect(page.getByRole('button', { name: messages.importApply })).toHaveCount(0);

  await read(page, `${one.id},shipped`, `${two.id},processing`);
  await expect(panel(page, messages.importResult).getByRole('listitem')).toHaveText([
    '1 order will change to Processing.',
    '1 order will change to Shipped.',
  ]);
  await expect(panel(page, messages.importResult).getByRole('status')).toContainText('2 emails are sent.');
  const statuses = async () =>
    (await sql.query('select status from orders where id = any ($1) order by status', [[one.id, two.id]])).rows;
  expect(await statuses()).toEqual([{ status: 'pending' }, { status: 'pending' }]);

  await page.getByRole('button', { name: messages.importApply }).click();
  await expect(page).toHaveURL(/\/admin\/orders\/batches\//);
  await expect.poll(statuses).toEqual([{ status: 'processing' }, { status: 'shipped' }]);
  await page.reload();
  await expect(page.getByText(messages.batchProgress(2, 2))).toBeVisible();
});

test('a missing file, one that is too large and a status without permission show errors', async ({
  page,
  signIn,
  orderOf,
}) => {
  const { id } = await orderOf();
  await signIn('packer');
  await gotoHydrated(page, IMPORT);

  await page.getByRole('button', { name: messages.importRead }).click();
  await expect(page.getByRole('alert')).toHaveText(messages.importNoFile);
  await read(page, 'x'.repeat(1_000_001));
  await expect(page.getByRole('alert')).toHaveText(messages.importTooLarge);
  await read(page, `${id},cancelled`);
  await expect(page.getByRole('alert')).toHaveText('You don’t have permission to do this.');
});

test('a double click applies the import once', async ({ page, signIn, orderOf, sql }) => {
  const { id } = await orderOf();
  const me = await signIn('manager');
  await gotoHydrated(page, IMPORT);
  await read(page, `${id},shipped`);

  await page.getByRole('button', { name: messages.importApply }).dblclick();
  await expect(page).toHaveURL(/\/admin\/orders\/batches\//);

  const { rows } = await sql.query(
    `select after from audit_log where actor_user_id = $1 and action = 'orders.bulk_update'`,
    [me.id],
  );
  expect(rows).toHaveLength(1);
});

test('a role that cannot update order statuses is redirected', async ({ page, signIn }) => {
  await signIn('support');
  await page.goto('/admin/orders');
  await expect(page.getByRole('link', { name: messages.importTitle })).toHaveCount(0);

  await page.goto(IMPORT);
  await expect(page).toHaveURL(/\/admin$/);
});

test.describe('RTE-019 no axe violations', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('admin');
    await gotoHydrated(page, IMPORT);
  });

  test('on the import', async ({ page }) => {
    await expectAccessible(page);
  });

  test('on the errors of a file', async ({ page }) => {
    await read(page, `${'x'.repeat(200)},shipped`, ',');
    await expect(panel(page, messages.importErrors)).toBeVisible();

    await expectAccessible(page);
  });

  test('on the check of a file, and on its bulk update', async ({ page, orderOf }) => {
    const { id } = await orderOf();
    await read(page, `${id},shipped`);
    await expect(panel(page, messages.importResult)).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: messages.importApply }).click();
    await expect(page.getByText(messages.batchProgress(1, 1))).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
  });
});
