import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from '../../support/accessibility.ts';
import { expect, test } from '../../support/fixtures.ts';

const PHONE = { width: 375, height: 800 };
const NO_MATCH = '/products?category=Clothing&brand=Geode+House';

const filters = (page: Page) => page.getByRole('form', { name: 'Filters' });
const group = (page: Page, name: string) => filters(page).getByRole('group', { name });
const choices = (page: Page, name: string) => group(page, name).getByRole('listitem');
const cards = (page: Page) => page.getByRole('main').getByRole('article');
const isShown = (locator: Locator) => locator.evaluate((element) => element.checkVisibility({ opacityProperty: true }));
const skeletons = (page: Page) => page.locator('[aria-busy="true"] > div');
/** The count after an option depends on the other filters. */
const labelPattern = (label: string) => new RegExp(`^${label.replace(/[$+.]/g, '\\$&')}( \\(\\d+\\))?$`);

test.describe('the product list', () => {
  test('RTE-001 RTE-008 opens without login, with its title', async ({ page }) => {
    const response = await page.goto('/products');

    expect(response?.status()).toBe(200);
    await expect(page).toHaveTitle('Products | Crystalline');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All products');
  });

  test('RTE-008 of a category has its name as title', async ({ page }) => {
    await page.goto('/products?category=Evening+Wear');

    await expect(page).toHaveTitle('Evening Wear | Crystalline');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Evening Wear');
  });

  test('PLP-010 opens with the filters of the URL selected', async ({ page }) => {
    await page.goto(
      '/products?category=Jewelry&brand=Aurora+Facet&minPrice=100&maxPrice=200&rating=4&tags=bridal&size=US+6&sortBy=price-asc',
    );

    for (const [name, chosen] of [
      ['Category', 'Jewelry'],
      ['Brand', 'Aurora Facet'],
      ['Price', '$100-$200'],
      ['Rating', '4+ stars'],
    ] as const)
      await expect(group(page, name).getByRole('radio', { name: labelPattern(chosen) }), name).toBeChecked();
    await expect(group(page, 'Tags').getByRole('checkbox', { name: labelPattern('bridal') })).toBeChecked();
    await expect(group(page, 'Size (in stock)').getByRole('checkbox', { name: labelPattern('US 6') })).toBeChecked();
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price-asc');
  });

  test('PLP-010 shows a price range that is not predefined', async ({ page }) => {
    await page.goto('/products?minPrice=60&maxPrice=80');

    await expect(group(page, 'Price').getByRole('radio', { name: '$60-$80' })).toBeChecked();
  });

  test('PLP-012 has category and brand radios, each with its result count', async ({ page, sql }) => {
    const { rows } = await sql.query<{ name: string; count: string }>(
      `select c.name, count(*) from products p join categories c on c.id = p.category_id
       where p.status = 'published' group by c.name, c.position order by c.position`,
    );
    const brands = await sql.query<{ name: string }>('select name from brands');
    await page.goto('/products');

    await expect(choices(page, 'Category')).toHaveText([
      'All categories',
      ...rows.map(({ name, count }) => `${name}(${count})`),
    ]);
    await expect(group(page, 'Brand').getByRole('radio')).toHaveCount(brands.rows.length + 1);
    for (const { name } of brands.rows)
      await expect(group(page, 'Brand').getByRole('radio', { name: labelPattern(name) })).toBeVisible();
  });

  test('PLP-013 PLP-014 has price ranges and ratings', async ({ page }) => {
    await page.goto('/products');

    for (const band of ['Any price', 'Under $50', '$50-$100', '$100-$200', '$200 and above'])
      await expect(group(page, 'Price').getByRole('radio', { name: labelPattern(band) })).toBeVisible();
    await expect(choices(page, 'Price')).toHaveCount(5);
    for (const stars of ['4+', '3+', '2+', '1+'])
      await expect(group(page, 'Rating').getByRole('radio', { name: labelPattern(`${stars} stars`) })).toBeVisible();
    await expect(choices(page, 'Rating')).toHaveCount(5);
  });

  test('PLP-015 can be sorted in five ways', async ({ page, sql }) => {
    const { rows } = await sql.query<{ name: string }>(
      `select name from products where status = 'published'
       order by coalesce(sale_price_cents, price_cents), id limit 1`,
    );
    await page.goto('/products');
    const sort = page.getByRole('combobox', { name: 'Sort by' });

    await expect(sort.getByRole('option')).toHaveText([
      'Featured',
      'Price: low to high',
      'Price: high to low',
      'Newest',
      'Popular',
    ]);
    await sort.selectOption('Price: low to high');
    await expect(page).toHaveURL(/\/products\?sortBy=price-asc$/);
    await expect(cards(page).first().getByRole('heading')).toHaveText(rows[0]?.name ?? '');
    await page.goBack();
    await expect(sort).toHaveValue('');
  });

  test('PLP-018 shows an out-of-stock product with its button disabled', async ({ page, sql }) => {
    const { rows } = await sql.query<{ name: string }>(
      `select p.name from products p where status = 'published'
       and not exists (select from stock s where s.product_id = p.id and s.available > 0) limit 1`,
    );
    await page.goto('/products?pages=4');
    const card = cards(page).filter({ has: page.getByRole('heading', { name: rows[0]?.name }) });

    await expect(card.getByRole('button', { name: 'Out of stock' })).toBeDisabled();
  });

  test('PLP-019 says when no product matches and offers to clear the filters', async ({ page }) => {
    await page.goto(NO_MATCH);

    await expect(
      page.getByText(
        'No products match your filters. Try adjusting your criteria or clear the filters to see all products.',
      ),
    ).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Clear all filters' }).last().click();
    await expect(page).toHaveURL(/\/products$/);
    await expect(cards(page).first()).toBeVisible();
  });
});

