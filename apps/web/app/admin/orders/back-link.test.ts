import { expect, test } from 'vitest';
import { orderListUrl } from './back-link.ts';

test('a view of the order list is kept', () => {
  expect(orderListUrl('/admin/orders?fulfillment=unfulfilled&q=mia%40example.com')).toBe(
    '/admin/orders?fulfillment=unfulfilled&q=mia%40example.com',
  );
});

test.each([
  null,
  '',
  'https://evil.example/admin/orders',
  '//evil.example',
  '/admin/orders/../../logout',
  '/admin/orders?q=<script>',
  `/admin/orders?q=${'x'.repeat(500)}`,
])('%s leads to the whole list', (from) => {
  expect(orderListUrl(from)).toBe('/admin/orders');
});
