import { dashboardMessages } from '@shop/contracts/analytics/dashboard-messages';
import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { effectSentence } from '@shop/contracts/effects/messages';
import { confirmation } from '../../pages/admin.ts';
import { filterBy } from '../../pages/admin-list.ts';
import { addProduct, aName, field, main, row, test } from '../../pages/admin-product.ts';
import { tabTo } from '../../pages/keyboard.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';

const SIZED = {
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: [{ options: { Size: 'S' } }, { options: { Size: 'M' } }],
  specifications: { Stone: 'Moonstone' },
};

test.describe('the admin product list', () => {
  test('APRD-001 APRD-002 APRD-003 APRD-004 APRD-005 shows image, price, category and stock of each product', async ({
    page,
    context,
    shop,
    signIn,
  }) => {
    await signIn('admin');
    const name = aName();
    const there = await addProduct({ context, shop }, { name: `${name} there` });
    const outOfStock = await addProduct({ context, shop }, { name: `${name} gone`, salePrice: 0, quantity: 0 });
    await page.goto(`/admin/products?q=${encodeURIComponent(name)}`);

    const line = row(page, there.name);
    const cell = (place: number) => line.getByRole('cell').nth(place);
    await expect(cell(1).locator('img')).toHaveCount(1);
    await expect(cell(1)).toContainText(`${there.name}Nocturne`);
    await expect(cell(2)).toContainText('$99.00');
    await expect(cell(2).locator('s')).toContainText('$120.00');
    await expect(cell(3)).toContainText('Jewelry');
    await expect(cell(4)).toContainText('In Stock (7)');
    await expect(line.getByRole('link', { name: `Edit ${there.name}` })).toHaveAttribute(
      'href',
      `/admin/products/edit/${there.id}`,
    );
    await expect(row(page, outOfStock.name).locator('s')).toHaveCount(0);
    await expect(row(page, outOfStock.name)).toContainText('Out of Stock');
  });

  test('is filtered by stock, in the URL beside the other filters', async ({ page, context, shop, signIn }) => {
    await signIn('admin');
    const name = aName();
    const full = await addProduct({ context, shop }, { name: `${name} full`, quantity: 40 });
    const low = await addProduct({ context, shop }, { name: `${name} low`, quantity: 2 });
    const outOfStock = await addProduct({ context, shop }, { name: `${name} gone`, quantity: 0 });
    await gotoHydrated(page, `/admin/products?${new URLSearchParams({ q: name, category: 'Jewelry' })}`);
    const choose = async (level: 'in' | 'low' | 'out') => {
      await filterBy(page, messages.stock, messages.stockLevels[level]);
      await expect(page).toHaveURL(new RegExp(`category=Jewelry.*stock=${level}`));
    };
    const expectRows = async (...expected: [{ name: string }, number][]) => {
      for (const [{ name }, count] of expected) await expect(row(page, name)).toHaveCount(count);
    };

    await choose('low');
    await expectRows([full, 0], [low, 1], [outOfStock, 1]);
    await choose('out');
    await expectRows([full, 0], [low, 0], [outOfStock, 1]);
    await choose('in');
    await expectRows([full, 1], [low, 1], [outOfStock, 0]);

    await page.goto('/admin');
    await main(page).getByRole('link', { name: dashboardMessages.allLow }).click();
    await expect(page).toHaveURL(/\/admin\/products\?status=published&stock=low$/);
    await expectRows([full, 0], [low, 1]);
  });

  test('APRD-006 APRD-007 deletes a product after confirmation and restores it by undo', async ({
    page,
    context,
    shop,
    signIn,
  }) => {
    await signIn('admin');
    const { name } = await addProduct({ context, shop });
    await gotoHydrated(page, `/admin/products?q=${encodeURIComponent(name)}`);

    await row(page, name).getByRole('button', { name: 'Delete' }).click();
    const question = confirmation(page, 'Are you sure you want to delete this product?');
    await expect(question).toContainText(effectSentence([{ kind: 'product', change: 'deleted', count: 1 }]));
    await expectAccessible(page);
    await question.getByRole('button', { name: messages.keep }).click();
    await expect(question).toBeHidden();
    await expect(row(page, name)).toBeVisible();
    await row(page, name).getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: messages.confirm }).click();

    await expect(row(page, name)).toHaveCount(0);
    await expect(main(page).getByRole('status')).toHaveText(messages.deleted(name));
    await main(page).getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, name)).toBeVisible();
  });

  test('APRD-008 links to the form for a new product', async ({ page, signIn }) => {
    await signIn('admin');
    await gotoHydrated(page, '/admin/products');
    await main(page).getByRole('link', { name: 'Add New Product' }).click();

    await expect(page).toHaveURL(/\/admin\/products\/new$/);
  });

  test('ERR-021 shows an error when deleting fails', async ({ page, context, shop, sql, signIn }) => {
    await signIn('admin');
    const { id, name } = await addProduct({ context, shop });
    await gotoHydrated(page, `/admin/products?q=${encodeURIComponent(name)}`);
    await row(page, name).getByRole('button', { name: 'Delete' }).click();
    const confirm = confirmation(page, messages.confirmDelete).getByRole('button', { name: messages.confirm });
    await expect(confirm).toBeVisible();
    await sql.query(`update products set status = 'deleted' where id = $1`, [id]);

    await confirm.click();

    await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete product' })).toBeVisible();
  });

  test('offers no actions to the read-only role', async ({ page, signIn }) => {
    await signIn('read-only');
    await page.goto('/admin/products');

    await expect(
      main(page)
        .getByRole('link', { name: /^Edit / })
        .first(),
    ).toBeVisible();
    await expect(main(page).getByRole('button', { name: 'Delete' })).toHaveCount(0);
    await expect(main(page).getByRole('link', { name: 'Add New Product' })).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 800 } });

  test('the admin product list is a stack of cards', async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/admin/products');

    await expect(main(page).getByRole('row').nth(1)).toHaveCSS('display', 'grid');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });
});

for (const path of ['/admin/products', '/admin/products/new', '/admin/products/edit'])
  test(`RTE-019 ${path} has no axe violations`, async ({ page, context, shop, signIn }) => {
    await signIn('admin');
    const { id, name } = await addProduct({ context, shop }, SIZED);
    const rest = { edit: `/${id}`, products: `?q=${encodeURIComponent(name)}`, new: '' }[path.split('/').at(-1) ?? ''];
    await gotoHydrated(page, `${path}${rest}`);

    await expectAccessible(page);
  });

test('RTE-019 a product is found, edited and saved by keyboard alone', async ({ page, context, shop, signIn }) => {
  await signIn('admin');
  const { name, id } = await addProduct({ context, shop });
  await gotoHydrated(page, '/admin/products');

  await tabTo(page, field(page, messages.search));
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?q=/);
  await tabTo(page, main(page).getByRole('link', { name: `Edit ${name}` }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/products/edit/${id}`);
  // The new page takes the focus after the URL has changed.
  await expect(main(page)).toBeFocused();
  await tabTo(page, field(page, messages.price));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('150.5');
  await tabTo(page, main(page).getByRole('button', { name: 'Update Product' }));
  await page.keyboard.press('Enter');

  await expectStatusMessage(page, messages.saved);
  await expect(field(page, messages.price)).toHaveValue('150.5');
});
