import { chromium } from '@playwright/test';
import config from '../../playwright.config.ts';

/** Opens a page in which a script fails, and leaves it: browsers report web vitals at that moment. */
export async function visitWithBrowser(url: string) {
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const page = await browser.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    const reported = page.waitForRequest(`${url}/report`);
    await page.evaluate(() => setTimeout(() => Promise.reject(new Error('of the test'))));
    await page.mouse.click(5, 5);
    await reported;
    await page.goto('about:blank');
  } finally {
    await browser.close();
  }
}
