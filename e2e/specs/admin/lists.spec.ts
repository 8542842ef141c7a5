import { listMessages } from '@shop/contracts/admin/list-messages';
import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { orderListMessages } from '@shop/contracts/orders/list-messages';
import { filterBy, saveView, viewForm, views } from '../../pages/admin-list.ts';
import { row, test } from '../../pages/admin-order.ts';
import { aName, test as productTest } from '../../pages/admin-product.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';

test('a filtered list is saved as a view, renamed and deleted', async ({ page, signIn }) => {
  await signIn('manager');
  await page.goto('/admin/orders');
  await views(page).getByRole('link', { name: 'Unpaid' }).click();
  await expect(page).toHaveURL(/payment=due/);
  await expect(views(page).getByRole('link', { name: 'Unpaid' })).toHaveAttribute('aria-current', 'page');
  const name = aName('Unpaid express');
  await filterBy(page, listMessages.moreFilters, orderListMessages.shippingMethods.express);
  await expect(page).toHaveURL(/shipping=express/);

  await saveView(page, name);
  await expectStatusMessage(page, listMessages.viewSaved);
  await page.goto('/admin/orders');
  await views(page).getByRole('link', { name }).click();
  await expect(page).toHaveURL(/payment=due&shipping=express/);
  await expect(views(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page');

  const editForm = viewForm(page, listMessages.editView(name));
  await editForm.locator('summary').click();
  await editForm.getByLabel(listMessages.viewName).fill(`${name} 2`);
  await page.getByRole('button', { name: listMessages.updateView }).click();
  await expect(views(page).getByRole('link', { name: `${name} 2` })).toBeVisible();
  await page.locator(`summary[aria-label="${listMessages.editView(`${name} 2`)}"]`).click();
  await page.getByRole('button', { name: listMessages.deleteView }).click();
  await expectStatusMessage(page, listMessages.viewDeleted);
  await expect(views(page).getByRole('link', { name })).toHaveCount(0);
});

test('a view with the filters of a built-in one can be deleted', async ({ page, signIn }) => {
  await signIn('manager');
  await page.goto('/admin/orders');
  const name = aName('Everything');
  await saveView(page, name);
  await expect(views(page).getByRole('link', { name })).toBeVisible();

  await page.locator(`summary[aria-label="${listMessages.editView(name)}"]`).click();
  await page.getByRole('button', { name: listMessages.deleteView }).click();

  await expectStatusMessage(page, listMessages.viewDeleted);
  await expect(views(page).getByRole('link', { name })).toHaveCount(0);
});

test('the tab of what a list shows without filters is the current one', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/admin/support-tickets');

  await expect(views(page).getByRole('link', { name: 'Open' })).toHaveAttribute('aria-current', 'page');
});

test('a filter chip is removed and a heading sorts the list', async ({ page, signIn, orderOf }) => {
  const { number, customer } = await orderOf();
  await signIn('admin');
  await page.goto(`/admin/orders?q=${encodeURIComponent(customer.email)}`);
  await filterBy(page, 'Status', 'Delivered');
  await expect(row(page, number)).toHaveCount(0);
  await page.getByRole('link', { name: listMessages.removeFilter('Status') }).click();
  await expect(row(page, number)).toBeVisible();

  const total = page.getByRole('columnheader', { name: 'Total' });
  await total.getByRole('link').click();
  await expect(page).toHaveURL(/sort=-total/);
  await expect(total).toHaveAttribute('aria-sort', 'descending');
  await total.getByRole('link').click();
  await expect(total).toHaveAttribute('aria-sort', 'ascending');
  await expect(row(page, number)).toBeVisible();
});

test('selecting an order shows the actions, clearing the selection hides them', async ({ page, signIn, orderOf }) => {
  const { number } = await orderOf();
  await signIn('packer');
  await page.goto(`/admin/orders?q=${number}`);
  const print = page.getByRole('button', { name: orderListMessages.packingSlips });
  await expect(print).toBeHidden();

  await page.getByLabel(`Select order #${number}`).check();
  await expect(print).toBeVisible();
  await page.getByRole('button', { name: listMessages.clearSelection }).click();

  await expect(print).toBeHidden();
  await expect(page.getByLabel(`Select order #${number}`)).not.toBeChecked();
});

test('a form with an unknown intent is rejected', async ({ page, signIn, shop }) => {
  await signIn('admin');
  for (const list of ['orders', 'products', 'customers', 'support-tickets', 'reviews']) {
    const response = await page.request.post(`${shop.url}/admin/${list}`, {
      form: { intent: 'unknown' },
      headers: { origin: shop.url },
    });
    expect(response.status(), list).toBe(400);
  }
});

test('rows are reached, selected and opened by keyboard', async ({ page, signIn, orderOf }) => {
  const older = await orderOf({ name: 'Keyboard Row' });
  const newer = await orderOf({ name: 'Keyboard Row' });
  await signIn('admin');
  await gotoHydrated(page, '/admin/orders?q=Keyboard%20Row');
  const link = (number: string) => page.getByRole('link', { name: `#${number}`, exact: true });

  await page.getByLabel('Search', { exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('row').nth(1).getByRole('link').first()).toBeFocused();
  await link(newer.number).focus();
  await page.keyboard.press('j');
  await expect(link(older.number)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByLabel(`Select order #${older.number}`)).toBeChecked();
  await expect(page.getByText(listMessages.selected(1))).toBeVisible();
  await page.keyboard.press('k');
  await expect(link(newer.number)).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(new RegExp(`/admin/orders/${newer.id}$`));
});

test('a click beside the link opens the row, and all rows are selected at once', async ({ page, signIn, orderOf }) => {
  const { id, number } = await orderOf({ name: 'Click Row' });
  await orderOf({ name: 'Click Row' });
  await signIn('admin');
  await gotoHydrated(page, '/admin/orders?q=Click%20Row');

  const all = page.getByLabel(listMessages.selectAll);
  await page.getByLabel(`Select order #${number}`).check();
  await expect(all).toHaveJSProperty('indeterminate', true);
  await all.check();
  await expect(page.getByLabel(`Select order #${number}`)).toBeChecked();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await row(page, number).getByRole('cell').last().click();

  await expect(page).toHaveURL(new RegExp(`/admin/orders/${id}$`));
});

productTest('a sort order that the list does not have leads back to the default one', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/admin/products?status=published&sort=brand');

  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('link', { name: adminProductMessages.addFirst })).toHaveCount(0);
  await page.getByRole('link', { name: listMessages.defaultSort }).click();

  await expect(page).toHaveURL(/\/admin\/products\?status=published$/);
  await expect(page.locator('tbody tr').first()).toBeVisible();
});

productTest.describe('on a phone', () => {
  productTest.use({ viewport: { width: 375, height: 800 } });

  productTest('42 products are no more than 5,000 px high', async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/admin/products');
    const rows = await page.locator('tbody tr').evaluateAll((all) => all.map((line) => line.clientHeight));

    expect(rows.length).toBeGreaterThan(40);
    expect(rows.slice(0, 42).reduce((sum, height) => sum + height, 0)).toBeLessThan(4_500);
    expect(Math.max(...rows)).toBeLessThanOrEqual(80);
  });

  productTest('the menu of a product has its actions', async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/admin/products');
    const first = page.locator('tbody tr').first();
    await first.locator('summary').click();

    await expect(first.getByRole('link', { name: /^Edit / })).toBeVisible();
    await expect(first.getByRole('button', { name: 'Delete' })).toBeVisible();
  });
});
