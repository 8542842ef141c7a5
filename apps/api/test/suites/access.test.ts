import { describe, expect, test } from 'vitest';
import { callsOf, isPermission } from '#test/requests/calls.ts';
import { createTestStore } from '#test/test-store.ts';

const { app, guest, aProduct } = await createTestStore();
const closed = callsOf(app).filter(({ access }) => access !== 'public');

describe('every API route', () => {
  test.each(app.routes.map(({ method, url, config }) => [String(method), url, config?.access] as const))(
    '%s %s declares its access: %s',
    (_method, _url, access) => {
      expect(isPermission(access) || ['public', 'customer', 'owner'].includes(access ?? '')).toBe(true);
    },
  );

  test('is covered, including pages, health checks and HEAD routes', () => {
    const table = app.routes.map(({ method, url }) => `${method} ${url}`);

    expect(table).toEqual(
      expect.arrayContaining([
        'HEAD /api/products',
        'GET /api/docs/',
        'GET /health/ready',
        'GET /metrics',
        'HEAD /api/user/me',
      ]),
    );
  });

  test.each(closed)('$method $url rejects guests', async ({ method, url }) => {
    expect((await app.inject({ method, url })).statusCode).toBe(401);
  });
});

test('ROLE-001 a guest can browse, search and view products', async () => {
  const { slug } = await aProduct({ name: 'Guestbook Stone' });

  const responses = await Promise.all(
    ['/api/products', '/api/products?q=guestbook', `/api/products/${slug}`].map((url) => guest.get(url)),
  );

  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(responses[1]?.json()).toMatchObject([{ slug }]);
});
