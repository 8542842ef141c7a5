import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebServer } from '../test/production.ts';
import { cookieOf, startStubApi } from '../test/stub-api.ts';

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
const nonceOf = ({ headers }: { headers: Headers }) =>
  /script-src 'self' 'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';

describe('a page', () => {
  test('comes rendered, with the names of the featured products', async () => {
    const response = await visit('/');

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.text).toContain('Aurora Solitaire Ring');
  });

  test('runs only scripts that carry the nonce of its answer', async () => {
    const response = await visit('/');
    // Facts for search engines are data: no browser runs them.
    const scripts = response.text.match(/<script\b(?! type="application\/ld\+json")[^>]*>/g) ?? [];

    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonceOf(response)}"`);
  });

  test('has a nonce of its own', async () => {
    const first = nonceOf(await visit('/'));

    expect(first).toMatch(/^[\w+/]{22}==$/);
    expect(nonceOf(await visit('/'))).not.toBe(first);
  });

  test('needs nothing that its policy refuses', async () => {
    const { text: html } = await visit('/');

    expect(html).not.toMatch(/<[^>]+\sstyle=/);
    expect(html).not.toMatch(/<[^>]+\son\w+=/);
    expect(html).not.toMatch(/<style\b(?![^>]*nonce)/);
  });

  test('RTE-020 states facts that cannot become markup, whatever a product is called', async () => {
    const { status, text: html } = await visit('/product/hostile');

    expect(status).toBe(200);
    expect(html).toContain('"name":"Ring\\u003c/script\\u003e');
    expect(html).not.toContain('<script>alert(1)');
  });

  test('keeps other sites out', async () => {
    const { headers } = await visit('/');

    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'self'",
      expect.stringMatching(/^script-src 'self' 'nonce-[^' ]+'$/),
      expect.stringMatching(/^style-src 'self' 'nonce-[^' ]+'$/),
      "img-src 'self' data: https:",
      "connect-src 'self'",
      "font-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "object-src 'none'",
    ]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    });
  });

  test('is compressed for whoever can read it so', async () => {
    const plain = await visit('/', { 'accept-encoding': 'identity' });
    const packed = await visit('/', { 'accept-encoding': 'gzip' });

    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toMatch(/accept-encoding/i);
  });

  test('exists for guests and for the signed-in, and holds nothing of the person', async () => {
    api.asked.length = 0;
    const [guest, ada, bela] = await Promise.all(
      ['', cookieOf('ada'), cookieOf('bela')].map(async (cookie) => {
        const response = await visit('/', { cookie });
        return response.text.replaceAll(nonceOf(response), '');
      }),
    );

    expect(ada).toBe(bela);
    expect(ada).not.toBe(guest);
    expect(ada).not.toContain('Ada');
    expect(api.asked.map(({ url }) => url)).not.toContain('/api/user/me');
  });

  test('takes a form from its own site only', async () => {
    const send = (origin: string) =>
      web.visit('/newsletter', { method: 'POST', headers: { origin }, body: new URLSearchParams({ email: 'no' }) });

    expect((await send('https://elsewhere.example')).status).toBe(400);
    expect((await send(web.url)).status).toBe(422);
  });

  test('takes no more than a form can hold', async () => {
    const response = await web.visit('/newsletter', { method: 'POST', body: 'x'.repeat(2 * 1024 * 1024) });

    expect(response.status).toBe(413);
  });
});

describe('over TLS', () => {
  test('browsers are told to stay there', async () => {
    const safe = await startWebServer(api.url, { PUBLIC_URL: 'https://shop.example.com' });

    const response = await safe.visit('/');
    await safe.stop();

    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect((await visit('/')).headers.get('strict-transport-security')).toBeNull();
  });
});

describe('a file', () => {
  test('of the build is kept for ever, and comes packed', async () => {
    const { text: html } = await visit('/');
    const script = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? '';

    const response = await visit(script, { 'accept-encoding': 'br' });

    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('of an older build is not answered with a page', async () => {
    expect((await visit('/assets/home-of-yesterday.js')).status).toBe(404);
  });

  test('that everyone asks for is there', async () => {
    expect((await visit('/favicon.svg')).status).toBe(200);
    expect((await visit('/robots.txt')).headers.get('content-type')).toContain('text/plain');
  });
});
