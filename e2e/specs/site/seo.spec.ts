import type { Page } from '@playwright/test';
import { expect, test } from '../../support/fixtures.ts';

const structuredDataOn = (page: Page) =>
  page
    .locator('script[type="application/ld+json"]')
    .evaluateAll((scripts) => scripts.map((script) => JSON.parse(script.textContent ?? '')));

test('RTE-020 Home has structured data of organization and search, without policy violations', async ({
  page,
  shop,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await Promise.all([page.waitForResponse('**/api/session'), page.goto('/')]);

  const structuredData = await structuredDataOn(page);

  expect(structuredData).toContainEqual(
    expect.objectContaining({ '@type': 'Organization', name: 'Crystalline', url: `${shop.url}/` }),
  );
  expect(structuredData).toContainEqual(
    expect.objectContaining({
      '@type': 'WebSite',
      potentialAction: expect.objectContaining({
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${shop.url}/search?q={search_term_string}` },
      }),
    }),
  );
  expect(complaints).toEqual([]);
});

for (const path of ['/', '/about', '/faq', '/track-order', '/size-guide'])
  test(`RTE-020 ${path} has its canonical URL, title and description in meta tags`, async ({ page, shop }) => {
    await page.goto(`${path}?utm_source=newsletter`);
    const content = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');

    const address = shop.url + path;
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address);
    expect(await content('og:url')).toBe(address);
    expect(await content('og:title')).toBe((await page.title()).replace(' | Crystalline', ''));
    expect(await content('og:description')).toBe(await content('description'));
    expect((await content('description'))?.length).toBeGreaterThan(50);
  });

test('RTE-020 meta tags follow a navigation without a reload', async ({ page, shop }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Support' }).click();

  await expect(page).toHaveTitle('Support | Crystalline');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${shop.url}/support`);
  expect(await structuredDataOn(page)).toEqual([]);
});

test('RTE-020 absolute URLs come from the configuration, not from the request host', async ({ request }) => {
  for (const path of [
    '/about',
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap-pages.xml',
    '/sitemap-products.xml',
    '/feeds/products.xml',
  ]) {
    const response = await request.get(path, { headers: { 'x-forwarded-host': 'evil.example' } });
    expect(response.status(), path).toBe(200);
    expect(await response.text(), path).not.toContain('evil.example');
  }
});

test('RTE-021 robots.txt disallows private pages and names the sitemap', async ({ request, shop }) => {
  const text = await (await request.get('/robots.txt')).text();

  for (const path of ['/account', '/admin', '/cart', '/checkout', '/orders'])
    expect(text).toContain(`Disallow: ${path}\n`);
  expect(text).toContain(`Sitemap: ${shop.url}/sitemap.xml`);
});

test('RTE-021 the sitemap lists every public page and product, and each page responds with 200', async ({
  request,
  page,
  shop,
  sql,
}) => {
  const locations = async (address: string) => {
    const response = await request.get(address);
    expect(response.headers()['content-type']).toContain('application/xml');
    const xml = await response.text();
    return page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, 'application/xml');
      if (parsed.querySelector('parsererror')) throw new Error('Not well-formed XML.');
      return [...parsed.getElementsByTagName('loc')].map((loc) => loc.textContent ?? '');
    }, xml);
  };

  const sitemaps = await locations('/sitemap.xml');
  const pages = (await Promise.all(sitemaps.map(locations))).flat();

  const { rows } = await sql.query<{ slug: string }>("select slug from products where status = 'published'");
  expect(pages).toEqual(expect.arrayContaining(rows.map(({ slug }) => `${shop.url}/product/${slug}`)));
  for (const address of pages.filter((each) => !each.includes('/product/'))) {
    const response = await request.get(address, { maxRedirects: 0 });
    expect(response.status(), address).toBe(200);
    expect(await response.text()).toContain(`<link rel="canonical" href="${address}"`);
  }
});

test('RTE-022 the merchant feed is XML with an item for every variant', async ({ request, page, sql }) => {
  const { rows } = await sql.query<{ sku: string }>(
    "select sku from variants join products p on p.id = product_id where archived_at is null and p.status = 'published'",
  );
  const response = await request.get('/feeds/products.xml');
  expect(response.headers()['content-type']).toContain('application/xml');

  const skus = await page.evaluate(
    (text) => {
      const parsed = new DOMParser().parseFromString(text, 'application/xml');
      return [...parsed.querySelectorAll('item')].map((item) => item.getElementsByTagName('g:id')[0]?.textContent);
    },
    await response.text(),
  );

  expect(skus).toEqual(expect.arrayContaining(rows.map(({ sku }) => sku)));
  expect(new Set(skus).size).toBe(skus.length);
});
