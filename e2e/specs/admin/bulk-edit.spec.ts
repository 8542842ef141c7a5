import type { BrowserContext, Page } from '@playwright/test';
import { productListMessages } from '@shop/contracts/catalog/admin-list-messages';
import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import type { AdminProduct, ProductInput } from '@shop/contracts/catalog/admin-schema';
import { bulkEditMessages as messages } from '@shop/contracts/catalog/bulk-edit-messages';
import { confirmation } from '../../pages/admin.ts';
import { addProduct, main, test } from '../../pages/admin-product.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';

type Column = keyof typeof messages.cellNames;
const cell = (page: Page, column: Column, name: string) =>
  main(page).getByLabel(messages.cell(messages.cellNames[column], name), { exact: true });
const gridOf = (products: AdminProduct[]) =>
  `/admin/products/bulk-edit?${products.map(({ id }) => `id=${id}`).join('&')}`;
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
/** Presses Save and confirms what it does. */
async function save(page: Page, changed: number) {
  await button(page, messages.save).click();
  await confirmSave(page, changed);
}
const confirmSave = (page: Page, changed: number) =>
  confirmation(page, messages.confirmSave(changed))
    .getByRole('button', { name: messages.confirm(changed) })
    .click();

async function addProducts(
  place: { context: BrowserContext; shop: { url: string } },
  count: number,
  more: Partial<ProductInput> = {},
) {
  const products: AdminProduct[] = [];
  for (let number = 0; number < count; number += 1)
    products.push(await addProduct(place, { price: 100 + number, salePrice: 0, ...more }));
  return products;
}

test('the product grid changes 40 prices at once, and undoes them', { tag: '@journey' }, async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  await signIn('admin');
  const products = await addProducts({ context, shop }, 40);
  const cents = async () => {
    const { rows } = await sql.query('select price_cents::int from products where id = any ($1) order by id', [
      products.map(({ id }) => id),
    ]);
    return rows.map(({ price_cents }) => price_cents);
  };
  const before = await cents();
  await gotoHydrated(page, gridOf(products));

  for (const { name, price } of products) await cell(page, 'price', name).fill(`${price + 5.5}`);
  await button(page, messages.save).click();
  const question = confirmation(page, messages.confirmSave(40));
  await expect(question).toContainText('40 prices are changed.');
  expect(await cents()).toEqual(before);
  await question.getByRole('button', { name: messages.confirm(40) }).click();

  await expectStatusMessage(page, messages.saved(40));
  expect(await cents()).toEqual(before.map((price) => price + 550));
  await button(page, messages.undo).click();
  await expectStatusMessage(page, messages.undone(40));
  expect(await cents()).toEqual(before);
});

test('the product grid shows the error of a cell and keeps what was typed', async ({ page, context, shop, signIn }) => {
  await signIn('admin');
  const [one, two] = await addProducts({ context, shop }, 2);
  if (!one || !two) throw new Error('There are no products.');
  await gotoHydrated(page, gridOf([one, two]));
  const key = main(page).locator('input[name=key]');
  const firstKey = await key.inputValue();

  await cell(page, 'status', one.name).selectOption('draft');
  await cell(page, 'salePrice', two.name).fill('500');
  await button(page, messages.save).click();

  const wrong = cell(page, 'salePrice', two.name);
  await expect(wrong).toHaveAccessibleDescription(adminProductMessages.salePriceTooHigh);
  await expect(wrong).toBeFocused();
  await expect(cell(page, 'status', one.name)).toHaveValue('draft');
  // Also after a lost response: another key would add a stock difference a second time.
  await expect(key).toHaveValue(firstKey);
  await wrong.fill('90');
  await save(page, 2);
  await expectStatusMessage(page, messages.saved(2));
});

test('the product grid fills all prices by a percentage', async ({ page, context, shop, signIn }) => {
  await signIn('admin');
  const products = await addProducts({ context, shop }, 2, { price: 120 });
  await gotoHydrated(page, gridOf(products));

  await main(page).getByText(messages.percentTool).click();
  await main(page).getByLabel(messages.percent).fill('5');
  await main(page).getByLabel(messages.rounding).selectOption('charm');
  await button(page, messages.fillCells).click();

  for (const { name } of products) await expect(cell(page, 'price', name)).toHaveValue('125.99');
  await save(page, 2);
  await expectStatusMessage(page, messages.saved(2));
});

test('the product grid fills the prices on Enter in the percentage, and saves nothing', async ({
  page,
  context,
  shop,
  signIn,
}) => {
  await signIn('admin');
  const [one] = await addProducts({ context, shop }, 1, { price: 120 });
  if (!one) throw new Error('There is no product.');
  await gotoHydrated(page, gridOf([one]));

  await main(page).getByText(messages.percentTool).click();
  await main(page).getByLabel(messages.percent).fill('10');
  await main(page).getByLabel(messages.percent).press('Enter');

  await expect(cell(page, 'price', one.name)).toHaveValue('132.00');
  await expect(page).toHaveURL(/\/bulk-edit\?/);
});

