import type { Page } from '@playwright/test';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const SENDER = /\/assets\/send-errors-.*\.js$/;
const VITALS = /\/assets\/measure-vitals-.*\.js$/;

/** The body of the next report, which must be accepted. Playwright does not show bodies of beacons itself. */
async function nextReport(page: Page, cause: () => Promise<unknown>): Promise<unknown> {
  const [line, response] = await Promise.all([
    page.waitForEvent('console', (message) => message.text().startsWith('beacon ')),
    page.waitForResponse((candidate) => candidate.url().endsWith('/report')),
    cause(),
  ]);
  expect(response.status()).toBe(204);
  return JSON.parse(line.text().slice('beacon '.length));
}

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      void new Response(body).text().then((text) => console.log(`beacon ${text}`));
      return send(url, body);
    };
  }),
);

test('an error in a page is sent to the store', async ({ page }) => {
  const loaded = page.waitForResponse(SENDER);
  await page.goto('/');
  await (await loaded).finished();

  const report = await nextReport(page, () =>
    page.evaluate(() => void setTimeout(() => Promise.reject(new TypeError('a broken button')))),
  );

  expect(report).toMatchObject({
    errors: [{ type: 'rejection', name: 'TypeError', message: 'a broken button', path: '/' }],
  });
});

test('a sampled page sends its web vitals when it is hidden', async ({ page }) => {
  await page.addInitScript(() => {
    Math.random = () => 0;
  });
  const loaded = page.waitForResponse(VITALS);
  await page.goto('/products');
  await (await loaded).finished();

  const report = await nextReport(page, () =>
    page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      // Again and again: it takes a moment until the loaded script has measured something.
      setInterval(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })), 50);
    }),
  );

  expect(report).toMatchObject({
    vitals: expect.arrayContaining([{ name: 'TTFB', value: expect.any(Number), path: '/products' }]),
  });
});

test('a browser with Global Privacy Control loads no measuring script', async ({ page }) => {
  await page.addInitScript(() => {
    Math.random = () => 0;
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
  });
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  const loaded = page.waitForResponse(SENDER);
  await page.goto('/');
  await loaded;
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

  expect(urls.filter((url) => VITALS.test(url))).toEqual([]);
});

test('the policy of a page names where violations are reported', async ({ request }) => {
  const headers = (await request.get('/')).headers();

  expect(headers['content-security-policy']).toContain('report-uri /report; report-to reports');
  expect(headers['reporting-endpoints']).toBe('reports="/report"');
});

test('a page loads its modules after the first paint, and breaks no rule of its policy', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      document.documentElement.dataset.violated = violatedDirective;
    });
  });
  for (const path of ['/', '/login']) {
    await gotoHydrated(page, path);

    const { painted, loaded } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      loaded: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')),
    }));
    expect(loaded.length, path).toBeGreaterThan(5);
    for (const { name, startTime } of loaded) expect(startTime, `${path} ${name}`).toBeGreaterThanOrEqual(painted);
    await expect(page.locator('html[data-violated]')).toHaveCount(0);
  }
});
