import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { adminProductMessages as messages } from '@shop/contracts/admin-products-texts';
import { afterAll, expect, test } from 'vitest';
import { ownShop } from './own-shop.ts';

const { app, aProduct, anAdmin, sql } = await ownShop();
await aProduct();
const grace = await anAdmin();

let knocks = 0;
const trap = createServer((socket) => {
  knocks += 1;
  socket.destroy();
}).listen(0, '127.0.0.1');
await once(trap, 'listening');
afterAll(() => trap.close());
const { port } = trap.address() as AddressInfo;

const post = (url: string) =>
  grace.post('/api/products', {
    name: 'Trap',
    description: 'A picture from within.',
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
])('A18 a product may not lead to %s', async (url) => {
  const response = await post(url);

  expect(response.statusCode).toBe(422);
  expect(response.json().errors).toEqual([{ field: 'images.0', message: messages.imageNotAllowed }]);
});

test('A18 no address of a picture is ever asked for by the shop itself', async () => {
  // A public name may lead anywhere, today or tomorrow: this one leads to the trap as far as the address can tell.
  const response = await post('https://127.0.0.1.nip.example.com/a.png');

  expect(response.statusCode).toBe(201);
  expect((await grace.get(`/api/products/${response.json().slug}`)).statusCode).toBe(200);
  expect(knocks).toBe(0);
  expect((await sql.query("select from products where name = 'Trap'")).rowCount).toBe(1);
});

test.each(['..%2f..%2fetc%2fpasswd', '%2e%2e%2f', '..%5c..%5cwindows', '%00', 'a%00.webp', '%2f', '%c0%ae%c0%ae'])(
  'A28 %s leads nowhere, whichever route it is put into',
  async (odd) => {
    const reads = app.routes.filter(({ method, url }) => method === 'GET' && /:\w+/.test(url));
    expect(reads.length).toBeGreaterThan(10);

    for (const { url } of reads) {
      const { statusCode } = await grace.get(url.replaceAll(/:\w+/g, odd));
      expect([url, statusCode]).toEqual([url, expect.toSatisfy((status) => [400, 404, 422].includes(status))]);
    }
  },
);
