/**
 * `npm run screenshots`: takes those of the README, and in var/screenshots the others, from a store with the demo data in a
 * database of its own.
 */
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import config from './playwright.config.ts';
import { NO_RATE_LIMIT, startShop } from './support/shop.ts';

const WIDTHS = [375, 768, 1280];
const README = ['home-1280', 'home-375', 'product-1280', 'admin-order-1280'];
const STOREFRONT = { home: '/', products: '/products', product: '/product/aurora-solitaire-ring', cart: '/cart' };
/** Created by `npm run setup -- --demo`. */
const OWNER = { email: 'owner@example.com', password: 'seven amber lanterns' };

const shop = await startShop({ demo: true, env: NO_RATE_LIMIT });
const sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  for (const width of WIDTHS) {
    const options = { viewport: { width, height: 900 }, reducedMotion: 'reduce', baseURL: shop.url } as const;
    const visitor = await browser.newContext(options);
    await fillCart(visitor);
    await takeAll(visitor, width, STOREFRONT);
    const owner = await browser.newContext(options);
    await signIn(owner);
    await takeAll(owner, width, {
      dashboard: '/admin',
      'admin-orders': '/admin/orders',
      'admin-order': `/admin/orders/${await findOrder()}`,
      'admin-products': '/admin/products',
      'admin-analytics': '/admin/analytics',
    });
  }
} finally {
  await browser.close();
  await sql.end();
  await shop.stop();
}

async function takeAll(context: BrowserContext, width: number, paths: Record<string, string>) {
  const page = await context.newPage();
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await loadLazyImages(page);
    const shot = `${name}-${width}`;
    const file = `${README.includes(shot) ? 'docs' : 'var'}/screenshots/${shot}.jpg`;
    await page.screenshot({ path: file, type: 'jpeg', quality: 80, fullPage: true });
    console.log(file);
  }
  await context.close();
}

async function loadLazyImages(page: Page) {
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll('img')) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
}

/** Three products without options that are in stock. */
async function fillCart(context: BrowserContext) {
  const { rows } = await sql.query<{ id: string }>(
    `select v.id from variants v join products p on p.id = v.product_id join stock s on s.variant_id = v.id
      where s.available > 5 and p.options = '[]' order by v.sku limit 3`,
  );
  for (const { id } of rows) await post(context, '/api/cart/items', { variantId: id });
}

/** A recent one with several items, on its way. */
async function findOrder() {
  const { rows } = await sql.query<{ id: string }>(
    `select o.id from orders o
      where o.status = 'shipped' and (select count(*) from order_lines l where l.order_id = o.id) > 1
      order by o.created_at desc limit 1`,
  );
  if (!rows[0]) throw new Error('The demo data has no shipped order with several items.');
  return rows[0].id;
}

async function signIn(context: BrowserContext) {
  await post(context, '/api/auth/login', OWNER);
}

async function post(context: BrowserContext, path: string, data: object) {
  const response = await context.request.post(path, { data, headers: { origin: shop.url } });
  if (!response.ok()) throw new Error(`${path} failed: ${response.status()} ${await response.text()}`);
}
