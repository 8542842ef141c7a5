import type { Locator, Page } from '@playwright/test';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { cards, group, labelPattern, PHONE } from '../../pages/product-list.ts';
import { expectAccessible, expectNoOverflow } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const NO_MATCH = '/products?category=Clothing&brand=Geode+House';

const choices = (page: Page, name: string) => group(page, name).getByRole('listitem');
const isShown = (locator: Locator) => locator.evaluate((element) => element.checkVisibility({ opacityProperty: true }));
const edgesOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { top, bottom };
  });

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
    const brands = await sql.query<{ name: string }>(
      `select distinct b.name from products p join brands b on b.id = p.brand_id where p.status = 'published'`,
    );
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
    // Before hydration a choice navigates the document, and the browser restores it on the way back.
    await gotoHydrated(page, '/products');
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

  test('PLP-018 shows an out-of-stock product with its button disabled and a link to the alert', async ({
    page,
    sql,
  }) => {
    const { rows } = await sql.query<{ name: string; slug: string }>(
      `select p.name, p.slug from products p where status = 'published'
       and not exists (select from stock s where s.product_id = p.id and s.available > 0) limit 1`,
    );
    await page.goto('/products?pages=4');
    const card = cards(page).filter({ has: page.getByRole('heading', { name: rows[0]?.name }) });

    await expect(card.getByText('Out of stock', { exact: true })).toBeVisible();
    await expect(card.getByRole('button', { name: /^Add to cart/ })).toBeDisabled();
    await expect(card.getByRole('link', { name: /^Notify me/ })).toHaveAttribute('href', `/product/${rows[0]?.slug}`);
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

const DEVICES = {
  'a desktop': {},
  'a touch screen': { viewport: PHONE, isMobile: true, hasTouch: true },
};

for (const [device, options] of Object.entries(DEVICES))
  test.describe(`on ${device}`, () => {
    test.use(options);

    test('a card always shows its heart and its action, both below the image', async ({ page }) => {
      await page.goto('/search?q=facet+picture+frame');
      const card = cards(page).filter({ hasText: 'Facet Picture Frame' });
      const { bottom } = await edgesOf(card.locator('img').first());

      for (const name of [/^Add to wishlist/, /^Add to cart/]) {
        const button = card.getByRole('button', { name });
        expect(await isShown(button)).toBe(true);
        expect((await edgesOf(button)).top).toBeGreaterThanOrEqual(bottom);
      }
    });
  });

test('a card shows rating and review count, or that the product is new, and how many of few are left', async ({
  page,
  sql,
}) => {
  const { rows } = await sql.query<{ rating: string; count: number }>(
    `select rating::text, rating_count::int as count from products where slug = 'nocturne-column-gown'`,
  );
  await page.goto('/products?pages=4');
  const card = (slug: string) => cards(page).filter({ has: page.locator(`a[href="/product/${slug}"]`) });

  await expect(card('nocturne-column-gown')).toContainText(`${Number(rows[0]?.rating).toFixed(1)}(${rows[0]?.count})`);
  await expect(card('nocturne-column-gown').getByText(/^Only/)).toHaveCount(0);
  await expect(card('midnight-velvet-cape')).toContainText(catalogMessages.newThisSeason);
  await expect(card('cascade-chandelier').getByText(/^Only \d left$/)).toBeVisible();
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
