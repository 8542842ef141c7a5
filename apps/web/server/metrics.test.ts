import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebServer } from '../test/production.ts';
import { cookieOf, startStubApi } from '../test/stub-api.ts';

let api: Awaited<ReturnType<typeof startStubApi>>;
let web: Awaited<ReturnType<typeof startWebServer>>;
beforeAll(async () => {
  api = await startStubApi();
  web = await startWebServer(api.url, { BUILD_COMMIT: 'abc1234' });
});
afterAll(async () => {
  await web.stop();
  await api.stop();
});

const scrape = async () => (await web.visitInternal('/metrics')).text;
const readValue = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1],
  );
/** How often the page cache had this outcome while the pages were visited. */
async function outcomesOf(visits: () => Promise<unknown>) {
  const before = await scrape();
  await visits();
  const after = await scrape();
  const outcomes = ['hit', 'miss', 'stale', 'bypass'].map((outcome) => {
    const series = `page_cache_requests_total{outcome="${outcome}"}`;
    return [outcome, readValue(after, series) - readValue(before, series)] as const;
  });
  return Object.fromEntries(outcomes.filter(([, count]) => count > 0));
}

describe('the metrics of the web server', () => {
  test('have the build', async () => {
    expect(await scrape()).toMatch(/^build_info\{service="web",version="\d+\.\d+\.\d+",commit="abc1234"\} 1$/m);
  });

  test('are not on the public port, where health checks still are', async () => {
    const metrics = await web.visit('/metrics');

    expect(metrics.status).not.toBe(200);
    expect(metrics.text).not.toContain('build_info');
    expect((await web.visit('/health/live')).status).toBe(200);
    expect((await web.visitInternal('/health/live')).status).toBe(200);
  });

  test('have requests and renderings by the pattern of the page, never by its URL', async () => {
    for (const path of [
      '/product/aurora-solitaire-ring?secret=1',
      '/product/aurora-solitaire-ring.data',
      '/product/no-such-thing',
      '/admin/nowhere-secret',
      '/wp-secret/setup.php',
      '/api/session',
      '/favicon.svg',
    ])
      await web.visit(path);

    const text = await scrape();

    const ofProducts = /^http_request_duration_seconds_count\{route="\/product\/:slug",method="GET",[^}]*\} (\d+)$/gm;
    const requests = [...text.matchAll(ofProducts)].map(([, count]) => Number(count));
    expect(requests.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(text).toMatch(/route="\/admin\/\*",method="GET"/);
    expect(text).toMatch(/route="unknown",method="GET"/);
    expect(text).toMatch(/route="\/api\/\*",method="GET",status="200"/);
    expect(text).toMatch(/route="\/favicon\.svg",method="GET",status="200"/);
    expect(readValue(text, 'page_render_seconds_count{route="/product/:slug"}')).toBeGreaterThanOrEqual(3);
    expect(text).not.toMatch(/aurora|secret|no-such/);
  });

  test('count a page as rendered, cached, rendered again in the background, and never cached', async () => {
    const visit = () => web.visit('/about');
    expect(await outcomesOf(visit)).toEqual({ miss: 1 });
    expect(await outcomesOf(visit)).toEqual({ hit: 1 });

    expect(await outcomesOf(() => web.visit('/account', { headers: { cookie: cookieOf('ada') } }))).toEqual({
      bypass: 1,
    });
    expect(await outcomesOf(() => web.visit(`/products?q=${'x'.repeat(3_000)}`))).toEqual({ bypass: 1 });
  });

  test('count a page older than a second as stale', async () => {
    const isStale = async () => 'stale' in (await outcomesOf(() => web.visit('/faq')));

    await expect.poll(isStale, { interval: 200 }).toBe(true);
  });

  test('count responses of the API that are server errors', async () => {
    const before = readValue(await scrape(), 'upstream_errors_total{kind="server_error"}');
    api.problems.set('GET /api/products/categories', { status: 500, message: 'broken' });

    await web.visit('/products?minPrice=7');

    api.problems.clear();
    expect(readValue(await scrape(), 'upstream_errors_total{kind="server_error"}')).toBeGreaterThan(before);
  });
});
