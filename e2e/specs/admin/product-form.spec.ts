import type { Page } from '@playwright/test';
import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { aName, field, main, test } from '../../pages/admin-product.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';

const NEW = '/admin/products/new';
const submit = /^(Add|Update) Product|Saving/;

test.describe('the new product form', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('admin');
    await gotoHydrated(page, NEW);
  });

  test('APRD-009 APRD-012 APRD-015 APRD-016 APRD-017 has all fields of a product', async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1, name: 'Add New Product' })).toBeVisible();
    await expect(main(page).getByRole('button', { name: 'Add Product' })).toBeVisible();
    await expect(field(page, 'Category').getByRole('option')).toContainText(['Select a category', 'Jewelry']);
    await expect(field(page, 'Brand').getByRole('option')).toContainText(['Select a brand', 'Aurora Facet']);
    await expect(field(page, 'Description')).toHaveAttribute('rows', '4');
    await expect(main(page).getByRole('region', { name: 'Options' })).toBeVisible();
  });

  test('VAL-038 VAL-039 accepts numbers from 0, prices in steps of 0.01', async ({ page }) => {
    for (const label of ['Price', 'Sale price']) {
      await expect(field(page, label)).toHaveAttribute('step', '0.01');
      await expect(field(page, label)).toHaveAttribute('min', '0');
    }
    await expect(field(page, 'Quantity')).toHaveAttribute('min', '0');
  });

  test('VAL-027 VAL-028 VAL-029 VAL-031 VAL-032 VAL-034 VAL-035 shows the required fields when empty and sends nothing', async ({
    page,
  }) => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await field(page, messages.name).fill('   ');

    await main(page).getByRole('button', { name: 'Add Product' }).click();

    await expect(main(page).getByRole('alert')).toHaveText([
      'All image URLs must be provided',
      'Product name is required',
      'Product description is required',
      'Price must be greater than 0',
      'Category is required',
      'Brand is required',
    ]);
    await expect(field(page, messages.imageUrl(1))).toBeFocused();
    expect(sent.filter((url) => url.includes('/products'))).toEqual([]);
  });

  test('VAL-030 VAL-033 VAL-035 VAL-036 shows an invalid number at its field until it is edited', async ({ page }) => {
    await field(page, 'Price').fill('10');
    await field(page, 'Sale price').fill('10');
    await field(page, 'Quantity').fill('-1');
    await main(page).getByRole('button', { name: 'Add Product' }).click();

    const error = (text: string) => main(page).getByRole('alert').filter({ hasText: text });
    await expect(error('Sale price must be less than regular price')).toBeVisible();
    await expect(error('Quantity cannot be negative')).toBeVisible();
    await field(page, 'Quantity').fill('1');
    await expect(error('Quantity cannot be negative')).toHaveCount(0);
    await expect(error('Sale price must be less than regular price')).toBeVisible();
  });

  test('VAL-040 VAL-041 adds and removes image fields, except the last one', async ({ page }) => {
    await expect(main(page).getByRole('button', { name: /^Remove image/ })).toHaveCount(0);
    await main(page).getByRole('button', { name: 'Add Another Image' }).click();

    await expect(field(page, 'Image URL 2')).toHaveValue('');
    await main(page).getByRole('button', { name: 'Remove image 1' }).click();
    await expect(main(page).getByLabel(/^Image URL/)).toHaveCount(1);
    await expect(main(page).getByRole('button', { name: /^Remove image/ })).toHaveCount(0);
  });

  test('VAL-037 VAL-042 APRD-014 reads "Saving..." while saving, and saves empty numbers as 0', async ({
    page,
    sql,
  }) => {
    const name = aName('Café Ring');
    await field(page, messages.name).fill(name);
    await field(page, 'Description').fill('A ring.');
    await field(page, 'Price').fill('12.5');
    await field(page, 'Sale price').fill('');
    await field(page, 'Quantity').fill('');
    await field(page, 'Category').selectOption('Jewelry');
    await field(page, 'Brand').selectOption('Nocturne');
    await field(page, 'Image URL 1').fill('https://images.example.com/ring.jpg');
    const { promise: seen, resolve: go } = Promise.withResolvers<void>();
    await page.route('**/admin/products/new.data*', async (route) => {
      await seen;
      await route.continue();
    });

    await main(page).getByRole('button', { name: 'Add Product' }).click();
    await expect(main(page).getByRole('button', { name: submit })).toHaveText(/Saving\.\.\./);
    await expect(main(page).getByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-disabled', 'true');
    go();

    await expectStatusMessage(page, messages.added);
    await expect(page).toHaveURL(/\/admin\/products\/edit\/[\w-]+$/);
    const { rows } = await sql.query('select slug, price_cents, sale_price_cents from products where name = $1', [
      name,
    ]);
    expect(rows).toEqual([
      { slug: name.toLowerCase().replace('é', '').replaceAll(' ', '-'), price_cents: '1250', sale_price_cents: null },
    ]);
  });

  test('has a variant grid that is filled like a spreadsheet', async ({ page }) => {
    await main(page).getByRole('button', { name: 'Add option' }).click();
    await field(page, 'Option 1 name').fill('Size');
    await field(page, 'Option 1 values').fill('S, M, L');
    await page.keyboard.press('Tab');
    const cell = (column: string, variant: string) => field(page, `${column} for ${variant}`);

    await cell('Quantity', 'S').fill('4');
    await page.keyboard.press('ControlOrMeta+d');
    await expect(cell('Quantity', 'L')).toHaveValue('4');
    await page.keyboard.press('ArrowDown');
    await expect(cell('Quantity', 'M')).toBeFocused();
    await cell('SKU', 'S').focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'R-S\t1.50\t9\nR-M\t2\t8\n');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });

    await expect(cell('SKU', 'M')).toHaveValue('R-M');
    await expect(cell('Price difference', 'S')).toHaveValue('1.50');
    await expect(cell('Quantity', 'M')).toHaveValue('8');
    await expect(field(page, 'Quantity')).toHaveValue('21');
  });
});

