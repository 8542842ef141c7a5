import type { Page } from '@playwright/test';
import { gotoHydrated, register } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search orders, products, customers and pages' });
const results = (page: Page) => page.getByRole('listbox', { name: 'Search results' }).getByRole('option');
const chosen = (page: Page) => results(page).and(page.getByRole('option', { selected: true }));

for (const shortcut of ['Control+k', 'Meta+k'])
  test(`RTE-019 ${shortcut} opens the palette, which navigates to a page by keyboard alone`, async ({
    page,
    signIn,
  }) => {
    await signIn('admin');
    await gotoHydrated(page, '/admin/orders');

    await page.keyboard.press(shortcut);
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('revi');
    await expect(chosen(page)).toHaveText(/Reviews/);
    await page.keyboard.press('Enter');

    await expect(page).toHaveURL(/\/admin\/reviews$/);
    await expect(field(page)).toHaveCount(0);
  });

test('the palette finds a customer, a product and an order', async ({ page, signIn, browser, shop, sql }) => {
  const other = await browser.newContext();
  await register(other, shop, 'Wilhelmina Quizzical');
  await other.close();
  const order = (await sql.query('select id, number from orders order by id limit 1')).rows[0];
  const product = (await sql.query(`select id, name from products where status = 'published' order by id limit 1`))
    .rows[0];
  await signIn('admin');
  await gotoHydrated(page, '/admin/orders');

  await page.getByRole('button', { name: 'Quick search' }).click();
  await field(page).fill('quizzical');
  await expect(results(page).filter({ hasText: 'Wilhelmina Quizzical' }).first()).toHaveAttribute(
    'href',
    /\/admin\/customers\//,
  );
  await field(page).fill(product.name);
  await expect(results(page).first()).toHaveAttribute('href', `/admin/products/edit/${product.id}`);
  await field(page).fill(order.number);
  await expect(results(page).first()).toHaveAttribute('href', `/admin/orders/${order.id}`);
  await field(page).fill('nothing at all');
  await expect(page.getByText('No results.')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Quick search' })).toBeFocused();
});

test('A06 the palette offers no page the role has no permission for', async ({ page, signIn }) => {
  await signIn('packer');
  await gotoHydrated(page, '/admin/orders');

  await page.keyboard.press('Control+k');
  await field(page).fill('settings');

  await expect(page.getByText('No results.')).toBeVisible();
});
