/** Takes the pictures of the README from a running shop: `npm run screenshots` (SHOP_URL to point elsewhere). */
import { chromium } from '@playwright/test';
import config from './playwright.config.ts';

const SHOP_URL = process.env.SHOP_URL ?? 'http://localhost:3000';
const PAGES = { home: '/', products: '/products', product: '/product/aurora-solitaire-ring' };
const WIDTHS = [375, 768, 1280];

const browser = await chromium.launch(config.use?.launchOptions);
for (const width of WIDTHS) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(new URL(path, SHOP_URL).href, { waitUntil: 'networkidle' });
    await loadLazyPictures(page);
    const file = `docs/screenshots/${name}-${width}.jpg`;
    await page.screenshot({ path: file, type: 'jpeg', quality: 80, fullPage: true });
    console.log(file);
  }
  await page.close();
}
await browser.close();

async function loadLazyPictures(page: import('@playwright/test').Page) {
  await page.evaluate(async () => {
    for (const picture of document.querySelectorAll('img')) picture.loading = 'eager';
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})));
  });
}
