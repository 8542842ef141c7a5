import { expect, test } from 'vitest';
import { isLinkUrl } from './link-url.ts';

test.each([
  '/',
  '/products?category=Home%20Decor',
  '/product/aurora-solitaire-ring',
  '/faq#returns',
  'https://www.example.com/journal?issue=2',
])('a link may lead to %s', (url) => {
  expect(isLinkUrl(url)).toBe(true);
});

test.each([
  '',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,hello',
  'http://www.example.com',
  '//evil.example',
  '/\\evil.example',
  '/..//evil.example',
  'products',
  'https://user:secret@example.com',
  'https://localhost',
  'https://exa mple.com',
])('a link may not lead to "%s"', (url) => {
  expect(isLinkUrl(url)).toBe(false);
});