test.describe('a filter', () => {
  test('applies at once, is undone by Back, and changes the counts of the others', async ({ page }) => {
    await page.goto('/products');

    await group(page, 'Category')
      .getByRole('radio', { name: labelPattern('Jewelry') })
      .check();
    await expect(page).toHaveURL(/\/products\?category=Jewelry$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jewelry');
    await expect(group(page, 'Brand').getByRole('radio', { name: 'Prisma & Co. (0)' })).toBeVisible();
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
    await page.goto('/products?category=Jewelry&tags=bridal&tags=gift');
    const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('link');
    await expect(chips).toHaveText([/Jewelry/, /bridal/, /gift/, 'Clear all filters']);

    await page.getByRole('link', { name: 'Remove filter: bridal' }).click();

    await expect(page).toHaveURL(/\?category=Jewelry&tags=gift$/);
    await expect(group(page, 'Tags').getByRole('checkbox', { name: labelPattern('bridal') })).not.toBeChecked();
    await expect(page.getByRole('status').filter({ hasText: /^\d+ products?$/ })).toBeFocused();
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

test.describe('on a touch screen', () => {
  test.use({ viewport: PHONE, isMobile: true, hasTouch: true });

  test('a card always shows its button', async ({ page }) => {
    await page.goto('/products');

    const button = cards(page)
      .getByRole('button', { name: /^Add to cart/ })
      .first();

    await expect.poll(() => isShown(button)).toBe(true);
  });
});

test('a card shows its button on hover', async ({ page }) => {
  await page.goto('/products');
  const card = cards(page)
    .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
    .first();
  const button = card.getByRole('button', { name: /^Add to cart/ });
  expect(await isShown(button)).toBe(false);

  await card.hover();

  await expect.poll(() => isShown(button)).toBe(true);
});

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

  test('the list shows more products', async ({ page }) => {
    await page.goto('/products');

    await page.getByRole('link', { name: 'Show more' }).click();

    await expect(cards(page)).toHaveCount(42);
    await expect(cards(page).nth(24)).toBeInViewport();
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

test.describe('RTE-009 /categories', () => {
  test('RTE-008 links to every category and brand', async ({ page, sql }) => {
    const categories = await sql.query<{ name: string; description: string }>(
      'select name, description from categories',
    );
    const brands = await sql.query<{ name: string; description: string }>('select name, description from brands');
    await page.goto('/categories');
    await expect(page).toHaveTitle('Categories | Crystalline');
    const main = page.getByRole('main');

    for (const [kind, { rows }] of Object.entries({ category: categories, brand: brands }))
      for (const { name, description } of rows) {
        await expect(main.locator(`a[href="/products?${kind}=${encodeURIComponent(name)}"]`)).toBeVisible();
        await expect(main.getByText(description)).toBeVisible();
      }
    for (const { name } of brands.rows) await expect(main.getByRole('img', { name })).toBeVisible();
  });
});

const VIEWS: Record<string, string> = {
  'the list': '/products',
  'a filtered list': '/products?category=Jewelry&tags=bridal&size=US+6&minPrice=50',
  'an empty list': NO_MATCH,
  'the categories': '/categories',
};

for (const [view, path] of Object.entries(VIEWS))
  test(`RTE-019 ${view} has no axe violations and does not scroll horizontally at 320 px`, async ({ page }) => {
    await page.goto(path);

    await expectNoOverflow(page, 320);
    await expectAccessible(page);
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
