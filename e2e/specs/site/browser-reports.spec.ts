import { expect, test } from '../../support/fixtures.ts';

const SENDER = /\/assets\/send-errors-.*\.js$/;
const VITALS = /\/assets\/measure-vitals-.*\.js$/;

test('an error in a page is sent to the store once', async ({ page }) => {
  const loaded = page.waitForResponse(SENDER);
  await page.goto('/');
  await (await loaded).finished();

  const [report] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/report')),
    page.evaluate(() => setTimeout(() => Promise.reject(new TypeError('a broken button')))),
  ]);

  expect(report.postDataJSON()).toMatchObject({
    errors: [{ type: 'rejection', name: 'TypeError', message: 'a broken button', path: '/' }],
  });
  expect((await report.response())?.status()).toBe(204);
});

test('a sampled page sends its web vitals when it is hidden', async ({ page }) => {
  await page.addInitScript(() => {
    Math.random = () => 0;
  });
  const loaded = page.waitForResponse(VITALS);
  await page.goto('/products');
  await (await loaded).finished();

  const [report] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/report')),
    page.evaluate(async () => {
      const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      await painted();
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }),
  ]);

  const { vitals } = report.postDataJSON();
  expect(vitals).toContainEqual({ name: 'TTFB', value: expect.any(Number), path: '/products' });
  expect((await report.response())?.status()).toBe(204);
});

test('a browser with Global Privacy Control loads no measuring script', async ({ page }) => {
  await page.addInitScript(() => {
    Math.random = () => 0;
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
  });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const loaded = page.waitForResponse(SENDER);
  await page.goto('/');
  await loaded;
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

  expect(scripts.filter((url) => VITALS.test(url))).toEqual([]);
});

test('the policy of a page names where violations are reported', async ({ request }) => {
  const headers = (await request.get('/')).headers();

  expect(headers['content-security-policy']).toContain('report-uri /report; report-to reports');
  expect(headers['reporting-endpoints']).toBe('reports="/report"');
});
