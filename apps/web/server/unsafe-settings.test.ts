import { expect, test } from 'vitest';
import { runServer } from '../test/production.ts';

test('the web server with a public URL does not start with development settings and names each of them', async () => {
  const { output, ended } = runServer({
    PUBLIC_URL: 'http://shop.example.com',
    WEB_PORT: '0',
    NODE_ENV: 'development',
    DEV_PAGES: 'show',
    RAZORPAY_CHECKOUT_URL: 'http://localhost:3004/v1/checkout.js',
  });

  expect(await ended).toEqual([1, null]);
  const lines = output.text.trim().split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    'PUBLIC_URL',
    'RAZORPAY_CHECKOUT_URL',
    'DEV_PAGES',
    'NODE_ENV',
  ]);
  for (const line of lines) expect(line).toMatch(/^[A-Z_]+ must .*\.$/);
});
