import { cards } from '../../pages/product-list.ts';
import { expect, test } from '../../support/fixtures.ts';

test.describe('pagination', () => {
  test('Show more appends products and keeps the scroll position', async ({ page }) => {
    await page.goto('/products');
    const names = await cards(page).getByRole('heading').allTextContents();
    expect(names).toHaveLength(24);
    const more = page.getByRole('link', { name: 'Show more' });
    await expect(more).toHaveAttribute('href', '/products?pages=2'); // the page is hydrated
    await more.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);

    await more.click();

    await expect(cards(page)).toHaveCount(42);
    expect((await cards(page).getByRole('heading').allTextContents()).slice(0, 24)).toEqual(names);
    expect(await page.evaluate(() => window.scrollY)).toBe(place);
    await expect(more).toHaveCount(0);
  });

  test('Back from a product restores the scroll position in the list', async ({ page }) => {
    await page.goto('/products?sortBy=newest');
    await page.getByRole('link', { name: 'Show more' }).click();
    await expect(cards(page)).toHaveCount(42);
    const card = cards(page).nth(37);
    await card.scrollIntoViewIfNeeded();
    await card.getByRole('heading').getByRole('link').click({ trial: true });
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(1_000);

    await card.getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/\/product\//);
    await page.goBack();

    await expect(cards(page)).toHaveCount(42);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  });

  test('a reload keeps the pages already shown', async ({ page }) => {
    await page.goto('/products');
    await page.getByRole('link', { name: 'Show more' }).click();
    await expect(cards(page)).toHaveCount(42);

    await page.reload();

    await expect(cards(page)).toHaveCount(42);
  });
});

test.describe('RTE-018 without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the list shows more products', async ({ page }) => {
    await page.goto('/products');

    await page.getByRole('link', { name: 'Show more' }).click();

    await expect(cards(page)).toHaveCount(42);
    await expect(cards(page).nth(24)).toBeInViewport();
  });
});
