import type { Page } from '@playwright/test';
import { cartMessages } from '@shop/contracts/cart/messages';
import { Cart } from '@shop/contracts/cart/schema';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import { tabTo } from '../../pages/keyboard.ts';
import { firstOrFail, main, NECKLACE, pickSize, quantity, RING, reviews, size } from '../../pages/product.ts';
import { expectNoAxeViolations } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const selectSize = (page: Page) => button(page, productMessages.selectOption('Ring size'));
const missingOption = (page: Page) => main(page).getByRole('alert');

test.describe('a product with sizes', () => {
  test('PDP-018 preselects no size, and its button leads to the sizes', async ({ page }) => {
    await gotoHydrated(page, RING);
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(button(page, catalogMessages.addToCart)).toHaveCount(0);
    await expect(missingOption(page)).toHaveCount(0);

    await selectSize(page).click();

    await expect(missingOption(page)).toHaveText(cartMessages.chooseOption);
    await expect(size(page, 'US 5')).toBeFocused();
    await expectNoAxeViolations(page);
    await pickSize(page, 'US 7');
    await expect(missingOption(page)).toHaveCount(0);
    await expect(main(page).getByRole('status')).toHaveText(productMessages.inStock);
    await expect(button(page, catalogMessages.addToCart).first()).toBeVisible();
  });

  test('PDP-018 PDP-010 is added in the chosen size', async ({ page, context, shop }) => {
    await gotoHydrated(page, RING);

    await pickSize(page, 'US 7');
    await button(page, catalogMessages.addToCart).first().click();

    await expectStatusMessage(page, cartMessages.added('Aurora Solitaire Ring'));
    const { items } = Cart.parse(await (await context.request.get(`${shop.url}/api/cart`)).json());
    expect(items).toMatchObject([{ options: { 'Ring size': 'US 7' }, quantity: 1 }]);
  });

  test('PDP-018 a bar on phones names the choice and leads to the sizes', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 });
    await gotoHydrated(page, RING);
    await reviews(page).scrollIntoViewIfNeeded();
    await expect(main(page).getByText(productMessages.noneSelectedOf('Ring size'))).toBeInViewport({ ratio: 1 });

    await button(page, productMessages.selectShort('Ring size')).click();
    await expect(size(page, 'US 5')).toBeFocused();
    await expect(page.getByRole('group', { name: 'Ring size' })).toBeInViewport({ ratio: 1 });
    await expect(missingOption(page)).toHaveText(cartMessages.chooseOption);
    await pickSize(page, 'US 7');
    await reviews(page).scrollIntoViewIfNeeded();

    await expect(main(page).getByText(productMessages.chosen('Ring size', 'US 7'))).toBeInViewport({ ratio: 1 });
    await expect(button(page, catalogMessages.addToCart).last()).toBeInViewport({ ratio: 1 });
  });

  test('PDP-018 keeps the chosen size in the URL without a reload', async ({ page }) => {
    await gotoHydrated(page, RING);
    await page.evaluate(() => {
      document.body.dataset.same = 'page';
    });

    await pickSize(page, 'US 7');

    await expect(page).toHaveURL(`${RING}?Ring+size=US+7`);
    await expect(page.locator('body')).toHaveAttribute('data-same', 'page');
    await page.reload();
    await expect(size(page, 'US 7')).toBeChecked();
  });

  test('PDP-018 keeps a size chosen before hydration', async ({ page }) => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(/\.(js|tsx?)(\?|$)/, async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto(RING, { waitUntil: 'commit' });
    await pickSize(page, 'US 7');

    arrive();

    await expect(page).toHaveURL(`${RING}?Ring+size=US+7`);
    await expect(main(page).getByRole('status')).toHaveText(productMessages.inStock);
  });

  test('PDP-018 marks an out-of-stock size and does not sell it', async ({ page }) => {
    await gotoHydrated(page, RING);

    await expect(size(page, /^US 9/)).toHaveAccessibleName(`US 9 ${productMessages.outOfStock}`);
    await pickSize(page, 'US 9');

    await expect(main(page).getByRole('status')).toHaveText(catalogMessages.outOfStock);
    await expect(page.getByRole('button', { name: catalogMessages.addToCart, exact: true })).toHaveCount(0);
  });
});

