import { startShop } from '@shop/e2e/shop';
import { z } from 'zod';
import { cpuByProcess } from './cost/usage.ts';

/** A page, or with `products` all product pages in turn. */
export type Page = { path: string; customer?: boolean; encoding?: string; uncached?: boolean };

const Products = z.array(z.object({ id: z.string(), slug: z.string(), inStock: z.boolean(), hasOptions: z.boolean() }));

/** A store of this or another checkout with its sample, and a customer of it who is logged in and has a cart. */
export async function openStorefront(onEnd: (stop: () => unknown) => void, root?: string) {
  const shop = await startShop({ root, env: { RATE_LIMIT_FACTOR: '1000000' } });
  onEnd(shop.stop);
  const products = Products.parse(await (await fetch(`${shop.url}/api/products?limit=100`)).json());
  const cookie = await logIn(shop.url);
  const simple = products.filter(({ inStock, hasOptions }) => inStock && !hasOptions);
  for (const { id } of simple.slice(0, 3)) await post(`${shop.url}/api/cart/items`, { productId: id }, { cookie });

  return {
    /** What to request for a page. */
    loadOf: ({ path, customer, encoding, uncached }: Page) => ({
      url: shop.url,
      paths: path === 'products' ? products.map(({ slug }) => `/product/${slug}`) : [path],
      headers: { ...(customer && { cookie }), ...(encoding && { 'accept-encoding': encoding }) },
      uncached,
      cpu: () => cpuByProcess([shop.pids.web, shop.pids.api], shop.databaseUrl),
    }),
  };
}

/** Returns the session cookie, which has another name in earlier releases. */
async function logIn(url: string) {
  const credentials = { email: 'ada@example.com', password: 'a violet lantern' };
  const response = await post(`${url}/api/auth/login`, credentials, {});
  const [cookie] = response.headers.getSetCookie().filter((text) => text.includes('session'));
  if (!cookie) throw new Error('The login returned no session.');
  return cookie.split(';')[0] ?? '';
}

async function post(url: string, body: object, headers: Record<string, string>) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin, ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} responded ${response.status}: ${await response.text()}`);
  return response;
}
