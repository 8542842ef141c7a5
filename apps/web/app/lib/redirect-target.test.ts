import { describe, expect, test } from 'vitest';
import { redirectTarget, withRedirect } from './redirect-target.ts';

const SITE = 'https://shop.example.com';

const OWN = [
  '/',
  '/checkout',
  '/account',
  '/account/addresses/new',
  '/account/addresses/new?redirect=checkout',
  '/orders/018f4e2a-7c41-7e2b-9a00-1234567890ab',
  '/product/aurora-solitaire-ring?Ring+size=US+7',
  '/products?category=Home%20Decor&sortBy=price-asc',
  '/faq#payment-and-currency',
];

const ELSEWHERE = [
  '',
  ' ',
  'evil.example',
  'checkout/',
  'Checkout',
  ' checkout',
  'checkout\n',
  'account',
  './account',
  '../account',
  '?redirect=checkout',
  '#content',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '\\/\\/evil.example',
  '//evil.example\\@shop.example.com',
  '/.//evil.example',
  '/..//evil.example',
  '/account/..//evil.example',
  '/account//evil.example',
  '/./\\evil.example',
  'http://evil.example',
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'ftp://evil.example',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'mailto:ada@evil.example',
  'https://shop.example.com',
  'https://shop.example.com/account',
  'https://shop.example.com@evil.example/',
  'https://shop.example.com.evil.example/',
  '//shop.example.com@evil.example/account',
  '/@evil.example',
  '@evil.example',
  '/account:80',
  ':80',
  '%2f%2fevil.example',
  '%2F%2Fevil.example',
  '/%2fevil.example',
  '/%2f%2fevil.example',
  '/%252fevil.example',
  '%5c%5cevil.example',
  '/%5cevil.example',
  '/%5c%5cevil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%00',
  '/\t/evil.example',
  '\t//evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '/account\r\nSet-Cookie: a=b',
  '/account\n',
  '/\u0000/evil.example',
  '/account evil',
  '/／evil.example',
  '//evil。example',
  '/\u2028/evil.example',
  '/<script>alert(1)</script>',
  "/account?next='onmouseover=alert(1)",
  '/account?next=//evil.example',
  `/${'a'.repeat(10_000)}`,
];

describe('the redirect target after login', () => {
  test('AUTH-001 AUTH-002 is /checkout for the value checkout', () => {
    expect(redirectTarget('checkout')).toBe('/checkout');
  });

  test('is Home without a requested path', () => {
    expect(redirectTarget(null)).toBe('/');
  });

  test.each(OWN)('AUTH-003 accepts %j as a path on this site', (path) => {
    expect(redirectTarget(path)).toBe(path);
  });

  test.each(ELSEWHERE)('AUTH-003 rejects %j and redirects to Home', (value) => {
    expect(redirectTarget(value)).toBe('/');
  });

  test('AUTH-003 is on this site for every requested value', () => {
    const candidates = [...OWN, ...ELSEWHERE].flatMap((value) => [
      value,
      `/${value}`,
      `checkout${value}`,
      `/a${value}`,
    ]);

    for (const value of candidates) {
      const target = redirectTarget(value);
      const url = new URL(target, `${SITE}/login`);
      expect(url.origin, value).toBe(SITE);
      // The browser parses the target exactly as it is written.
      expect(url.href, value).toBe(SITE + target);
    }
  });
});

describe('the link between login and registration', () => {
  test.each([
    [null, '/register'],
    ['checkout', '/register?redirect=checkout'],
    ['/orders?page=2', '/register?redirect=%2Forders%3Fpage%3D2'],
    ['//evil.example', '/register'],
  ])('with the redirect %j is %s', (requested, link) => {
    expect(withRedirect('/register', requested)).toBe(link);
  });
});