test('PDP-019 a product without options has one variant and no radios', async ({ page, sql }) => {
  const { rows } = await sql.query<{ variants: number }>(
    `select count(*)::int as variants from variants join products on products.id = product_id
      where slug = 'riviere-crystal-necklace'`,
  );
  await gotoHydrated(page, NECKLACE);

  await expect(quantity(page)).toBeVisible();
  expect(firstOrFail(rows).variants).toBe(1);
  await expect(page.getByRole('radio')).toHaveCount(0);
});

test.describe('the product quantity', () => {
  const THREE_AVAILABLE = `${RING}?Ring+size=US+6`;

  test('PDP-009 VAL-022 VAL-023 goes from 1 to the available stock', async ({ page }) => {
    await gotoHydrated(page, THREE_AVAILABLE);
    const more = page.getByRole('button', { name: 'Increase quantity' });
    const less = page.getByRole('button', { name: 'Decrease quantity' });

    await less.click();
    await expect(quantity(page)).toHaveValue('1');
    await more.click();
    await more.click();
    await more.click();
    await expect(quantity(page)).toHaveValue('3');
    await less.click();
    await expect(quantity(page)).toHaveValue('2');
  });

  for (const [row, typed, expected] of [
    ['VAL-022', '0', '1'],
    ['VAL-022', '-4', '1'],
    ['VAL-023', '99', '3'],
    ['VAL-024', 'e', '1'],
    ['VAL-024', '', '1'],
  ] as const)
    test(`${row} "${typed}" is corrected to ${expected}`, async ({ page }) => {
      await gotoHydrated(page, THREE_AVAILABLE);

      await quantity(page).clear();
      await quantity(page).pressSequentially(typed);
      await page.keyboard.press('Tab');

      await expect(quantity(page)).toHaveValue(expected);
    });

  test('VAL-023 is capped at the available stock of a newly chosen size', async ({ page }) => {
    await gotoHydrated(page, `${RING}?Ring+size=US+7`);
    await quantity(page).fill('9');

    await pickSize(page, 'US 8');

    await expect(quantity(page)).toHaveValue('2');
  });
});

test('Add to cart stays in view on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await gotoHydrated(page, NECKLACE);
  const bar = page.getByRole('button', { name: catalogMessages.addToCart, exact: true }).last();

  await reviews(page).scrollIntoViewIfNeeded();
  await expect(bar).toBeInViewport({ ratio: 1 });
  await quantity(page).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: catalogMessages.addToCart, exact: true })).toHaveCount(1);
});

test('on a phone the bar with Add to cart covers nothing that has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await gotoHydrated(page, RING);

  await tabTo(page, selectSize(page).first());
});

test('RTE-019 a size is chosen from Home by keyboard alone', async ({ page }) => {
  await gotoHydrated(page, '/');

  await tabTo(page, page.getByRole('combobox', { name: 'Search products' }));
  await page.keyboard.type('aurora solitaire');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Aurora Solitaire Ring' })).toBeVisible();
  await tabTo(page, size(page, 'US 5'));
  await page.keyboard.press('ArrowRight');

  await expect(size(page, 'US 6')).toBeChecked();
  await expect(size(page, 'US 6')).toBeFocused();
  await expect(page).toHaveURL(`${RING}?Ring+size=US+6`);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('RTE-018 a size is chosen by a form, and nothing can be bought until it is sent', async ({ page }) => {
    await page.goto(RING);
    const addToCart = button(page, catalogMessages.addToCart).first();
    const updateSelection = button(page, productMessages.updateSelection);
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(updateSelection).toBeHidden();

    await selectSize(page).click();
    await expect(missingOption(page)).toHaveText(cartMessages.chooseOption);

    await pickSize(page, 'US 7');
    await expect(selectSize(page)).toBeHidden();
    await updateSelection.click();
    await expect(page).toHaveURL(/\?Ring\+size=US\+7/);
    await expect(size(page, 'US 7')).toBeChecked();
    await expect(missingOption(page)).toHaveCount(0);
    await expect(main(page).getByRole('status')).toHaveText(productMessages.inStock);
    await expect(addToCart).toBeVisible();

    await pickSize(page, 'US 6');
    await expect(addToCart).toBeHidden();
    await updateSelection.click();
    await expect(size(page, 'US 6')).toBeChecked();
    await addToCart.click();

    await expect(page).toHaveURL(/\/cart$/);
    await expect(main(page)).toContainText('US 6');
  });
});
