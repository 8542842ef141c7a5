import { setTimeout as pause } from 'node:timers/promises';
import { LAST_WRITE_COOKIE } from '@shop/contracts/common/constants';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { noVarySearch } from '../app/lib/public-pages.ts';
import { pageCache } from './page-cache.ts';

type Rendering = { request: Request; respond: (page: Response) => void };

const page = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { 'content-type': 'text/html', 'cache-control': 'public, s-maxage=1', ...headers } });
const errorPage = (status: number, text: string) =>
  new Response(text, { status, headers: { 'cache-control': 'no-store' } });

/** The page cache with a renderer that the test controls, for visitors from any IP. */
function startCache() {
  const renderings: Rendering[] = [];
  const render = (request: Request) =>
    new Promise<Response>((resolve) => renderings.push({ request, respond: resolve }));
  const server = fastify({ trustProxy: true });
  const showPage = pageCache(
    render,
    async (_visitor, work) => work(),
    'http://shop.test',
    () => {},
  );
  server.get('/*', showPage);

  let now = 1_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());

  return {
    renderings,
    visit: async (url: string, from = '203.0.113.1', cookie = '') => {
      const { statusCode, body } = await server.inject({ url, headers: { 'x-forwarded-for': from, cookie } });
      return [statusCode, body];
    },
    /** The rendering with this number, once it has started. */
    rendering: async (number: number) => {
      await vi.waitUntil(() => renderings.length > number, { timeout: 30_000 });
      return renderings[number] as Rendering;
    },
    // The cache reads the clock at most once per millisecond of real time.
    letPass: (ms: number) => {
      now += ms;
      return pause(5);
    },
  };
}

/** A page that is 1.1 s old: served stale while it is rendered again. */
async function startStaleCache() {
  const cache = startCache();
  const first = cache.visit('/');
  (await cache.rendering(0)).respond(page('first'));
  await first;
  await cache.letPass(1_100);
  expect(await cache.visit('/')).toEqual([200, 'first']);
  return { ...cache, refresh: await cache.rendering(1) };
}

describe('A36 a page whose answer is held back', () => {
  test('is as old as the start of its rendering: a slow one is shown to those who waited and not cached', async () => {
    const { visit, rendering, letPass } = startCache();

    const first = visit('/');
    const { respond } = await rendering(0);
    await letPass(1_600);
    respond(page('before the change'));
    expect(await first).toEqual([200, 'before the change']);
    const next = visit('/');
    (await rendering(1)).respond(page('after it'));

    expect(await next).toEqual([200, 'after it']);
  });

  test('is joined for 1.5 s at most, also when its rendering never ends', async () => {
    const { visit, rendering, letPass } = startCache();

    void visit('/');
    await rendering(0);
    await letPass(1_600);
    const other = visit('/');
    (await rendering(1)).respond(page('second'));
    expect(await other).toEqual([200, 'second']);
    await letPass(1_600);
    const last = visit('/');
    (await rendering(2)).respond(page('third'));

    expect(await last).toEqual([200, 'third']);
  });

  test('does not replace one whose rendering started later', async () => {
    const { visit, rendering, letPass } = startCache();

    const early = visit('/');
    const { respond: answerLate } = await rendering(0);
    await letPass(1_600);
    const late = visit('/');
    (await rendering(1)).respond(page('second'));
    await late;
    answerLate(page('first'));

    expect(await early).toEqual([200, 'first']);
    expect(await visit('/')).toEqual([200, 'second']);
  });
});

