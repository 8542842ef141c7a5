import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { problemMessages } from '@shop/contracts/common/messages';
import { Problem } from '@shop/contracts/common/problem';
import { describe, expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const lines: string[] = [];
const { app, config, guest, aShopper } = await createTestStore({ log: (line) => lines.push(line) });

const subscribe = (headers: Record<string, string>, payload = JSON.stringify({ email: 'a@example.com' })) =>
  app.inject({
    method: 'POST',
    url: '/api/newsletter',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });

describe('every response', () => {
  test('has headers that forbid scripts and framing', async () => {
    const { headers } = await guest.get('/api/products');

    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
  });

  test('has the request id of the client, or a new one if that is invalid', async () => {
    const accepted = await guest.get('/health/live', { 'x-request-id': 'web-12345678' });
    const replaced = await guest.get('/health/live', { 'x-request-id': 'bad id\twith spaces' });

    expect(accepted.headers['x-request-id']).toBe('web-12345678');
    expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('an error response', () => {
  test('is a problem with a message and the request id', async () => {
    const response = await guest.get('/api/nowhere', { 'x-request-id': 'support-0001' });

    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(Problem.parse(response.json())).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      code: 'not_found',
      message: problemMessages.notFound,
      requestId: 'support-0001',
    });
  });

  test.each([
    ['malformed JSON', 400, 'malformed', {}, '{"email":'],
    ['JSON with __proto__', 400, 'malformed', {}, '{"email":"a@example.com","__proto__":{"x":1}}'],
    ['more than 64 KiB', 413, 'too_large', {}, JSON.stringify({ email: 'a'.repeat(65_536) })],
    ['a type other than JSON', 415, 'unsupported_type', { 'content-type': 'text/plain' }, 'email=a'],
    ['an HTML form', 415, 'unsupported_type', { 'content-type': 'application/x-www-form-urlencoded' }, 'email=a'],
    ['an empty body', 400, 'malformed', {}, ''],
    ['null', 422, 'invalid', {}, 'null'],
    ['a list', 422, 'invalid', {}, '[]'],
  ])('for %s is %i', async (_what, status, code, headers, payload) => {
    const response = await subscribe(headers, payload);

    expect(response.statusCode).toBe(status);
    expect(Problem.parse(response.json())).toMatchObject({ status, code });
  });
});

describe('a cross-site write', () => {
  const own = { origin: config.publicOrigin };

  test('is rejected when its Origin is not the store', async () => {
    for (const origin of ['https://evil.example', 'null', `${config.publicOrigin}.evil.example`]) {
      const response = await subscribe({ origin });
      expect(response.statusCode).toBe(403);
      expect(response.json().code).toBe('cross_origin_blocked');
    }
    expect((await subscribe(own)).statusCode).toBe(201);
  });

  test('is rejected when it has a cookie, but neither Origin nor Referer of the store', async () => {
    const { headers } = await aShopper();

    expect((await subscribe(headers)).statusCode).toBe(403);
    expect((await subscribe({ ...headers, referer: 'https://evil.example/shop' })).statusCode).toBe(403);
    expect((await subscribe({ ...headers, referer: 'not a URL' })).statusCode).toBe(403);
    expect((await subscribe({ ...headers, referer: `${config.publicOrigin}/` })).statusCode).toBe(201);
    expect((await subscribe({ ...headers, ...own })).statusCode).toBe(201);
  });

  test('is allowed with a bearer token or without credentials', async () => {
    const { signed } = await aShopper();

    expect((await subscribe({ authorization: `Bearer ${signed}` })).statusCode).toBe(201);
    expect((await subscribe({})).statusCode).toBe(201);
  });
});

describe('health', () => {
  test('live and ready respond', async () => {
    expect((await guest.get('/health/live')).json()).toEqual({ status: 'live' });
    expect((await guest.get('/health/ready')).json()).toEqual({ status: 'ready' });
  });

  test('metrics cover requests by route, pools, Redis and the event loop', async () => {
    await guest.get('/api/products/no-such-product');
    await guest.get('/wp-admin/setup.php');

    const { body } = await guest.get('/metrics');

    expect(body).toContain(
      'http_request_duration_seconds_count{route="/api/products/:product",method="GET",status="404"} 1',
    );
    expect(body).toMatch(/route="unknown",method="GET",status="404"/);
    expect(body).toContain('database_pool_connections{pool="checkout",state="in_use"} 0');
    expect(body).toContain('database_pool_connections{pool="browse",state="waiting"} 0');
    expect(body).toContain('database_deadlocks_total 0');
    expect(body).toContain('redis_up 1');
    expect(body).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(body).not.toContain('wp-admin');
  });
});

describe('the API documentation', () => {
  test('is OpenAPI 3.1 with every public route and named schemas', async () => {
    const document = (await guest.get('/api/openapi.json')).json();

    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/api/products',
        '/api/products/{product}',
        '/api/newsletter',
        '/api/user/me',
        '/media/{key}/{file}',
      ]),
    );
    expect(Object.keys(document.paths)).not.toContain('/metrics');
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(['Product', 'Problem']));
    expect(document.paths['/api/products'].get.responses['200'].content['application/json'].schema.items).toEqual({
      $ref: '#/components/schemas/Product',
    });
  });

  test('has a page with a strict content security policy', async () => {
    const page = await guest.get('/api/docs/');
    const policy = String(page.headers['content-security-policy']);

    expect(page.headers['content-type']).toContain('text/html');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });

  test('serves its script precompressed and immutable, with a content hash in the URL', async () => {
    const { body: page } = await guest.get('/api/docs/');
    const url = /\/api\/docs\/scalar-[\w-]{16}\.js/.exec(page)?.[0] ?? '';

    const [br, gzip, plain] = await Promise.all(
      ['gzip, br', 'gzip', ''].map((encoding) => guest.get(url, { 'accept-encoding': encoding })),
    );

    for (const response of [br, gzip, plain]) {
      expect(response?.statusCode).toBe(200);
      expect(response?.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      });
    }
    expect([br, gzip, plain].map((response) => response?.headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ]);
    expect(plain?.rawPayload.length).toBeGreaterThan(2_000_000);
    expect(brotliDecompressSync(br?.rawPayload ?? '').equals(plain?.rawPayload ?? Buffer.of())).toBe(true);
    expect(gunzipSync(gzip?.rawPayload ?? '').equals(plain?.rawPayload ?? Buffer.of())).toBe(true);
    expect((await guest.get('/api/docs/scalar-of-yesterday.js')).statusCode).toBe(404);
  });

  test.each(['/api/openapi.json', '/api/docs/'])('responds 304 to a matching ETag: %s', async (url) => {
    const first = await guest.get(url, { 'accept-encoding': 'br' });
    const etag = String(first.headers.etag);

    const [again, byProxy, other] = await Promise.all(
      [etag, `"x", ${etag}`, '"x"'].map((tag) => guest.get(url, { 'if-none-match': tag })),
    );

    expect(first.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=0' });
    expect([again, byProxy, other].map((response) => response?.statusCode)).toEqual([304, 304, 200]);
    expect(again?.body).toBe('');
  });
});

test('the log has one line per response, without secrets', async () => {
  const ada = await aShopper();
  lines.length = 0;

  await ada.get('/api/user/me?token=hush-hush', {
    'x-request-id': 'logged-0001',
    authorization: `Bearer ${ada.signed}`,
  });

  const own = lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === 'logged-0001');
  expect(own).toMatchObject([{ method: 'GET', route: '/api/user/me', status: 200 }]);
  expect(lines.join()).not.toContain('hush-hush');
  expect(lines.join()).not.toContain(ada.signed.slice(0, 20));
});
