import { footerMessages } from '@shop/contracts/layout/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf, inlineScripts } from '../test/inline-scripts.ts';
import { startWebServer } from '../test/production.ts';
import { cookieOf, startStubApi } from '../test/stub-api.ts';
import { pair } from '../test/stub-data.ts';

let api: Awaited<ReturnType<typeof startStubApi>>;
let web: Awaited<ReturnType<typeof startWebServer>>;

beforeAll(async () => {
  api = await startStubApi();
  web = await startWebServer(api.url, { DEV_PAGES: 'show' });
});
afterAll(async () => {
  await web.stop();
  await api.stop();
});

const visit = (path: string, headers: Record<string, string> = {}) =>
  web.visit(path, { headers: { 'user-agent': 'Mozilla/5.0 Chrome/140', ...headers } });
const scriptPolicyOf = ({ headers }: { headers: Headers }) =>
  /script-src 'self' ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]?.split(' ') ?? [];

describe('a page', () => {
  test('is rendered on the server, with the names of the featured products', async () => {
    const response = await visit('/');

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.text).toContain('Aurora Solitaire Ring');
  });

  test('shows tax, shipping prices and charge currency of the store settings', async () => {
    const { text } = await visit('/shipping');

    expect(text).toContain('$4.50 (Standard)');
    expect(text).toContain('Standard shipping is free when your subtotal is $200.00 or more.');
    expect(text).toContain('The 7.25% tax at checkout');
    expect(text).toContain(footerMessages.currency('euros (EUR)'));
  });

  test('of the owner has current settings, and shows markup and unsafe links as text', async () => {
    const { status, text: html } = await visit('/pages/care');

    expect(status).toBe(200);
    expect(html).toContain('<h1 class="font-display text-h1">Product care</h1>');
    expect(html).toContain('Repairs cost $4.50, <em>always</em>.');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script>alert(1)');
    expect(html).not.toMatch(/href="(javascript:|\/\/evil)/);
  });

  test('that the owner never published responds with 404, a built-in one redirects to its path', async () => {
    expect((await visit('/pages/unknown')).status).toBe(404);
    expect(await visit('/pages/about')).toMatchObject({ status: 301, location: '/about' });
  });

  test.each([
    ['/products/', '/products'],
    ['/PRODUCTS?q=Ring&Ring+size=US+7', '/products?q=Ring&Ring+size=US+7'],
    ['/Product/hostile//?x=', '/product/hostile?x='],
    ['/pages/care/', '/pages/care'],
    ['//', '/'],
    // By the API: the owner may have chosen capitals.
    ['/product/HOSTILE?reviews=A', '/product/hostile?reviews=A'],
    ['/pages/Care', '/pages/care'],
    ['/collections/No-Such', '/collections/no-such'],
  ])('that is public has one URL: %s redirects to %s', async (path, location) => {
    expect(await visit(path)).toMatchObject({ status: 301, location });
    expect((await web.visit(path, { method: 'HEAD' })).location).toBe(location);
  });

  test.each([
    '/gift/AbCdEf',
    '/Gift/AbCdEf/',
    '/orders/AB-CD/',
    '/track-order/',
    '/checkout/ABC/pay',
    '/assets/App.JS',
  ])('that is not public is not redirected to another spelling: %s', async (path) => {
    const { location } = await visit(path);

    expect(location?.toLowerCase()).not.toBe(path.toLowerCase().replace(/\/$/, ''));
  });

  test.each(['/', '/product/hostile'])(
    'that is cached allows its inline scripts by hash, and no other: %s',
    async (path) => {
      const response = await visit(path);
      const scripts = inlineScripts(response.text);

      expect(scripts.length).toBeGreaterThan(0);
      expect(new Set(scriptPolicyOf(response))).toEqual(new Set(scripts.map(({ text }) => hashOf(text))));
      expect(response.text).not.toMatch(/nonce="[^"]/);
    },
  );

  test('that is not cached has only inline scripts with its nonce, which is new in every response', async () => {
    const [first, second] = [await visit('/login'), await visit('/login')];
    const scripts = inlineScripts(first.text);
    const nonce = /^'nonce-([\w-]{22})'$/.exec(scriptPolicyOf(first).join(' '))?.[1];

    expect(scripts.length).toBeGreaterThan(0);
    for (const { attributes } of scripts) expect(attributes).toContain(`nonce="${nonce}"`);
    expect(scriptPolicyOf(second)).not.toEqual(scriptPolicyOf(first));
  });

  test('contains nothing that its policy blocks', async () => {
    const { text: html } = await visit('/');

    expect(html).not.toMatch(/<[^>]+\sstyle=/);
    expect(html).not.toMatch(/<[^>]+\son\w+=/);
    expect(html).not.toMatch(/<style\b/);
  });

  test('RTE-020 escapes markup of a product name in structured data', async () => {
    const { status, text: html } = await visit('/product/hostile');

    expect(status).toBe(200);
    expect(html).toContain('"name":"Ring\\u003c/script\\u003e');
    expect(html).not.toContain('<script>alert(1)');
  });

  test('has a content security policy and headers that block other sites', async () => {
    const { headers } = await visit('/');

    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'self'",
      expect.stringMatching(/^script-src 'self'( 'sha256-[\w+/]{43}=')+$/),
      "style-src 'self'",
      "img-src 'self' data: https:",
      "connect-src 'self'",
      "font-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "object-src 'none'",
      'report-uri /report',
      'report-to reports',
    ]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    });
  });

  test.each(['/', '/login', '/products.data'])(
    'is compressed as a whole for clients that accept it: %s',
    async (path) => {
      for (const [accepted, encoding] of [
        ['identity', null],
        ['gzip', 'gzip'],
        ['gzip, deflate, br, zstd', 'br'],
        ['gzip;q=0.5, br;q=0', 'gzip'],
      ] as const) {
        const { headers, text } = await visit(path, { 'accept-encoding': accepted });

        expect(headers.get('content-encoding')).toBe(encoding);
        expect(headers.get('vary')).toMatch(/accept-encoding/i);
        expect(Number(headers.get('content-length'))).toBeGreaterThan(0);
        expect(text).toContain('Crystalline');
      }
    },
  );

  test('has only the fields of a product that its card shows', async () => {
    for (const path of ['/', '/products', '/search?q=ring', '/product/aurora-solitaire-ring']) {
      const { text } = await visit(path);

      expect(text).toContain(pair.name);
      for (const hidden of [pair.description, 'pair-3', 'Tanzanite', pair.createdAt])
        expect(text, path).not.toContain(hidden);
    }
  });

  test('has one version for guests and one for customers, without personal data', async () => {
    api.requests.length = 0;
    const [guest, ada, bela] = await Promise.all(
      ['', cookieOf('ada'), cookieOf('bela')].map(async (cookie) => {
        const response = await visit('/', { cookie });
        return response.text;
      }),
    );

    expect(ada).toBe(bela);
    expect(ada).not.toBe(guest);
    expect(ada).not.toContain('Ada');
    expect(api.requests.map(({ url }) => url)).not.toContain('/api/user/me');
  });

  test('accepts forms from its own origin only', async () => {
    const send = (origin: string) =>
      web.visit('/newsletter', { method: 'POST', headers: { origin }, body: new URLSearchParams({ email: 'no' }) });

    expect((await send('https://elsewhere.example')).status).toBe(400);
    expect((await send(web.url)).status).toBe(422);
  });

  test('rejects a body above the size limit of forms', async () => {
    const response = await web.visit('/newsletter', { method: 'POST', body: 'x'.repeat(2 * 1024 * 1024) });

    expect(response.status).toBe(413);
  });

  test('accepts the photos of a review, up to a limit of their own', async () => {
    const send = (path: string, megabytes: number) =>
      web.visit(path, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: web.url, 'content-type': 'multipart/form-data; boundary=x' },
        body: 'x'.repeat(megabytes * 1024 * 1024),
      });

    for (const path of ['/product/ring/review', '/product/ring/review.data']) {
      expect((await send(path, 2)).status).not.toBe(413);
      expect((await send(path, 13)).status).toBe(413);
    }
  });
});

describe('over TLS', () => {
  test('responses have Strict-Transport-Security', async () => {
    const safe = await startWebServer(api.url, { PUBLIC_URL: 'https://shop.example.com' });

    const response = await safe.visit('/');
    await safe.stop();

    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect((await visit('/')).headers.get('strict-transport-security')).toBeNull();
  });
});

describe('a file', () => {
  test('of the build is immutable and compressed', async () => {
    const { text: html } = await visit('/');
    const script = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? '';

    const response = await visit(script, { 'accept-encoding': 'br' });

    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('of an older build is a 404, not a page', async () => {
    expect((await visit('/assets/home-of-yesterday.js')).status).toBe(404);
  });

  test('that every client requests exists', async () => {
    expect((await visit('/favicon.svg')).status).toBe(200);
    expect((await visit('/robots.txt')).headers.get('content-type')).toContain('text/plain');
  });
});
