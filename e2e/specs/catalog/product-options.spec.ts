import type { Locator, Page } from '@playwright/test';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import { firstOrFail, main, NECKLACE, quantity, RING, reviews } from '../../pages/product.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const size = (page: Page, name: string | RegExp) => page.getByRole('radio', { name });
const pick = (page: Page, value: string) => page.locator('label').filter({ hasText: value }).click();

test.describe('a product with sizes', () => {
  test('PDP-018 preselects the first size in stock', async ({ page }) => {
    await gotoHydrated(page, '/product/eternity-pave-band');

    await expect(size(page, 'US 6')).toBeChecked();
  });

  test('PDP-018 keeps the chosen size in the URL without a reload', async ({ page }) => {
    await gotoHydrated(page, RING);
    await page.evaluate(() => {
      document.body.dataset.same = 'page';
    });

    await pick(page, 'US 7');

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
    await pick(page, 'US 7');

    arrive();

    await expect(page).toHaveURL(`${RING}?Ring+size=US+7`);
    await expect(main(page).getByRole('status')).toHaveText(productMessages.inStock);
  });

  test('PDP-018 marks an out-of-stock size and does not sell it', async ({ page }) => {
    await gotoHydrated(page, RING);

    await expect(size(page, /^US 9/)).toHaveAccessibleName(`US 9 ${productMessages.outOfStock}`);
    await pick(page, 'US 9');

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

    await pick(page, 'US 8');

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

test('RTE-019 a size is chosen from Home by keyboard alone', async ({ page }) => {
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('Not reached within 60 presses of Tab.');
  };
  await gotoHydrated(page, '/');

  await tabTo(page.getByRole('combobox', { name: 'Search products' }));
  await page.keyboard.type('aurora solitaire');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Aurora Solitaire Ring' })).toBeVisible();
  await tabTo(size(page, 'US 5'));
  await page.keyboard.press('ArrowRight');

  await expect(size(page, 'US 6')).toBeChecked();
  await expect(size(page, 'US 6')).toBeFocused();
  await expect(page).toHaveURL(`${RING}?Ring+size=US+6`);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('RTE-018 a size is chosen by a form, and the previous one cannot be bought until it is sent', async ({
    page,
  }) => {
    await page.goto(RING);
    const addToCart = main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true });
    await expect(addToCart).toBeVisible();
    await expect(page.getByRole('button', { name: productMessages.updateSelection })).toBeHidden();

    await pick(page, 'US 7');
    await expect(addToCart).toBeHidden();
    await page.getByRole('button', { name: productMessages.updateSelection }).click();

    await expect(page).toHaveURL(/\?Ring\+size=US\+7/);
    await expect(size(page, 'US 7')).toBeChecked();
    await expect(main(page).getByRole('status')).toHaveText(productMessages.inStock);
    await expect(addToCart).toBeVisible();
  });
});
