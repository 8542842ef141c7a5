import { expect, test } from 'vitest';
import { routePatterns } from './route-patterns.ts';

const module = { default: () => null };
const route = (id: string, parentId?: string, path?: string, index?: true) => ({ id, parentId, path, index, module });

const patternOf = routePatterns({
  routes: {
    root: route('root'),
    home: route('home', 'root', undefined, true),
    layout: route('layout', 'root'),
    product: route('product', 'layout', 'product/:slug'),
    admin: route('admin', 'root', 'admin'),
    order: route('order', 'admin', 'orders/:orderId'),
  },
});

test.each([
  ['/', '/'],
  ['/_root.data', '/'],
  ['/product/silver-ring', '/product/:slug'],
  ['/product/silver-ring.data', '/product/:slug'],
  ['/admin/orders/42', '/admin/orders/:orderId'],
  ['/wp-login.php', 'unknown'],
])('the pattern of %s is %s', (path, pattern) => {
  expect(patternOf(path)).toBe(pattern);
});
