import { problemMessages } from '@shop/contracts/common/messages';
import { pageErrorMessages } from '@shop/contracts/layout/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebServer } from '../test/production.ts';
import { cookieOf, startStubApi } from '../test/stub-api.ts';

let port: number;
let web: Awaited<ReturnType<typeof startWebServer>>;

beforeAll(async () => {
  const api = await startStubApi();
  port = api.port;
  web = await startWebServer(api.url);
  await web.visit('/shipping');
  await web.visit('/pages/care');
  await api.stop();
});
afterAll(() => web.stop());

describe('while the API is down', () => {
  test('a page shows an error and a link to try again', async () => {
    const { status, headers, text } = await web.visit('/');

    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('5');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toContain(pageErrorMessages.unavailableTitle);
    expect(text).toMatch(new RegExp(`<a [^>]*href="/"[^>]*>${pageErrorMessages.tryAgain}</a>`));
    expect(text).not.toContain('node_modules');
  });

  test('a content page is shown with the last known store settings', async () => {
    const { status, text } = await web.visit('/terms');

    expect(status).toBe(200);
    expect(text).toContain('tax of 7.25% of the subtotal');
  });

  test('a page of the owner is shown with its last known text', async () => {
    // As a customer: the cached copy is the one for guests.
    const { status, text } = await web.visit('/pages/care', { headers: { cookie: cookieOf('ada') } });

    expect(status).toBe(200);
    expect(text).toContain('Product care');
  });

  test('a guarded page shows the error and grants no access', async () => {
    const { status, text } = await web.visit('/account', { headers: { cookie: cookieOf('ada') } });

    expect(status).toBe(503);
    expect(text).toContain(pageErrorMessages.tryAgain);
  });

  test('API requests get a 503 problem response', async () => {
    const { status, headers, text } = await web.visit('/api/products', { headers: { 'x-request-id': 'click-0001' } });

    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('5');
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(JSON.parse(text)).toMatchObject({ message: problemMessages.unavailable, requestId: 'click-0001' });
  });

  test('the failed requests to it are counted by kind', async () => {
    await web.visit('/');
    await web.visit('/api/products');

    const { text } = await web.visitInternal('/metrics');

    expect(Number(/^upstream_errors_total\{kind="unreachable"\} (\d+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(2);
    expect(text).toContain('upstream_errors_total{kind="contract"} 0');
  });

  test('the web server stays live and ready, reports the API as not ready, and recovers by itself', async () => {
    const readiness = () => Promise.all([web.visit('/health/ready'), web.visitInternal('/health/ready')]);
    expect((await web.visit('/health/live')).status).toBe(200);
    for (const { status, text } of await readiness())
      expect([status, JSON.parse(text)]).toEqual([200, { status: 'ready', api: 'not ready' }]);

    const api = await startStubApi(port);

    for (const { status, text } of await readiness())
      expect([status, JSON.parse(text)]).toEqual([200, { status: 'ready', api: 'ready' }]);
    expect((await web.visit('/')).status).toBe(200);
    api.problems.set('GET /health/ready', { status: 503, message: 'The database is unavailable.' });
    for (const { status, text } of await readiness())
      expect([status, JSON.parse(text)]).toEqual([200, { status: 'ready', api: 'not ready' }]);
    await api.stop();
  });
});
