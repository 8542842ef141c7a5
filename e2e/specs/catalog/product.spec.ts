import { catalogMessages } from '@shop/contracts/catalog/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import { dollars, percentOff } from '@shop/contracts/common/money';
import { firstOrFail, images, main, NECKLACE, quantity, RING } from '../../pages/product.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

test('PDP-001 a skeleton shows while a product loads slowly', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/product/*.data*', async (route) => {
    await released;
    await route.continue();
  });
  await gotoHydrated(page, '/');

  await page.getByRole('region', { name: 'Featured' }).getByRole('article').getByRole('link').first().click();
  await expect(page.locator('[aria-busy="true"]')).toBeVisible();
  release();

  await expect(page).toHaveURL(/\/product\//);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(images(page)).toBeVisible();
});

test('PDP-002 an unknown product redirects to the list', async ({ page }) => {
  await page.goto('/product/no-such-thing');

  await expect(page).toHaveURL(/\/products$/);
});

test('a previous slug redirects to the current one and keeps the chosen option', async ({ request, sql }) => {
  await sql.query(
    `insert into product_slugs (slug, product_id) select 'northern-ring', id from products where slug = $1
     on conflict do nothing`,
    ['aurora-solitaire-ring'],
  );

  const response = await request.get('/product/northern-ring?Ring+size=US+7', { maxRedirects: 0 });

  expect(response.status()).toBe(301);
  expect(response.headers().location).toBe(`${RING}?Ring+size=US+7`);
});

test('RTE-008 the title is the product and the store', async ({ page }) => {
  await gotoHydrated(page, RING);

  await expect(page).toHaveTitle('Aurora Solitaire Ring | Crystalline');
});

test('the page has structured data, a canonical URL and a description', async ({ page }) => {
  await page.goto(`${RING}?Ring+size=US+7`);
  const structuredData = (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) =>
    JSON.parse(text),
  );

  expect(structuredData).toMatchObject([
    { '@type': 'ProductGroup', name: 'Aurora Solitaire Ring', aggregateRating: {}, hasVariant: { length: 5 } },
    { '@type': 'BreadcrumbList', itemListElement: { length: 4 } },
  ]);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${RING}$`));
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^One round-brilliant crystal/);
});

test('PDP-003 breadcrumbs link to the category, Shop and Home', async ({ page }) => {
  await gotoHydrated(page, RING);
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumbs' });

  await expect(breadcrumb.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  await expect(breadcrumb.getByRole('link', { name: 'Shop' })).toHaveAttribute('href', '/products');
  await expect(breadcrumb.getByRole('link', { name: 'Jewelry' })).toHaveAttribute('href', '/products?category=Jewelry');
  await expect(breadcrumb.getByText('Aurora Solitaire Ring')).toHaveAttribute('aria-current', 'page');
});

test('PDP-005 CONST-010 CONST-018 a sale shows both prices in dollars and the rounded percentage', async ({
  page,
  sql,
}) => {
  const { rows } = await sql.query<{ price: number; salePrice: number }>(
    `select (price_cents / 100.0)::float8 as price, (sale_price_cents / 100.0)::float8 as "salePrice"
       from products where slug = 'aurora-solitaire-ring'`,
  );
  const prices = firstOrFail(rows);
  await gotoHydrated(page, RING);

  await expect(
    main(page)
      .getByText(`Now ${dollars(prices.salePrice)}`)
      .first(),
  ).toBeVisible();
  await expect(
    main(page)
      .getByText(`Was ${dollars(prices.price)}`)
      .first(),
  ).toBeVisible();
  await expect(
    main(page)
      .getByText(`${percentOff(prices)}% off`)
      .first(),
  ).toBeAttached();
  expect(dollars(prices.salePrice)).toMatch(/^\$\d+\.\d{2}$/);
});

test('PDP-005 a product without a sale price shows one price', async ({ page }) => {
  await gotoHydrated(page, NECKLACE);
  const panel = page.getByRole('heading', { level: 1 }).locator('..');

  await expect(panel.getByText(/^\$\d+\.\d{2}$/)).toBeVisible();
  await expect(panel.getByText(/% off/)).toHaveCount(0);
});

test('PDP-006 the description is shown', async ({ page, sql }) => {
  const { rows } = await sql.query<{ description: string }>(
    `select description from products where slug = 'aurora-solitaire-ring'`,
  );
  await gotoHydrated(page, RING);

  await expect(page.getByRole('region', { name: productMessages.about })).toContainText(firstOrFail(rows).description);
});

test('PDP-007 category, brand and tags link to filtered lists', async ({ page }) => {
  await gotoHydrated(page, RING);

  await expect(main(page).getByRole('link', { name: 'Jewelry' }).last()).toHaveAttribute(
    'href',
    '/products?category=Jewelry',
  );
  await expect(main(page).getByRole('link', { name: 'Aurora Facet' })).toHaveAttribute(
    'href',
    '/products?brand=Aurora+Facet',
  );
  await expect(
    page.getByRole('list', { name: productMessages.tags }).getByRole('link', { name: 'bridal' }),
  ).toHaveAttribute('href', '/products?tags=bridal');
});

test('PDP-008 shows whether the variant is in stock, low in stock or out of stock', async ({ page }) => {
  await gotoHydrated(page, `${RING}?Ring+size=US+7`);
  await expect(main(page).getByRole('status')).toHaveText(productMessages.inStock);

  await gotoHydrated(page, `${RING}?Ring+size=US+6`);
  await expect(main(page).getByRole('status')).toHaveText(productMessages.onlyAvailable(3));

  await gotoHydrated(page, '/product/cluster-stud-earrings');
  await expect(main(page).getByRole('status')).toHaveText(catalogMessages.outOfStock);
  await expect(main(page).getByRole('button', { name: catalogMessages.outOfStock }).first()).toBeDisabled();
  await expect(quantity(page)).toHaveCount(0);
});

test.describe('sharing a product', () => {
  test('PDP-012 copies the link where the system cannot share', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await gotoHydrated(page, `${RING}?Ring+size=US+7`);

    await page.getByRole('button', { name: productMessages.share }).click();

    await expect(page.getByText(productMessages.linkCopied)).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  });

  test('PDP-012 uses the share dialog of the system where there is one', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.share = async (what) => {
        document.body.dataset.shared = JSON.stringify(what);
      };
    });
    await gotoHydrated(page, RING);

    await page.getByRole('button', { name: productMessages.share }).click();

    await expect(page.locator('body')).toHaveAttribute(
      'data-shared',
      JSON.stringify({ title: 'Aurora Solitaire Ring', url: page.url() }),
    );
  });
});

test('PDP-013 the specifications are shown as a table', async ({ page, sql }) => {
  const { rows } = await sql.query<{ specifications: Record<string, string> }>(
    `select specifications from products where slug = 'aurora-solitaire-ring'`,
  );
  await gotoHydrated(page, RING);
  const table = page.getByRole('table', { name: productMessages.specifications });
  const { Care: care = '', ...specifications } = firstOrFail(rows).specifications;

  for (const [name, value] of Object.entries(specifications))
    await expect(table.getByRole('row', { name: `${name} ${value}` })).toBeVisible();
  await expect(main(page).getByText(care)).toBeHidden();
  await main(page).locator('summary').filter({ hasText: productMessages.care }).click();
  await expect(main(page).getByText(care)).toBeVisible();
});

test('delivery costs are those of the store settings, and the rules of returns are linked', async ({ page, sql }) => {
  const { rows } = await sql.query<{ standard: number; express: number }>(
    `select (standard_shipping_cents / 100.0)::float8 as standard, (express_shipping_cents / 100.0)::float8 as express
       from store_settings`,
  );
  const { standard, express } = firstOrFail(rows);
  await gotoHydrated(page, NECKLACE);

  await expect(main(page)).toContainText(productMessages.shippingPrices(dollars(standard), dollars(express)));
  await main(page).getByRole('link', { name: productMessages.returns }).first().click();
  await expect(page).toHaveURL(/\/shipping#returns$/);
});

test('PDP-017 the recommendations are shown in their order, and the first one opens its product', async ({
  page,
  sql,
}) => {
  const { rows } = await sql.query<{ name: string; slug: string }>(
    `select paired.name, paired.slug from product_pairings pairing
       join products on products.id = pairing.product_id and products.slug = 'aurora-solitaire-ring'
       join products paired on paired.id = pairing.paired_id order by pairing.position`,
  );
  await gotoHydrated(page, RING);

  const recommended = page.getByRole('region', { name: productMessages.pairsWellWith }).getByRole('article');
  await expect(recommended).toHaveCount(3);
  await expect(recommended.getByRole('heading', { level: 3 })).toHaveText(rows.map(({ name }) => name));
  await recommended.first().getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/product/${firstOrFail(rows).slug}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(firstOrFail(rows).name);
});
