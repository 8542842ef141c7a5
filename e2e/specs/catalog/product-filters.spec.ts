import type { Page } from '@playwright/test';
import { cards, filters, group, labelPattern, PHONE } from '../../pages/product-list.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const skeletons = (page: Page) => page.locator('[aria-busy="true"] > div');

test.describe('a filter', () => {
  test('applies at once, is undone by Back, and hides the values of others that have no products', async ({ page }) => {
    await page.goto('/products');

    await group(page, 'Category')
      .getByRole('radio', { name: labelPattern('Jewelry') })
      .check();
    await expect(page).toHaveURL(/\/products\?category=Jewelry$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jewelry');
    await expect(group(page, 'Brand').getByRole('radio', { name: /^Prisma & Co\./ })).toHaveCount(0);
    await group(page, 'Price')
      .getByRole('radio', { name: labelPattern('$50-$100') })
      .check();
    await expect(page).toHaveURL(/\?category=Jewelry&minPrice=50&maxPrice=100$/);
    await page.goBack();

    await expect(group(page, 'Price').getByRole('radio', { name: 'Any price' })).toBeChecked();
    await expect(group(page, 'Category').getByRole('radio', { name: labelPattern('Jewelry') })).toBeChecked();
  });

  test('selected right after another one keeps both', async ({ page }) => {
    await page.goto('/products');

    await group(page, 'Category')
      .getByRole('radio', { name: labelPattern('Jewelry') })
      .check();
    await group(page, 'Rating')
      .getByRole('radio', { name: labelPattern('4+ stars') })
      .check();

    await expect(page).toHaveURL(/\?category=Jewelry&rating=4$/);
  });

  test('is shown as a chip that removes it', async ({ page }) => {
    await gotoHydrated(page, '/products?category=Jewelry&tags=bridal&tags=gift');
    const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('link');
    await expect(chips).toHaveText([/Jewelry/, /bridal/, /gift/, 'Clear all filters']);

    await page.getByRole('link', { name: 'Remove filter: bridal' }).click();

    await expect(page).toHaveURL(/\?category=Jewelry&tags=gift$/);
    await expect(group(page, 'Tags').getByRole('checkbox', { name: labelPattern('bridal') })).not.toBeChecked();
    await expect(page.getByRole('status').filter({ hasText: /^\d+ products?$/ })).toBeFocused();
  });

  test('stays selectable if it has no products', async ({ page }) => {
    await page.goto('/products?category=Clothing&brand=Geode+House');

    await expect(group(page, 'Category').getByRole('radio', { name: 'Clothing (0)' })).toBeChecked();
    await expect(group(page, 'Brand').getByRole('radio', { name: 'Geode House (0)' })).toBeChecked();
  });

  test('with an unknown value is a chip that can be removed, not a choice', async ({ page }) => {
    await gotoHydrated(page, '/products?brand=No+Such+Brand');
    const chip = page.getByRole('link', { name: 'Remove filter: No Such Brand' });
    await expect(chip).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All products');
    await expect(group(page, 'Brand').getByRole('radio', { name: /No Such Brand/ })).toHaveCount(0);
    await expect(group(page, 'Brand').getByRole('radio', { checked: true })).toHaveCount(0);

    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Newest');
    await expect(page).toHaveURL(/\/products\?brand=No\+Such\+Brand&sortBy=newest$/);
    await chip.click();

    await expect(page).toHaveURL(/\/products\?sortBy=newest$/);
    await expect(group(page, 'Brand').getByRole('radio', { name: 'All brands' })).toBeChecked();
  });

  test('with an unknown value is replaced by a value of its group', async ({ page }) => {
    await gotoHydrated(page, '/products?brand=No+Such+Brand');

    await group(page, 'Brand')
      .getByRole('radio', { name: labelPattern('Nocturne') })
      .check();

    await expect(page).toHaveURL(/\/products\?brand=Nocturne$/);
    await expect(cards(page).first()).toBeVisible();
  });

  test('is in a group that folds', async ({ page }) => {
    await page.goto('/products');
    const radio = group(page, 'Price').getByRole('radio', { name: 'Any price' });
    await expect(radio).toBeVisible();

    await filters(page)
      .locator('summary')
      .filter({ hasText: /^Price$/ })
      .click();

    await expect(radio).toBeHidden();
  });

  test('PLP-016 is removed with all others by Clear all filters, which keeps the sort order', async ({ page }) => {
    await page.goto('/products?category=Jewelry&brand=Nocturne&minPrice=50&rating=3&tags=gift&size=US+6&sortBy=newest');

    await page.getByRole('list', { name: 'Active filters' }).getByRole('link', { name: 'Clear all filters' }).click();

    await expect(page).toHaveURL(/\/products\?sortBy=newest$/);
    await expect(page.getByRole('list', { name: 'Active filters' })).toHaveCount(0);
    for (const any of ['All categories', 'All brands', 'Any price', 'Any rating'])
      await expect(filters(page).getByRole('radio', { name: any })).toBeChecked();
  });

  test('PLP-011 shows 8 skeleton cards while products load, and the panel stays usable', async ({ page }) => {
    let arrive = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.goto('/products');
    await page.route(/\/products\.data/, async (route) => {
      await arrival;
      await route.continue();
    });

    await group(page, 'Category')
      .getByRole('radio', { name: labelPattern('Home Decor') })
      .check();
    await expect(skeletons(page)).toHaveCount(8);
    await expect(group(page, 'Brand').getByRole('radio', { name: labelPattern('Nocturne') })).toBeEnabled();
    arrive();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Home Decor');
    await expect(skeletons(page)).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('PLP-017 the filter panel is a drawer that traps and returns the focus', async ({ page }) => {
    await page.goto('/products');
    const opener = page.getByRole('button', { name: 'Filters', exact: true });
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    await expect(filters(page)).toBeHidden();

    await opener.click();
    await expect(drawer).toBeInViewport({ ratio: 0.9 });
    await expect(drawer.getByRole('button', { name: 'Close filters' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(drawer.getByRole('button', { name: /^Show \d+ products$/ })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(drawer.getByRole('button', { name: 'Close filters' })).toBeFocused();
    await page.keyboard.press('Escape');

    await expect(drawer).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  test('PLP-017 a filter in the drawer applies to the list behind it', async ({ page }) => {
    await page.goto('/products');
    await page.getByRole('button', { name: 'Filters', exact: true }).click();

    await group(page, 'Category')
      .getByRole('radio', { name: labelPattern('Evening Wear') })
      .check();
    await expect(page).toHaveURL(/category=Evening\+Wear$/);
    await page.getByRole('button', { name: 'Show 7 products' }).click();

    await expect(filters(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
    await expect(cards(page)).toHaveCount(7);
  });
});

test('RTE-019 the list is filtered and a product opened by keyboard alone', async ({ page }) => {
  await page.goto('/products');
  await group(page, 'Category').getByRole('radio', { name: 'All categories' }).focus();

  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/category=Jewelry$/);
  await expect(group(page, 'Category').getByRole('radio', { name: labelPattern('Jewelry') })).toBeFocused();
  await expect(cards(page)).toHaveCount(10);
  await cards(page).first().getByRole('heading').getByRole('link').focus();
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/product\//);
});

test.describe('RTE-018 without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the list is filtered and sorted by its form', async ({ page }) => {
    await page.goto('/products');

    await group(page, 'Category')
      .getByRole('radio', { name: labelPattern('Jewelry') })
      .check();
    await group(page, 'Price')
      .getByRole('radio', { name: labelPattern('$50-$100') })
      .check();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page).toHaveURL(/\/products\?category=Jewelry&minPrice=50&maxPrice=100$/);
    await expect(cards(page)).toHaveCount(3);

    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: high to low');
    await page.getByRole('button', { name: 'Sort', exact: true }).click();
    await expect(page).toHaveURL(/minPrice=50&maxPrice=100&sortBy=price-desc$/);

    await page.getByRole('link', { name: 'Remove filter: $50-$100' }).click();
    await expect(cards(page)).toHaveCount(10);
  });

  test('the drawer opens on a phone', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/products');

    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await group(page, 'Category')
      .getByRole('radio', { name: labelPattern('Clothing') })
      .check();
    await page.getByRole('button', { name: 'Apply filters' }).click();

    await expect(cards(page)).toHaveCount(7);
  });
});

test('RTE-019 the open drawer has no axe violations', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/products?category=Jewelry');
  await page.getByRole('button', { name: /^Filters/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await expect(drawer).toBeVisible();

  await expectAccessible(page, [375, 768]);
  await expect(drawer).toBeVisible();
});
