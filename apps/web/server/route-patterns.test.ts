import { expect, test } from 'vitest';
import { routePatterns } from './route-patterns.ts';

const PATHS = [
  undefined,
  'products',
  'product/:slug',
  'product/:slug/review',
  'admin/*',
  'admin/orders/:orderId',
  'robots.txt',
  '*',
];

function patterns() {
  const module = { default: () => null };
  const routes = Object.fromEntries(
    PATHS.map((path, index) => [`${index}`, { id: `${index}`, path, parentId: index ? '0' : undefined, module }]),
  );
  return routePatterns({ routes, routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' } });
}

test.each([
  ['/', '/'],
  ['/_root.data', '/'],
  ['/products', '/products'],
  ['/Products/', '/products'],
  ['/products.data', '/products'],
  ['/product/a-ring', '/product/:slug'],
  ['/product/a.ring.data', '/product/:slug'],
  ['/product/a-ring/review', '/product/:slug/review'],
  ['/product/a-ring/other', 'unknown'],
  ['/admin/orders/7', '/admin/orders/:orderId'],
  ['/admin/nowhere', '/admin/*'],
  ['/robots.txt', '/robots.txt'],
  ['/robotsXtxt', 'unknown'],
  ['/__manifest', '/__manifest'],
  ['/wp-login.php', 'unknown'],
])('the pattern of %s is %s', (path, pattern) => {
  expect(patterns()(path)).toBe(pattern);
});
