import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStock } from '../support/database.ts';
import { sandboxControl } from '../support/sandbox-control.ts';
import { run, type Shop, startShop } from '../support/shop.ts';
import { aCustomer, paymentWindow } from './persistent-customer.ts';

const WITHIN_MS = 120_000;
/** The networks /64 of the attacker's line, which has 256. */
const NETWORKS = 32;

let shop: Shop;
let sql: pg.Pool;
let worker: ReturnType<typeof run>;

beforeAll(async () => {
  // Without a web server; the limits are those of production, and clients are named by `X-Forwarded-For`.
  const env = { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1,::1', LOG_LEVEL: 'silent' };
  shop = await startShop({ webs: 0, payments: true, env });
  sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 });
  worker = run('worker', shop.env);
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  await sql?.end();
  await shop?.stop();
});

/** The first 56 bits of an IPv6 address: other tests count their clients in the same Redis. */
const aLine = () =>
  `3fff:${randomBytes(2).toString('hex').slice(1)}:${randomBytes(2).toString('hex')}:${randomBytes(1).toString('hex')}`;

/** Begins guest sessions from all networks of one IPv6 line, and switches the shipping method as fast as it can. */
async function doItsWorst(variantId: string, until: AbortSignal) {
  const counts = new Map<string, number>();
  const line = aLine();
  async function oneGuest(network: number) {
    const client = { 'x-forwarded-for': `${line}${network.toString(16).padStart(2, '0')}::1`, origin: shop.url };
    let cookie = '';
    const post = async (path: string, body: object) => {
      const headers = { ...client, cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      const response = await fetch(shop.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      cookie ||= response.headers.get('set-cookie')?.split(';')[0] ?? '';
      await response.arrayBuffer();
      const what = `${path} ${response.status}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
      return response.status;
    };
    if ((await post('/api/auth/guest', { email: `${randomUUID()}@example.com` })) !== 201) return pause(500);
    const address = { line1: `${randomUUID()} Street`, city: 'London', state: 'London', postalCode: 'W1J 7NT' };
    const named = { name: 'Home', recipient: 'Mallory', country: 'United Kingdom', ...address };
    if ((await post('/api/addresses', named)) >= 300) return pause(500);
    if ((await post('/api/cart/items', { variantId })) >= 300) return pause(500);
    for (let i = 0; i < 40 && !until.aborted; i++)
      await post('/api/payment/create-order', { shippingMethod: i % 2 ? 'standard' : 'express' });
  }
  const fromNetwork = async (network: number) => {
    while (!until.aborted) await oneGuest(network).catch(() => pause(500));
  };
  await Promise.all(Array.from({ length: NETWORKS }, (_, network) => fromNetwork(network)));
  return Object.fromEntries([...counts].toSorted());
}

test('A40 a paid order whose webhook was lost is placed within two minutes while one client does its worst', async () => {
  const control = sandboxControl(shop.payment.SANDBOX_CONTROL_PORT);
  await control.failWebhooks({ do: 'drop' });
  await control.fail({ on: 'GET /v1/orders/:id/payments', do: 'latency', ms: 250 });
  const variantId = await addStock(sql, 10_000);
  const ends = new AbortController();
  const attack = doItsWorst(variantId, ends.signal);
  await expect
    .poll(async () => (await sql.query("select from checkouts where status = 'cancelled'")).rowCount, {
      timeout: 60_000,
    })
    .toBeGreaterThan(15);
  const ada = await aCustomer(shop, { 'x-forwarded-for': `${aLine()}00::1` });
  await ada.sendOrFail('/api/cart/items', { variantId });
  const { body } = await ada.sendOrFail('/api/payment/create-order', { paymentMethod: 'card' });
  const { order, checkoutId } = paymentWindow(body);

  await control.pay(order.id);
  const paidAt = performance.now();
  const isPlaced = async () =>
    (await sql.query("select from checkouts where id = $1 and status = 'completed'", [checkoutId])).rowCount === 1;
  while (!(await isPlaced()) && performance.now() - paidAt < WITHIN_MS) await pause(250);
  const seconds = Math.round((performance.now() - paidAt) / 1_000);

  ends.abort();
  const responses = await attack;
  console.log(`placed after ${seconds} s; the attacker's responses:`, responses);
  expect(await isPlaced(), `not placed after ${seconds} s`).toBe(true);
  expect(Object.keys(responses).filter((response) => response.endsWith(' 500'))).toEqual([]);
});
