import { expect, test } from 'vitest';
import { redactUrl } from './redact-url.ts';

test.each([
  ['/api/admin/customers?q=ada&role=staff', '/api/admin/customers?q=[Redacted]&role=staff'],
  ['/api/admin/audit-log?from=2026-01-01&who=ada%40example.com', '/api/admin/audit-log?from=2026-01-01&who=[Redacted]'],
  ['/reset-password?token=abc.def#top', '/reset-password?token=[Redacted]#top'],
  ['/track-order?number=1&email=', '/track-order?number=1&email=[Redacted]'],
  ['/api/anything?page=2&other=ada@example.com', '/api/anything?page=2&other=[Redacted]'],
  ['/mails/to/ada%40example.com?x=1', '/mails/to/[Redacted]?x=1'],
  ['/api/gifts/AAAA-bbbb_1/exchanges', '/api/gifts/[Redacted]/exchanges'],
  ['/gift/AAAA-bbbb_1?done=1', '/gift/[Redacted]?done=1'],
  ['https://shop.example/login?redirect=%2Fx&code=1', 'https://shop.example/login?redirect=%2Fx&code=[Redacted]'],
  ['/login?redirect=%2Fstaff-invitation%3Ftoken%3Dabc.def', '/login?redirect=[Redacted]'],
  ['/login?redirect=/admin/orders?after=x%26q=ada', '/login?redirect=[Redacted]'],
  ['/login?redirect=%2Fadmin%2Forders%3Fstatus%3Dpending', '/login?redirect=%2Fadmin%2Forders%3Fstatus%3Dpending'],
  ['/products?sortBy=newest&after=abc', '/products?sortBy=newest&after=abc'],
  [
    '/orders/01890000-0000-7000-8000-000000000000?key=abc',
    '/orders/01890000-0000-7000-8000-000000000000?key=[Redacted]',
  ],
])('%s is logged as %s', (url, redacted) => {
  expect(redactUrl(url)).toBe(redacted);
});