describe('A26 an error response for one visitor', () => {
  test.each([429, 503])('does not replace the cached page during a refresh: %i', async (status) => {
    const { refresh, visit, letPass, rendering } = await startStaleCache();

    refresh.respond(errorPage(status, 'rejected'));
    await letPass(300);

    expect(await visit('/', '203.0.113.2')).toEqual([200, 'first']);
    (await rendering(2)).respond(errorPage(status, 'rejected'));
    await letPass(700);
    const honest = visit('/', '203.0.113.2');
    (await rendering(3)).respond(errorPage(503, 'away'));
    expect(await honest).toEqual([503, 'away']);
  });

  test('is not caused by a refresh, which runs without the IP and cookies of the visitor who starts it', async () => {
    const { refresh, renderings } = await startStaleCache();

    expect(renderings[0]?.request.headers.get('x-forwarded-for')).toBe('203.0.113.1, 127.0.0.1');
    expect(refresh.request.headers.get('x-forwarded-for')).toBeNull();
    expect(refresh.request.headers.get('cookie')).toBe('');
  });

  test('goes to that visitor only; the page is rendered again for another visitor who waits for it', async () => {
    const { visit, rendering, renderings } = startCache();

    const limited = visit('/', '203.0.113.1');
    await rendering(0);
    const [same, other] = [visit('/', '203.0.113.1'), visit('/', '203.0.113.2')];
    await new Promise(setImmediate);
    expect(renderings).toHaveLength(1);
    renderings[0]?.respond(errorPage(429, 'too many'));
    const again = await rendering(1);
    expect(again.request.headers.get('x-forwarded-for')).toBe('203.0.113.2, 127.0.0.1');
    again.respond(page('the page'));

    expect(await Promise.all([limited, same, other])).toEqual([
      [429, 'too many'],
      [429, 'too many'],
      [200, 'the page'],
    ]);
    expect(await visit('/', '203.0.113.3')).toEqual([200, 'the page']);
    expect(renderings).toHaveLength(2);
  });
});

describe('A26 a visitor who has just changed something', () => {
  test('gets a page of their own, which is not cached', async () => {
    const { visit, rendering } = startCache();
    const own = `${LAST_WRITE_COOKIE}=42`;

    for (const number of [0, 1]) {
      const response = visit('/', '203.0.113.1', own);
      const { request, respond } = await rendering(number);
      expect(request.headers.get('cookie')).toBe(own);
      respond(page(`page ${number}`));
      expect(await response).toEqual([200, `page ${number}`]);
    }
  });
});

describe('A26 the cache key of a page', () => {
  const rendered = async (urls: string[], headers: Record<string, string> = {}) => {
    const { visit, rendering, renderings } = startCache();
    for (const url of urls) {
      const started = renderings.length;
      const response = visit(url);
      await Promise.race([response, rendering(started)]);
      for (const { respond } of renderings.slice(started)) respond(page('a page', headers));
      // A page with unknown parameters is rendered first without, then with them.
      await Promise.race([response, rendering(started + 1)]);
      for (const { respond } of renderings.slice(started + 1)) respond(page('a page', headers));
      expect(await response).toEqual([200, 'a page']);
    }
    return renderings.map(({ request }) => request.url.replace('http://shop.test', ''));
  };

  test('contains only parameters the page reads', async () => {
    expect(await rendered(['/terms?x=1', '/terms?x=2&utm_source=mail', '/terms'])).toEqual(['/terms']);
    expect(await rendered(['/products?utm_source=a&category=Rings&x', '/products?category=Rings'])).toEqual([
      '/products?category=Rings',
    ]);
  });

  test('contains them in canonical order, without duplicates', async () => {
    const [first = '', ...others] = [
      '/search?q=ring&brand=Aurora&tags=b&tags=a',
      '/search?tags=a&brand=Aurora&tags=b&q=ring',
      '/search?tags=a&brand=Aurora&tags=b&q=ring&tags=a&q=necklace',
    ];

    expect(await rendered([first, ...others])).toEqual(['/search?q=ring&brand=Aurora&tags=a&tags=b']);
  });

  test('contains the options of a product after a response has declared them', async () => {
    const headers = { 'no-vary-search': noVarySearch(['reviews', 'Ring size', 'Größe "x"']) };

    expect(
      await rendered(
        [
          '/product/ring?x=1',
          '/product/ring?x=2&utm_source=mail',
          '/product/ring?x=3&Ring+size=US+7',
          '/product/ring?Ring+size=US+7',
          `/product/ring?${new URLSearchParams({ 'Größe "x"': 'é' })}`,
        ],
        headers,
      ),
    ).toEqual([
      '/product/ring',
      '/product/ring?Ring+size=US+7',
      `/product/ring?${new URLSearchParams({ 'Größe "x"': 'é' })}`,
    ]);
  });

  test('has a maximum length: a longer URL is rendered but not cached', async () => {
    const url = `/search?q=${'x'.repeat(3_000)}`;

    expect(await rendered([url, url])).toEqual([url, url]);
  });

  test('tolerates malformed percent-encoding', async () => {
    expect(await rendered(['/search?q=%ff%', '/search?%ff%&q=%ff%'])).toHaveLength(1);
  });
});
