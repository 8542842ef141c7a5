import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { anAccount, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { aGuest, aVariant, cartIn, contents } from '#test/builders/cart.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';

const lines: string[] = [];
const shop = await createStoreWithPayments({}, (line) => lines.push(line));
checkInvariantsAfterAll(shop);
const { app, guest, pools, sandbox } = shop;
const { variantId } = await aVariant(shop, { price: 100, quantities: [1_000] });

let borrowed: PoolClient[] = [];
const occupy = async (pool: Pool) => {
  borrowed = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
};
afterEach(() => {
  for (const client of borrowed.splice(0)) client.release();
});

const statusOf = async (response: Promise<LightMyRequestResponse>) => (await response).statusCode;
const keyed = () => ({ 'idempotency-key': randomUUID() });

describe('with every browse connection occupied', () => {
  test('a customer can fill the cart, add an address, pay, and view and cancel the order', async () => {
    const customer = await aCustomerWithCart(shop, [{ variantId }]);
    await occupy(pools.browse);
    const place = { city: 'Leeds', state: 'Yorkshire', postalCode: 'LS1 1AA', country: 'United Kingdom' };

    expect(await statusOf(customer.get('/api/products'))).toBe(503);
    expect(await statusOf(customer.post('/api/cart/items', { variantId }))).toBe(200);
    expect(contents(cartIn(await customer.get('/api/cart')))).toEqual([[variantId, 2]]);
    expect(await statusOf(customer.put('/api/cart/shipping', { method: 'express' }))).toBe(200);
    expect(await statusOf(customer.post('/api/addresses', { name: 'Work', line1: '1 Street', ...place }))).toBe(200);
    expect(await statusOf(customer.get('/api/user/me'))).toBe(200);

    const { checkoutId, order } = startedCheckout(await customer.start());
    const { verification } = await sandbox.pay(order.id);
    const verified = await customer.verify(verification);
    expect(verified.statusCode).toBe(200);
    const { orderId } = verified.json();

    expect(await statusOf(customer.get(`/api/checkouts/${checkoutId}`))).toBe(200);
    expect(await statusOf(customer.get('/api/orders'))).toBe(200);
    expect(await statusOf(customer.get(`/api/orders/${orderId}`))).toBe(200);
    expect(await statusOf(customer.post(`/api/orders/${orderId}/cancellation`, undefined, keyed()))).toBe(200);
    expect(await statusOf(customer.post(`/api/orders/${orderId}/reorder`))).toBe(200);
  });

  test('a guest can fill a cart, log in and find it in the account', async () => {
    const { email } = await anAccount(shop);
    await occupy(pools.browse);
    const visitor = aGuest(shop);
    await visitor.post('/api/cart/items', { variantId });

    const login = await guest.post('/api/auth/login', { email, password: PASSWORD }, { cookie: visitor.cookie() });

    expect(login.statusCode).toBe(200);
    const cart = await guest.get('/api/cart', { cookie: sessionCookie(login) });
    expect(contents(cartIn(cart))).toEqual([[variantId, 1]]);
  });
});

const REQUIRED_QUERIES: Record<string, string> = {
  '/api/admin/find': '?q=ada',
  '/api/admin/orders/packing': '?id=01939a10-7c00-7abc-8def-01237c41e2b9',
  '/api/admin/views': '?list=orders',
  '/api/admin/collections/preview': `?${new URLSearchParams({ match: 'all', rules: JSON.stringify([{ field: 'tag', operator: 'is', value: 'gift' }]) })}`,
};
/** Lists, reports and exports for staff: admin reads without an id in the path. */
const staffReads = app.routes
  .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/admin/') && !url.includes(':'))
  .map(({ url }) => url + (REQUIRED_QUERIES[url] ?? ''));

test.each([...staffReads, '/api/admin/orders?q=ada'])(
  '%s responds while every checkout connection is occupied',
  async (url) => {
    const admin = await shop.anAdmin();
    await occupy(pools.checkout);

    expect(await statusOf(admin.get(url))).toBe(200);
  },
);

describe('with every search connection occupied', () => {
  test('the catalog, the account and the cart respond, and searches get 503', async () => {
    const shopper = await shop.aShopper();
    await occupy(pools.search);

    for (const url of ['/api/products', '/api/products?category=Jewelry&sortBy=newest', '/api/products/featured'])
      expect(await statusOf(guest.get(url)), url).toBe(200);
    expect(await statusOf(shopper.get('/api/user/me'))).toBe(200);
    expect(await statusOf(shopper.get('/api/cart'))).toBe(200);
    expect(await statusOf(guest.get('/health/ready'))).toBe(200);
    const searches = [
      '/products?q=ring',
      '/products/facets',
      '/products/suggestions?q=rin',
      '/search/suggestions?q=rin',
    ];
    for (const url of searches.map((path) => `/api${path}`))
      expect((await guest.get(url)).json(), url).toMatchObject({ status: 503, code: 'search_busy' });
    // The runbook SearchOverloaded counts these lines.
    expect(lines.filter((line) => line.includes('"code":"search_busy"'))).toHaveLength(searches.length);
  });

  test.each([
    '/api/admin/find?q=ring',
    '/api/admin/products?q=ring',
    '/api/admin/orders?q=ada',
    '/api/admin/customers?q=ada',
  ])('%s uses the browse pool for staff', async (url) => {
    const admin = await shop.anAdmin();
    await occupy(pools.search);

    expect(await statusOf(admin.get(url))).toBe(200);
  });
});

test('staff can view an order and a bulk update from the browse pool while every checkout connection is occupied', async () => {
  const admin = await shop.anAdmin();
  const { rows } = await shop.sql.query<{ id: string }>('select id from orders limit 1');
  await occupy(pools.checkout);

  expect(await statusOf(admin.get(`/api/admin/orders/${rows[0]?.id}`))).toBe(200);
  expect(await statusOf(admin.get(`/api/admin/order-batches/${randomUUID()}`))).toBe(404);
});
