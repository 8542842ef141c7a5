import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';

describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const { app, aProduct, anAdmin, sql } = await createTestStore({ env: { REDIS_URL } });
  await aProduct();
  const grace = await anAdmin();

  let connections = 0;
  const trap = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(trap, 'listening');
  afterAll(() => trap.close());
  const { port } = trap.address() as AddressInfo;

  const post = (url: string) =>
    grace.post('/api/products', {
      name: 'Trap',
      description: 'An image from within.',
      price: 10,
      category: 'Curiosities',
      brand: 'House of Tests',
      images: [url],
    });

  test.each([
    `http://127.0.0.1:${port}/a.png`,
    `https://127.0.0.1:${port}/a.png`,
    `https://[::1]:${port}/a.png`,
    `https://[::ffff:127.0.0.1]:${port}/a.png`,
    `https://0x7f.1:${port}/a.png`,
    `https://2130706433:${port}/a.png`,
    `https://localhost:${port}/a.png`,
    `https://images.example.com:${port}/a.png`,
    `https://images.example.com@127.0.0.1:${port}/a.png`,
    'https://169.254.169.254/latest/meta-data/',
    'https://redis.internal:6379/',
    'file:///etc/passwd',
    `gopher://127.0.0.1:${port}/_a`,
    'javascript:alert(1)',
  ])('A18 rejects the product image URL %s', async (url) => {
    const response = await post(url);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([{ field: 'images.0', message: messages.imageNotAllowed }]);
  });

  test('A18 the server never requests a product image URL', async () => {
    // A public name may resolve to any IP address, and change later: this one names that of the trap.
    const response = await post('https://127.0.0.1.nip.example.com/a.png');

    expect(response.statusCode).toBe(201);
    expect((await grace.get(`/api/products/${response.json().slug}`)).statusCode).toBe(200);
    expect(connections).toBe(0);
    expect((await sql.query("select from products where name = 'Trap'")).rowCount).toBe(1);
  });

  test('A28 rejects uploads that are not images, whatever their declared type, and images too large', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const large = await sharp({ create: { width: 9_000, height: 6_000, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    for (const [bytes, type] of [
      [svg, 'image/png'],
      [svg, 'image/svg+xml'],
      ['<html><script>alert(1)</script></html>', 'image/jpeg'],
      ['GIF89a/*\x00*/=1;alert(1)', 'image/png'],
      ['PK\x03\x04\x14\x00', 'image/jpeg'],
      [large, 'image/png'],
    ] as const) {
      const { statusCode } = await grace.post('/api/admin/images', bytes, { 'content-type': type });
      expect([type, statusCode]).toEqual([type, expect.toSatisfy((status) => [415, 422].includes(status))]);
    }
  });

  test.each(['..%2f..%2fetc%2fpasswd', '%2e%2e%2f', '..%5c..%5cwindows', '%00', 'a%00.webp', '%2f', '%c0%ae%c0%ae'])(
    'A28 rejects %s as a path parameter of every route',
    async (odd) => {
      const reads = app.routes.filter(({ method, url }) => method === 'GET' && /:\w+/.test(url));
      expect(reads.length).toBeGreaterThan(10);

      for (const { url } of reads) {
        const { statusCode } = await grace.get(url.replaceAll(/:\w+/g, odd));
        expect([url, statusCode]).toEqual([url, expect.toSatisfy((status) => [400, 404, 422].includes(status))]);
      }
    },
  );
});
