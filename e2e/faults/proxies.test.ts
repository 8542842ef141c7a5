import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProxy } from '../support/proxy.ts';
import { PROXIES } from '../support/proxy-config.ts';
import { freePort, PASSWORD, type Shop, startShop, UNKNOWN_ID } from '../support/shop.ts';

const FAILED_LOGINS = 10;
const MIB = 1_024 * 1_024;

let shop: Shop;
let origin: string;
let tls: number;
let plain: number;

beforeAll(async () => {
  [tls, plain] = [await freePort(), await freePort()];
  origin = `https://localhost:${tls}`;
  // The production rate limits, counted in the process.
  shop = await startShop({ env: { PUBLIC_URL: origin, REDIS_URL: 'redis://127.0.0.1:1/0', LOG_LEVEL: 'silent' } });
});
afterAll(() => shop?.stop());

describe.each(PROXIES)('behind %s with the configuration of ops/proxy', (name) => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;

  beforeAll(async () => {
    proxy = await startProxy(name, { tls, plain, web: shop.publicPort });
  });
  afterAll(() => proxy?.stop());

  /** Clients of other proxies were counted by the same store. */
  const client = (number: number) => `127.0.${PROXIES.indexOf(name)}.${number}`;

  const post = (path: string, body: object, options: { from?: string; headers?: Record<string, string> } = {}) =>
    proxy.send(path, {
      method: 'POST',
      from: options.from,
      headers: { origin, 'content-type': 'application/json', ...options.headers },
      body: JSON.stringify(body),
    });

  test('a client is rate limited by its own IP address, whatever forwarding headers it sends', async () => {
    const login = async (from: string, claimed: string) => {
      const wrong = { email: `${randomUUID()}@example.com`, password: 'not the password' };
      const claims = { 'x-forwarded-for': claimed, forwarded: `for=${claimed}`, 'x-real-ip': claimed };
      return (await post('/api/auth/login', wrong, { from, headers: claims })).status;
    };
    const statuses: number[] = [];
    for (let i = 0; i <= FAILED_LOGINS; i++) statuses.push(await login(client(2), `203.0.113.${i}`));

    expect(statuses).toEqual([...Array.from({ length: FAILED_LOGINS }, () => 401), 429]);
    // Another client is counted separately, even if it claims the limited address.
    expect(await login(client(3), client(2))).toBe(401);
  });

  test('a page is served over TLS with its security headers, and plain HTTP is redirected', async () => {
    const page = await proxy.send('/', { from: client(4) });

    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("script-src 'self' 'sha256-");
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(String(page.headers.server ?? '')).not.toMatch(/\d/);
    expect(await page.body()).toContain('</html>');
    const redirect = await fetch(`http://127.0.0.1:${plain}/products`, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      301,
      expect.stringMatching(/^https:\/\/[^/]+\/products$/),
    ]);
  });

  test('HTTP/2 is negotiated, and a page is served over it', async () => {
    const session = connect(origin, { host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false });
    const [page] = await once(session.request({ ':path': '/' }).resume(), 'response');
    session.close();

    expect(session.alpnProtocol).toBe('h2');
    expect(page[':status']).toBe(200);
  });

  test('the first event of the notification stream arrives within a second, because nothing is buffered', async () => {
    const person = { name: 'Ada', email: `${randomUUID()}@example.com`, password: PASSWORD };
    const registered = await post('/api/auth/register', person, { from: client(5) });
    const cookie = registered.headers['set-cookie']?.map((line: string) => line.split(';')[0]).join('; ') ?? '';

    const openedAt = performance.now();
    const stream = await proxy.send('/api/notifications/stream', {
      from: client(5),
      headers: { cookie, accept: 'text/event-stream' },
    });
    const [first] = await once(stream.response, 'data');
    const elapsedMs = performance.now() - openedAt;
    stream.response.destroy();

    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toContain('text/event-stream');
    expect(String(first).length).toBeGreaterThan(0);
    expect(elapsedMs).toBeLessThan(1_000);
  });

  test('a body above the limit is rejected with 413, with Content-Length or chunked', async () => {
    const body = Buffer.alloc(4 * MIB, 'x');
    const send = (headers: Record<string, string>) =>
      proxy.send('/api/cart/items', {
        method: 'POST',
        from: client(6),
        headers: { origin, 'content-type': 'application/json', ...headers },
        body,
      });
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => (await send(i % 2 ? { 'transfer-encoding': 'chunked' } : {})).status),
    );

    expect(new Set(statuses)).toEqual(new Set([413]));
  });

  test('its log has the paths of requests, and no key of an order link and no token of a gift', async () => {
    const paths = [`/orders/${UNKNOWN_ID}`, '/products', '/track-order'];
    for (const path of paths)
      await proxy.send(`${path}?key=A-Secret&x=1`, {
        from: client(8),
        headers: { referer: `${origin}/?key=A-Secret` },
      });
    for (const path of ['/gift/A-Secret', '/api/gifts/A-Secret', '/Gift/A-Secret/?x'])
      await proxy.send(path, { from: client(8) });
    await fetch(`http://127.0.0.1:${plain}/orders/1?key=A-Secret`, { redirect: 'manual' });

    for (const path of [...paths, '/gift/', '/api/gifts/']) await expect.poll(() => proxy.log()).toContain(path);
    expect(proxy.log()).toContain(client(8));
    expect(proxy.log()).not.toContain('A-Secret');
  });

  test('TRACE is rejected, and health and metrics are not reachable', async () => {
    expect((await proxy.send('/', { method: 'TRACE', from: client(7) })).status).toBe(405);
    for (const path of ['/health/live', '/health/ready', '/metrics'])
      expect((await proxy.send(path, { from: client(7) })).status).toBe(404);
  });
});