test.describe('the product grid as a spreadsheet', () => {
  test('moves, fills down, pastes and saves by keyboard', async ({ page, context, shop, signIn }) => {
    await signIn('admin');
    const products = await addProducts({ context, shop }, 3);
    const [one, two, three] = products;
    if (!one || !two || !three) throw new Error('There are no products.');
    await gotoHydrated(page, gridOf(products));

    await cell(page, 'price', one.name).fill('150');
    await page.keyboard.press('ArrowDown');
    await expect(cell(page, 'price', two.name)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Control+d');
    await expect(cell(page, 'price', three.name)).toHaveValue('150');
    await cell(page, 'salePrice', two.name).evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', '140\t9\n130\t8\n');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(cell(page, 'salePrice', three.name)).toHaveValue('130');
    await expect(cell(page, 'quantity', two.name)).toHaveValue('9');

    const bar = main(page).getByRole('region', { name: messages.unsaved });
    const { price, salePrice, quantity } = messages.changed;
    await expect(bar.getByRole('status')).toHaveText(`${price(3)} · ${salePrice(2)} · ${quantity(2)}`);
    await expectAccessible(page);
    await cell(page, 'price', one.name).focus();
    await page.keyboard.press('Control+s');
    await confirmSave(page, 3);
    await expectStatusMessage(page, messages.saved(3));
  });

  test('asks before unsaved changes are left, and discards them', async ({ page, context, shop, signIn }) => {
    await signIn('admin');
    const [one] = await addProducts({ context, shop }, 1);
    if (!one) throw new Error('There is no product.');
    await gotoHydrated(page, gridOf([one]));
    await cell(page, 'price', one.name).fill('150');

    await main(page).getByRole('link', { name: adminProductMessages.title, exact: true }).click();
    const question = page.getByRole('alertdialog', { name: messages.leave });
    await question.getByRole('button', { name: messages.keepEditing }).click();
    await expect(cell(page, 'price', one.name)).toHaveValue('150');

    await button(page, messages.discard).click();
    await expect(cell(page, 'price', one.name)).toHaveValue('100.00');
    await main(page).getByRole('link', { name: adminProductMessages.title, exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/products$/);
  });

  test('names a product that was changed meanwhile, and can overwrite it', async ({ page, context, shop, signIn }) => {
    await signIn('admin');
    const [one] = await addProducts({ context, shop }, 1);
    if (!one) throw new Error('There is no product.');
    await gotoHydrated(page, gridOf([one]));
    await context.request.post(`${shop.url}/api/admin/product-batches`, {
      headers: { origin: shop.url, 'idempotency-key': one.id },
      data: { changes: [{ id: one.id, version: one.version, price: 300 }] },
    });

    await cell(page, 'price', one.name).fill('150');
    await button(page, messages.save).click();

    await expect(main(page).getByRole('alert')).toHaveText(messages.editConflict([one.name]));
    await expect(cell(page, 'price', one.name)).toHaveValue('150');
    await button(page, adminProductMessages.saveAnyway).click();
    await confirmSave(page, 1);
    await expectStatusMessage(page, messages.saved(1));
  });

  test('opens the selected products and returns to the filtered list', async ({ page, context, shop, signIn }) => {
    await signIn('admin');
    const [one] = await addProducts({ context, shop }, 1);
    if (!one) throw new Error('There is no product.');
    const list = `/admin/products?${new URLSearchParams({ q: one.name, status: 'published' })}`;
    await gotoHydrated(page, list);

    await page.getByLabel(productListMessages.select(one.name)).check();
    await button(page, messages.link).click();
    await expect(page.getByRole('heading', { level: 1, name: messages.title(1) })).toBeVisible();
    await main(page).getByRole('link', { name: adminProductMessages.title, exact: true }).click();

    await expect(page).toHaveURL(`${shop.url}${list}`);
  });

  test('opens the filtered list, and shows the stock of variants as a link', async ({
    page,
    context,
    shop,
    signIn,
  }) => {
    await signIn('admin');
    const [sized] = await addProducts({ context, shop }, 1, {
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: [
        { options: { Size: 'S' }, quantity: 1 },
        { options: { Size: 'M' }, quantity: 2 },
      ],
    });
    if (!sized) throw new Error('There is no product.');
    await gotoHydrated(page, `/admin/products?q=${encodeURIComponent(sized.name)}`);

    await main(page).getByRole('link', { name: messages.link }).click();

    await expect(page.getByRole('heading', { level: 1, name: messages.title(1) })).toBeVisible();
    await expect(main(page).getByRole('link', { name: messages.variantStock(3, sized.name) })).toHaveText('3');
  });
});
