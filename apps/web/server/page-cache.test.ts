import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startWebServer } from '../test/production.ts';
import { cookieOf, startStubApi } from '../test/stub-api.ts';
import { pageCache } from './page-cache.ts';
import type { RenderInTurn } from './render-limits.ts';

let api: Awaited<ReturnType<typeof startStubApi>>;
let web: Awaited<ReturnType<typeof startWebServer>>;

beforeAll(async () => {
  api = await startStubApi();
});
beforeEach(async () => {
  web = await startWebServer(api.url, { DEV_PAGES: 'show' });
  api.requests.length = 0;
  return () => web.stop();
});
afterAll(() => api.stop());

const renderAtOnce: RenderInTurn = (_visitor, render) => render();
const visit = (headers: Record<string, string> = {}) => web.visit('/', { headers });
const policyOf = ({ headers }: { headers: Headers }) => headers.get('content-security-policy');

describe('a public page', () => {
  test('is rendered once for concurrent requests', async () => {
    const pages = await Promise.all(Array.from({ length: 30 }, () => visit()));

    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
    expect(api.requests.filter(({ url }) => url === '/api/home')).toHaveLength(1);
  });

  test('is rendered without the cookies of the first visitor', async () => {
    await visit({ cookie: `${cookieOf('ada')}; other=secret` });

    expect(api.requests.length).toBeGreaterThan(0);
    for (const { headers } of api.requests) expect(headers.cookie ?? '').not.toMatch(/ada|secret/);
  });

  test('has the same bytes, policy and ETag in every rendering, compressed or not', async () => {
    const plain = await visit({ 'accept-encoding': 'identity' });
    const rendered = () => api.requests.filter(({ url }) => url === '/api/home').length;

    // Until it was rendered again at least once.
    for (const encoding of ['gzip', 'br'])
      await vi.waitUntil(
        async () => {
          const packed = await visit({ 'accept-encoding': encoding });

          expect(packed.headers.get('content-encoding')).toBe(encoding);
          expect(packed.headers.get('etag')).toBe(plain.headers.get('etag'));
          expect(policyOf(packed)).toBe(policyOf(plain));
          expect(packed.text).toBe(plain.text);
          return rendered() > 1;
        },
        { timeout: 10_000 },
      );
  });

  test('has the same headers for HEAD as for GET, and no body', async () => {
    const head = await web.visit('/', { method: 'HEAD' });
    const { headers } = await visit();

    expect(head).toMatchObject({ status: 200, text: '' });
    for (const name of ['cache-control', 'vary', 'etag', 'content-type'])
      expect(head.headers.get(name), name).toBe(headers.get(name));
    expect(headers.get('cache-control')).toMatch(/^public/);
  });

  test('can be stored by a shared cache for one second, separately for guests and customers', async () => {
    const { headers } = await visit();

    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1, must-revalidate');
    expect(headers.get('vary')).toBe('Cookie, Accept-Encoding');
  });

  test('is a 304 for a matching ETag, with the same policy', async () => {
    const first = await visit();

    const second = await visit({ 'if-none-match': first.headers.get('etag') ?? '' });

    expect(second.status).toBe(304);
    expect(policyOf(second)).toBe(policyOf(first));
  });

  test('differs between guests and customers, but not between two customers', async () => {
    const [guest, ada, bela] = [
      await visit(),
      await visit({ cookie: cookieOf('ada') }),
      await visit({ cookie: cookieOf('bela') }),
    ];

    expect(ada.text).not.toBe(guest.text);
    expect(ada.text).toBe(bela.text);
  });
});

describe('a page that renders slowly', () => {
  test('is rendered once, also for requests after the cached copy has expired', async () => {
    const renders: ((page: Response) => void)[] = [];
    const render = () => new Promise<Response>((resolve) => renders.push(resolve));
    const show = (text: string) =>
      new Response(text, { headers: { 'content-type': 'text/html', 'cache-control': 'public, s-maxage=1' } });
    const server = fastify();
    server.get(
      '/',
      pageCache(render, renderAtOnce, 'http://shop.test', () => {}),
    );
    const ask = async () => {
      const { statusCode, body } = await server.inject('/');
      return { statusCode, body };
    };

    let now = 1_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    // The cache reads the clock at most once per millisecond of real time.
    const later = (ms: number) => {
      now += ms;
      return pause(5);
    };

    const first = ask();
    await vi.waitUntil(() => renders.length === 1, { timeout: 30_000 });
    renders[0]?.(show('first'));
    expect(await first).toEqual({ statusCode: 200, body: 'first' });
    await later(1_100);
    expect(await ask()).toEqual({ statusCode: 200, body: 'first' });
    await later(1_100);
    const waiting = [ask(), ask()];
    await new Promise(setImmediate);
    waiting.push(ask());
    await new Promise(setImmediate);
    renders[1]?.(show('second'));

    const second = { statusCode: 200, body: 'second' };
    expect(await Promise.all(waiting)).toEqual([second, second, second]);
    expect(renders).toHaveLength(2);
  });
});

describe('a private page', () => {
  test('is rendered for every request and never cached', async () => {
    for (const name of ['ada', 'bela', 'ada'] as const) {
      const page = await web.visit('/account', { headers: { cookie: cookieOf(name) } });

      expect(page.headers.get('cache-control')).toBe('private, no-store');
      expect(page.headers.get('etag')).toBeNull();
    }
    // Guard and page each send one request.
    const cookiesSent = api.requests.filter(({ url }) => url === '/api/user/me').map(({ headers }) => headers.cookie);
    const cookies = cookiesSent.filter((cookie, i) => cookie !== cookiesSent[i - 1]);

    expect(cookies).toEqual([cookieOf('ada'), cookieOf('bela'), cookieOf('ada')]);
  });
});
