import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_RATE_LIMIT, PASSWORD, type Shop, startShop } from '../support/shop.ts';

const REQUEST_ID = 'order-of-this-test';

const directory = mkdtempSync(join(tmpdir(), 'shop-logs-'));
const logFile = join(directory, 'log.jsonl');
let logs: number;
let shop: Shop;
let sql: pg.Pool;

beforeAll(async () => {
  logs = openSync(logFile, 'a');
  shop = await startShop({ email: true, logs, env: { LOG_LEVEL: 'info', ...NO_RATE_LIMIT } });
  sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 });
});
afterAll(async () => {
  await sql?.end();
  await shop?.stop();
  closeSync(logs);
  rmSync(directory, { recursive: true });
});

const readLogs = (): Record<string, unknown>[] =>
  readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

/** Sends requests of one customer through the web server. */
function aBrowser() {
  let cookie = '';
  return async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(shop.url + path, {
      method: 'POST',
      headers: { origin: shop.url, cookie, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
    cookie ||= response.headers.get('set-cookie')?.split(';')[0] ?? '';
  };
}

async function placeOrder() {
  const send = aBrowser();
  await send('/api/auth/register', { name: 'Ada Lovelace', email: 'one-order@example.com', password: PASSWORD });
  await sql.query('update users set email_verified = true');
  await send('/api/addresses', {
    name: 'Home',
    line1: '12 Analytical Street',
    city: 'London',
    state: 'London',
    postalCode: 'W1J 7NT',
    country: 'United Kingdom',
  });
  const { rows } = await sql.query<{ id: string }>(
    `select variant_id as id from stock s join products p on p.id = s.product_id
      where p.sellable and p.status = 'published' and available > 0 limit 1`,
  );
  await send('/api/cart/items', { variantId: rows[0]?.id });
  const headers = { 'idempotency-key': 'one-order', 'x-request-id': REQUEST_ID };
  await send('/api/payment/create-order', { paymentMethod: 'cod' }, headers);
}

test('one order has one request id in the logs of web server, API and worker', async () => {
  await placeOrder();

  const linesOf = (service: string) =>
    readLogs().filter((line) => line.service === service && line.requestId === REQUEST_ID);
  await expect.poll(() => linesOf('worker').map(({ task }) => task), { timeout: 30_000 }).toContain('send_email');
  expect(linesOf('web')).toMatchObject([{ method: 'POST', url: '/api/payment/create-order', status: 200 }]);
  expect(linesOf('api')).toMatchObject([{ method: 'POST', route: '/api/payment/create-order', status: 200 }]);
  for (const line of linesOf('worker'))
    expect(line).toMatchObject({ jobId: expect.any(String), msg: 'A job succeeded.' });
});

test('every line of web server, API and worker names its service', () => {
  const services = readLogs().map(({ service }) => service);

  expect(new Set(services)).toEqual(new Set(['web', 'api', 'worker']));
});

test('the log of the bundled API has the stack of an unexpected error with the positions in its sources, and the statement', async () => {
  await sql.query('alter table brands rename to renamed');
  const response = await fetch(`${shop.url}/api/products/brands`);
  await sql.query('alter table renamed rename to brands');

  expect(response.status).toBe(500);
  const id = response.headers.get('x-request-id');
  const logged = () => Object(readLogs().find(({ requestId, err }) => requestId === id && err)?.err);
  await expect.poll(() => String(logged().stack)).toMatch(/apps\/api\/src\/platform\/database\/connection\.ts:\d+:\d+/);
  expect(logged().stack).not.toContain('apps/api/build/');
  expect(logged().statement).toBe('storefront.listBrands');
});
