import { problemMessages } from '@shop/contracts/common/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttpServer } from '../test/http-server.ts';
import { startWebServer } from '../test/production.ts';
import { sendRaw } from '../test/raw-request.ts';
import { cookieOf, startStubApi } from '../test/stub-api.ts';

const KIB = 1_024;

let api: Awaited<ReturnType<typeof startStubApi>>;
let web: Awaited<ReturnType<typeof startWebServer>>;
beforeAll(async () => {
  api = await startStubApi();
  web = await startWebServer(api.url);
});
afterAll(async () => {
  await web.stop();
  await api.stop();
});

const send = (start: string, headers = '', body = '') =>
  sendRaw(web.url, `${start} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n${headers}\r\n${body}`);
const chunked = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n0\r\n\r\n`;
const MESSAGES = Object.values(problemMessages);

describe('A24 A29 a malformed request gets an error without internal details', () => {
  test.each([
    ['an absolute target', 'GET http://evil.example/', '', 400],
    ['an absolute target under /api', 'GET http://evil.example/api/session', '', 400],
    ['an asterisk instead of a path', 'OPTIONS *', '', 400],
    ['a target without a slash', 'GET login', '', 400],
    ['a broken encoding', 'GET /%zz', '', 400],
    ['an incomplete UTF-8 sequence', 'GET /product/%ff', '', 400],
    ['a broken encoding under /api', 'GET /api/%zz', '', 400],
    ['a broken encoding of a file', 'GET /assets/%zz', '', 400],
    ['a NUL in the path', 'GET /assets/%00', '', 404],
    ['TRACE', 'TRACE /', '', 405],
    ['TRACE under /api', 'TRACE /api/session', '', 405],
    ['CONNECT', 'CONNECT evil.example:443', '', 405],
    ['an unknown method', 'PROPFIND /', '', 405],
    ['an invalid method', 'BREW /', '', 400],
    ['an unknown expectation', 'GET /', 'expect: the-unexpected\r\n', 417],
    ['headers of 64 KiB', 'GET /', `x-large: ${'x'.repeat(64 * KIB)}\r\n`, 431],
    ['a target of 64 KiB', `GET /?${'x'.repeat(64 * KIB)}`, '', 431],
    ['two content lengths', 'POST /newsletter', 'content-length: 1\r\ncontent-length: 2\r\n', 400],
    ['a content length and chunks', 'POST /newsletter', 'content-length: 1\r\ntransfer-encoding: chunked\r\n', 400],
    ['an invalid content type', 'POST /newsletter', 'content-length: 1\r\ncontent-type: \x01\r\n', 400],
  ])('%s', async (_what, start, headers, status) => {
    const response = await send(start, headers, headers.includes('length') ? 'x' : '');

    expect([response.status, response.body]).toEqual([status, expect.toSatisfy(isOurs)]);
    expect(response.head).toMatch(/content-security-policy: default-src 'none'/);
    expect(response.head).toContain('x-content-type-options: nosniff');
    expect(response.head).not.toMatch(/^(server|x-powered-by):/m);
  });

  const isOurs = (body: string) =>
    MESSAGES.some((message) => body.includes(message)) &&
    !/FST_|Failed to|Error|\n *at |statusCode|node_modules/.test(body);

  test('a body above the limit, with a content length or in chunks', async () => {
    const withLength = await send(
      'POST /newsletter',
      `content-length: ${2 * KIB * KIB}\r\n`,
      'x'.repeat(2 * KIB * KIB),
    );
    const inChunks = await send('POST /newsletter', 'transfer-encoding: chunked\r\n', chunked(2 * KIB * KIB));

    for (const response of [withLength, inChunks])
      expect([response.status, response.body]).toEqual([413, expect.stringContaining(problemMessages.tooLarge)]);
  });
});

describe('A24 Expect: 100-continue', () => {
  test.each(['/api/session', '/newsletter'])('gets a 100 before the body is sent: %s', async (path) => {
    const response = await send(
      `POST ${path}`,
      `expect: 100-continue\r\norigin: ${web.url}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 8\r\n`,
      'email=no',
    );

    expect(response.status).toBe(100);
    expect(Number(response.body.split(' ')[1])).toBeLessThan(500);
  });
});

test('A24 the API’s 413 for a chunked body reaches the client', async () => {
  const strict = await startHttpServer((request, response) => {
    response.writeHead(413, { 'content-type': 'application/problem+json' }).end('{"code":"too_large"}');
    request.resume();
  });
  const site = await startWebServer(strict.url);

  const responses = await Promise.all(
    Array.from({ length: 20 }, () =>
      sendRaw(
        site.url,
        `POST /api/cart/items HTTP/1.1\r\nhost: shop\r\nconnection: close\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\n${chunked(2 * KIB * KIB)}`,
      ),
    ),
  );
  await site.stop();
  await strict.stop();

  expect(new Set(responses.map(({ status, body }) => `${status} ${body.includes('too_large')}`))).toEqual(
    new Set(['413 true']),
  );
});

describe('A34 every response has the security headers', () => {
  test.each([
    ['a redirect', '/nowhere', 302],
    ['a redirect of a data request', '/nowhere.data', 202],
    ['a redirect of a guard', '/account', 302],
    ['the data of a page', '/products.data', 200],
    ['a file', '/favicon.svg', 200],
    ['robots.txt', '/robots.txt', 200],
    ['the sitemap of pages', '/sitemap-pages.xml', 200],
    ['a missing file', '/assets/gone.js', 404],
    ['liveness', '/health/live', 200],
    ['readiness', '/health/ready', 200],
    ['an API response', '/api/session', 200],
    ['an API error', '/api/nowhere', 404],
    ['an overloaded API', '/api/overloaded', 503],
    ['an image', '/media/hero-1/960.webp', 200],
  ])('%s', async (_what, path, status) => {
    const response = await web.visit(path, { headers: { cookie: path === '/account' ? '' : cookieOf('ada') } });

    expect(response.status).toBe(status);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; frame-ancestors 'none'/);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-request-id': expect.stringMatching(/.{8}/),
    });
    expect(response.headers.get('server') ?? response.headers.get('x-powered-by')).toBeNull();
  });

  test.each([
    ['/', 'sha256'],
    ['/login', 'nonce'],
    ['/cart', 'nonce'],
  ])('the page %s has its own policy instead', async (path, allowedBy) => {
    const { headers } = await web.visit(path);

    expect(headers.get('content-security-policy')).toMatch(
      new RegExp(`^default-src 'self'; script-src 'self' '${allowedBy}-`),
    );
  });
});
