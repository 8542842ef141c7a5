import type { Page } from '@playwright/test';
import { searchPageMessages } from '@shop/contracts/catalog/list-messages';
import { expectAccessible } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const search = async (page: Page, query: string) => {
  await page.getByRole('combobox', { name: 'Search products' }).fill(query);
  await page.keyboard.press('Enter');
};

test('SRCH-001 /search lists the matching products, best match first', async ({ page }) => {
  await page.goto('/');

  await search(page, 'tiara');

  await expect(page).toHaveURL(/\/search\?q=tiara$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “tiara”');
  await expect(cards(page).first().getByRole('heading')).toHaveText('Moonlit Tiara');
});

test('SRCH-001 RTE-008 a search URL opens directly, with the query in the title', async ({ page }) => {
  const response = await page.goto('/search?q=chandelier');

  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle('Search: chandelier | Crystalline');
  await expect(cards(page).filter({ hasText: 'Cascade Crystal Chandelier' })).toHaveCount(1);
});

test('a search is filtered and sorted like the list, and keeps its query', async ({ page }) => {
  await page.goto('/search?q=crystal');
  const category = page.getByRole('form', { name: 'Filters' }).getByRole('group', { name: 'Category' });

  await expect(page.getByRole('combobox', { name: 'Sort by' }).getByRole('option').first()).toHaveText('Best match');
  await category.getByRole('radio', { name: /^Clothing/ }).check();

  await expect(page).toHaveURL(/\/search\?q=crystal&category=Clothing$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “crystal”');
  await page.getByRole('link', { name: 'Remove filter: Clothing' }).click();
  await expect(page).toHaveURL(/\/search\?q=crystal$/);
});

test('PLP-020 a search with no results says No products found and shows advice', async ({ page }) => {
  await page.goto('/search?q=qqxxzzyy');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No products found');
  await expect(page.getByText(searchPageMessages.advice[0] ?? '')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Jewelry' })).toHaveAttribute(
    'href',
    '/products?category=Jewelry',
  );
});

test('HDR-012 a category is suggested with its number of products, and opened by keyboard', async ({ page }) => {
  await gotoHydrated(page, '/');
  const field = page.getByRole('combobox', { name: 'Search products' });
  await field.fill('evening');

  const category = page.getByRole('option').first();
  await expect(category).toHaveAccessibleName(/^Evening Wear · \d+ products$/);
  expect(await page.getByRole('option').count()).toBeLessThanOrEqual(5);
  await expectAccessible(page);
  // A phone's width hides the field, which closes the suggestions.
  await field.focus();
  const count = /\d+ products/.exec((await category.textContent()) ?? '')?.[0] ?? '';

  await page.keyboard.press('ArrowDown');
  await expect(category).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await category.getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/products\?category=Evening%20Wear$/);
  await expect(page.getByRole('main').getByText(count, { exact: true })).toBeVisible();
});

test('a suggested category is opened by click', async ({ page }) => {
  await gotoHydrated(page, '/');
  await page.getByRole('combobox', { name: 'Search products' }).fill('acessories');

  await page.getByRole('option', { name: /^Accessories/ }).click();

  await expect(page).toHaveURL(/\/products\?category=Accessories$/);
});

for (const blank of ['/search', '/search?q=', '/search?q=%20%20'])
  test(`SRCH-002 ${blank} prompts for a query`, async ({ page }) => {
    const response = await page.goto(blank);

    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(searchPageMessages.prompt);
    await expect(cards(page)).toHaveCount(0);
  });

const ODD = [
  '<script>alert(1)</script>',
  '100% "pure" & _more_ #1?',
  'ëéè 💎 \u202e',
  "'; drop table products; --",
  '\0',
  'long '.repeat(400),
];

for (const query of ODD)
  test(`an unusual query is safe: ${JSON.stringify(query.slice(0, 30))}`, async ({ page }) => {
    const alerts: string[] = [];
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      return dialog.dismiss();
    });

    const response = await page.goto(`/search?${new URLSearchParams({ q: query })}`);

    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(alerts).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });

test.describe('RTE-018 without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the search box of the header finds products', async ({ page }) => {
    await page.goto('/');

    await search(page, 'tiara');

    await expect(page).toHaveURL(/\/search\?q=tiara$/);
    await expect(cards(page).first().getByRole('heading')).toHaveText('Moonlit Tiara');
  });

  test('a search is filtered by its form', async ({ page }) => {
    await page.goto('/search?q=crystal');

    await page
      .getByRole('group', { name: 'Category' })
      .getByRole('radio', { name: /^Clothing/ })
      .check();
    await page.getByRole('button', { name: 'Apply filters' }).click();

    await expect(page).toHaveURL(/\/search\?q=crystal&category=Clothing$/);
  });
});

for (const path of ['/search', '/search?q=crystal', '/search?q=qqxxzzyy'])
  test(`RTE-019 ${path} has no axe violations`, async ({ page }) => {
    await page.goto(path);

    await expectAccessible(page);
  });