test.describe('adding a product', () => {
  async function fillIn(page: Page, name: string) {
    await gotoHydrated(page, NEW);
    await field(page, messages.name).fill(name);
    await field(page, 'Description').fill('A ring.');
    await field(page, 'Price').fill('12.5');
    await field(page, 'Category').selectOption('Jewelry');
    await field(page, 'Brand').selectOption('Nocturne');
    await field(page, messages.imageUrl(1)).fill('https://images.example.com/ring.jpg');
  }
  /** The request reaches the server, but its response does not reach the browser. */
  const dropOneResponse = (page: Page) =>
    page.route(
      '**/admin/products/new.data*',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  const add = (page: Page) => main(page).getByRole('button', { name: 'Add Product' }).click();
  async function addWithLostResponse(page: Page) {
    const name = aName();
    await fillIn(page, name);
    await dropOneResponse(page);
    await add(page);
    await expect(main(page).getByRole('alert')).toHaveText(messages.createFailed);
    return name;
  }

  test('creates one product when the form is sent again after a lost response', async ({ page, signIn, sql }) => {
    await signIn('admin');
    const name = await addWithLostResponse(page);

    await expect(field(page, messages.name)).toHaveValue(name);
    await add(page);

    await expectStatusMessage(page, messages.added);
    expect((await sql.query('select from products where name = $1', [name])).rowCount).toBe(1);
  });

  test('reports the existing product when the form was changed before it is sent again', async ({
    page,
    signIn,
    sql,
  }) => {
    await signIn('admin');
    const name = await addWithLostResponse(page);

    await field(page, 'Description').fill('Another ring.');
    await add(page);

    await expect(main(page).getByRole('alert')).toHaveText(messages.addedBefore);
    expect((await sql.query('select from products where name = $1', [name])).rowCount).toBe(1);
  });

  test('starts with no stock for a role that cannot adjust stock, and the form says why', async ({
    page,
    signIn,
    sql,
  }) => {
    const name = aName();
    await signIn('content');
    await fillIn(page, name);
    await expect(field(page, 'Quantity')).not.toBeEditable();
    await expect(field(page, 'Quantity')).toHaveAccessibleDescription(messages.quantityNotAllowed);
    await main(page).getByRole('button', { name: 'Add option' }).click();
    await field(page, 'Option 1 name').fill('Size');
    await field(page, 'Option 1 values').fill('S, M');
    await page.keyboard.press('Tab');
    await expect(field(page, 'Quantity for S')).not.toBeEditable();

    await add(page);

    await expectStatusMessage(page, messages.added);
    await expect(field(page, 'Quantity')).toHaveAccessibleDescription(messages.quantityNotAllowed);
    const { rows } = await sql.query(
      'select available from stock where product_id = (select id from products where name = $1)',
      [name],
    );
    expect(rows).toEqual([{ available: '0' }, { available: '0' }]);
  });
});
