import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startWebServer } from '../test/production.ts';
import { cookieOf, startStubApi } from '../test/stub-api.ts';
import { pageCache } from './page-cache.ts';

let api: Awaited<ReturnType<typeof startStubApi>>;
let web: Awaited<ReturnType<typeof startWebServer>>;

beforeAll(async () => {
  api = await startStubApi();
});
beforeEach(async () => {
  web = await startWebServer(api.url, { DEV_PAGES: 'show' });
  api.asked.length = 0;
  return () => web.stop();
});
afterAll(() => api.stop());

const visit = (headers: Record<string, string> = {}) => web.visit('/', { headers });
const nonceOf = ({ headers }: { headers: Headers }) =>
  /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';
const withoutNonce = (page: { text: string; headers: Headers }) => page.text.replaceAll(nonceOf(page), '');

describe('a public page', () => {
  test('is rendered once for all who ask at the same time', async () => {
    const pages = await Promise.all(Array.from({ length: 30 }, () => visit()));

    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
    expect(api.asked.filter(({ url }) => url === '/api/products/featured')).toHaveLength(1);
  });

  test('is rendered without the cookies of whoever asked first', async () => {
    await visit({ cookie: `${cookieOf('ada')}; other=secret` });

    expect(api.asked.length).toBeGreaterThan(0);
    for (const { headers } of api.asked) expect(headers.cookie ?? '').not.toMatch(/ada|secret/);
  });

  test('has a nonce of its own in every answer, packed or not', async () => {
    const [plain, packed, again] = [
      await visit({ 'accept-encoding': 'identity' }),
      await visit({ 'accept-encoding': 'gzip' }),
      await visit({ 'accept-encoding': 'gzip' }),
    ];

    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(new Set([plain, packed, again].map(nonceOf)).size).toBe(3);
    expect(packed.text).toContain(`nonce="${nonceOf(packed)}"`);
    expect(withoutNonce(packed)).toBe(withoutNonce(plain));
    expect(withoutNonce(again)).toBe(withoutNonce(plain));
  });

  test('may be kept by a shared cache for a second, apart for guests and the signed-in', async () => {
    const { headers } = await visit();

    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1, must-revalidate');
    expect(headers.get('vary')).toBe('Cookie, Accept-Encoding');
  });

  test('is not sent again to who has it, and leaves them the nonce they have', async () => {
    const first = await visit();

    const second = await visit({ 'if-none-match': first.headers.get('etag') ?? '' });

    expect(second.status).toBe(304);
    expect(second.headers.get('content-security-policy')).toBeNull();
  });

  test('differs between guests and the signed-in, and not between two of the signed-in', async () => {
    const [guest, ada, bela] = [
      await visit(),
      await visit({ cookie: cookieOf('ada') }),
      await visit({ cookie: cookieOf('bela') }),
    ];

    expect(withoutNonce(ada)).not.toBe(withoutNonce(guest));
    expect(withoutNonce(ada)).toBe(withoutNonce(bela));
  });
});

describe('a page that takes long to render', () => {
  test('is rendered once, for those too who come when the last copy is too old to be shown', async () => {
    const renders: ((page: Response) => void)[] = [];
    const render = () => new Promise<Response>((resolve) => renders.push(resolve));
    const show = (text: string) =>
      new Response(text, { headers: { 'content-type': 'text/html', 'cache-control': 'public, s-maxage=1' } });
    const server = fastify();
    server.get('/', pageCache(render, 'http://shop.test'));
    const ask = async () => {
      const { statusCode, body } = await server.inject('/');
      return { statusCode, body };
    };

    let now = 1_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    // The cache looks at the clock once in a millisecond of the machine's own time.
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
  test('is asked for anew by every visitor and kept by nobody', async () => {
    for (const name of ['ada', 'bela', 'ada'] as const) {
      const page = await web.visit('/account', { headers: { cookie: cookieOf(name) } });

      expect(page.headers.get('cache-control')).toBe('private, no-store');
      expect(page.headers.get('etag')).toBeNull();
    }
    // Guard and page each ask once.
    const cookiesSent = api.asked.filter(({ url }) => url === '/api/user/me').map(({ headers }) => headers.cookie);
    const cookies = cookiesSent.filter((cookie, i) => cookie !== cookiesSent[i - 1]);

    expect(cookies).toEqual([cookieOf('ada'), cookieOf('bela'), cookieOf('ada')]);
  });
});
