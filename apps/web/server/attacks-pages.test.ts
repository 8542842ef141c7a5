import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebServer } from '../test/production.ts';
import { cookieOf, startStubApi } from '../test/stub-api.ts';

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

const MARK = 'zq7x';
const PAYLOADS = [
  `<script>${MARK}()</script>`,
  `</script><script>${MARK}()</script>`,
  `</title><script>${MARK}()</script>`,
  `</textarea><script>${MARK}()</script>`,
  `"><img src=x onerror=${MARK}()>`,
  `'><svg/onload=${MARK}()>`,
  `" autofocus onfocus=${MARK}() x="`,
  `javascript:${MARK}()`,
  `--><script>${MARK}()</script>`,
  `\u2028</script><script>${MARK}()</script>`,
  `{{constructor.constructor('${MARK}()')()}}`,
  `<base href=//evil.example/${MARK}>`,
];
const PLACES = [
  (value: string) => `/search?q=${value}`,
  (value: string) => `/products?q=${value}`,
  (value: string) => `/products?category=${value}`,
  (value: string) => `/products?brand=${value}&tags=${value}`,
  (value: string) => `/products?sortBy=${value}&minPrice=${value}`,
  (value: string) => `/products?${value}=1`,
  (value: string) => `/login?redirect=${value}`,
  (value: string) => `/register?redirect=${value}`,
  (value: string) => `/forgot-password?email=${value}`,
  (value: string) => `/reset-password?token=${value}`,
  (value: string) => `/confirm-email?token=${value}`,
  (value: string) => `/newsletter/confirm?token=${value}`,
  (value: string) => `/track-order?orderNumber=${value}&email=${value}`,
  (value: string) => `/support?subject=${value}`,
  (value: string) => `/product/${value}`,
  (value: string) => `/category/${value}`,
  (value: string) => `/${value}`,
];

/** Where the payload would execute: in a tag of its own, or in an attribute outside of quotes. */
const scriptsIn = (html: string) =>
  [...html.matchAll(/<(?!\/?(?:mark|b|em)\b)[^<>]*zq7x[^<>]*>?/g)]
    .map(([tag]) => tag)
    .filter(
      (tag) =>
        !/^<[\w-]+(?:\s+[\w:-]+(?:="[^"]*")?)*\s*\/?>$/.test(tag) || /\son\w+=/i.test(tag.replaceAll(/"[^"]*"/g, '""')),
    );

describe.each(['guest', 'ada'] as const)('A13 requested by %s', (visitor) => {
  const headers = visitor === 'guest' ? undefined : { cookie: cookieOf(visitor) };

  test.each(PAYLOADS)('A13 pages show %j as text', async (payload) => {
    for (const place of PLACES) {
      const path = place(encodeURIComponent(payload));
      for (const url of [path, path.replace(/^([^?]+[^/?])(\?|$)/, '$1.data$2')]) {
        const response = await web.visit(url, { headers });
        expect([url, response.status < 500]).toEqual([url, true]);
        if (!String(response.headers.get('content-type')).startsWith('text/html')) continue;
        expect([url, scriptsIn(response.text)]).toEqual([url, []]);
        // Inside the page's own scripts, tags are escaped.
        expect(response.text).not.toMatch(/<\/script><script>zq7x|<script>zq7x|javascript:zq7x[^"]*"\s*>/i);
      }
    }
  });
});

const ELSEWHERE = [
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  'https://evil.example',
  'http:evil.example',
  'https:/evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example/%2f..',
  '/%2f/evil.example',
  '/%5cevil.example',
  '/..//evil.example',
  '/.//evil.example',
  '//evil%00.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '//user@evil.example',
  '/@evil.example/..//evil.example',
  '//[::1]/',
  '//2130706433/',
  '//evil。example',
  '//xn--evil.example',
  'evil.example',
  '.evil.example',
  '?//evil.example',
  '#//evil.example',
  '/login?redirect=//evil.example/',
  '//%65vil.example',
  '/;@evil.example//',
  'checkout.evil.example',
];

describe('A14 ?redirect= never leads to another site', () => {
  test.each(ELSEWHERE)('A14 %j is ignored by the login, registration and address pages', async (target) => {
    const encodedTarget = encodeURIComponent(target);
    for (const [path, headers] of [
      [`/login?redirect=${encodedTarget}`, undefined],
      [`/register?redirect=${encodedTarget}`, undefined],
      [`/login?redirect=${encodedTarget}`, { cookie: cookieOf('ada') }],
      [`/register?redirect=${encodedTarget}`, { cookie: cookieOf('ada') }],
      [`/account/addresses/new?redirect=${encodedTarget}`, { cookie: cookieOf('ada') }],
    ] as const) {
      const { status, location, text } = await web.visit(path, { headers });
      expect([path, status < 500]).toEqual([path, true]);
      if (location) expect([path, new URL(location, web.url).origin]).toEqual([path, web.url]);
      const links = [...text.matchAll(/(?:href|action|value)="([^"]*)"/g)].map(([, link = '']) => link);
      expect([
        path,
        links.filter((link) => /^\s*(?:[a-z]+:)?[\\/]{2,}[^/]*evil|^javascript:|^data:/i.test(link)),
      ]).toEqual([path, []]);
    }
  });
});
