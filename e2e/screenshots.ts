/** Takes the screenshots of the README from a running sample store: `npm run screenshots` (or that of SHOP_URL). */
import { chromium, type Page } from '@playwright/test';
import config from './playwright.config.ts';

const SHOP_URL = process.env.SHOP_URL ?? 'http://localhost:3000';
const PAGES = { home: '/', products: '/products', product: '/product/aurora-solitaire-ring' };
const WIDTHS = [375, 768, 1280];
/** Created by `npm run setup`. */
const ADMIN = { email: 'admin@example.com', password: 'seven amber lanterns' };

const browser = await chromium.launch(config.use?.launchOptions);
for (const width of WIDTHS) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce', baseURL: SHOP_URL });
  for (const [name, path] of Object.entries(PAGES)) await take(page, `${name}-${width}`, path);
  await signIn(page);
  await take(page, `dashboard-${width}`, '/admin');
  await page.close();
}
await browser.close();

async function take(page: Page, name: string, path: string) {
  await page.goto(path, { waitUntil: 'networkidle' });
  await loadLazyImages(page);
  const file = `docs/screenshots/${name}.jpg`;
  await page.screenshot({ path: file, type: 'jpeg', quality: 80, fullPage: true });
  console.log(file);
}

async function loadLazyImages(page: Page) {
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll('img')) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
}

async function signIn(page: Page) {
  const response = await page.request.post('/api/auth/login', { data: ADMIN, headers: { origin: SHOP_URL } });
  if (!response.ok()) throw new Error(`The demo admin cannot log in: ${response.status()} ${await response.text()}`);
}
