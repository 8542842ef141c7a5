import { describe, expect, test } from 'vitest';
import { isImageUrl } from '../common/media.ts';
import { slugOf } from './admin-schema.ts';

test.each([
  ['Aurora Solitaire Ring', 'aurora-solitaire-ring'],
  ['  Two   spaces\tand a tab ', '-two-spaces-and-a-tab-'],
  ['Café & Crème: 50% off!', 'caf--crme-50-off'],
  ['snake_case-stays', 'snake_case-stays'],
  ['水晶', ''],
])('VAL-042 the slug of "%s" is "%s"', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

describe('the image URL', () => {
  test.each([
    '/media/ring-1-0123456789/960.webp',
    'https://images.example.com/a/ring.jpg?w=800',
    'https://xn--bcher-kva.example/1.png',
  ])('%s is accepted', (url) => {
    expect(isImageUrl(url)).toBe(true);
  });

  test.each([
    'http://images.example.com/ring.jpg',
    'https://127.0.0.1/ring.jpg',
    'https://0x7f.1/ring.jpg',
    'https://2130706433/ring.jpg',
    'https://[::1]/ring.jpg',
    'https://[::ffff:169.254.169.254]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/ring.jpg',
    'https://redis.internal/ring.jpg',
    'https://images.example.com:6379/ring.jpg',
    'https://user:word@images.example.com/ring.jpg',
    'file:///etc/passwd',
    'gopher://images.example.com/1',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '/media/../../etc/passwd',
    '//images.example.com/ring.jpg',
    'ring.jpg',
  ])('%s is rejected', (url) => {
    expect(isImageUrl(url)).toBe(false);
  });
});
