import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TRIO } from '../pages/cart.ts';
import { placeOrder } from '../pages/checkout.ts';
import { register } from '../support/account.ts';
import { chromium as executablePath } from '../support/chromium.ts';
import { median, percentile } from '../support/percentile.ts';
import { type Shop, startShop } from '../support/shop.ts';
import { aRedis } from './engines.ts';

/** Use 200 on an idle machine for a representative measurement. */
const CHANGES = Number(process.env.CHANGES ?? 20);
const CHANGES_WITHOUT_REDIS = 5;

let redis: Awaited<ReturnType<typeof aRedis>>;
let shop: Shop;
let sql: pg.Pool;
let browser: Browser;
let page: Page;
let adminSession: BrowserContext;
let orderId: string;

beforeAll(async () => {
  redis = await aRedis();
  shop = await startShop({ apis: 2, email: true, env: { REDIS_URL: redis.url, RATE_LIMIT_FACTOR: '100' } });
  sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 });
  browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  adminSession = await browser.newContext();
  const admin = await register(adminSession, shop);
  await sql.query("update users set role = 'admin' where id = $1", [admin.id]);

  const context = await browser.newContext();
  orderId = await placeOrder({ context, shop, sql }, await register(context, shop), TRIO);
  page = await context.newPage();
  await page.addInitScript(recordArrivals);
  await Promise.all([page.waitForResponse('**/api/notifications/stream*'), page.goto(`${shop.url}/notifications`)]);
});

afterAll(async () => {
  await browser?.close();
  await sql?.end();
  await shop?.stop();
  await redis?.kill();
});

declare global {
  interface Window {
    /** When each notification first appeared on the page, by element id. */
    arrivals: Record<string, number>;
    /** Ids of all notifications of the stream, in order. */
    received: string[];
  }
}

/** Runs in the page: records the events of the stream and when each notification is shown. */
function recordArrivals() {
  window.arrivals = {};
  window.received = [];
  const Stream = window.EventSource;
  window.EventSource = class extends Stream {
    constructor(url: string | URL) {
      super(url);
      this.addEventListener('message', ({ data }) => {
        for (const { id } of JSON.parse(data).items) window.received.push(id);
      });
    }
  };
  new MutationObserver(() => {
    for (const { id } of document.querySelectorAll('main article h2')) window.arrivals[id] ??= Date.now();
  }).observe(document, { childList: true, subtree: true });
}

/** Changes the status at the API processes in turn. Returns the notification and when the change was requested. */
async function change(turn: number) {
  const status = turn % 2 ? 'shipped' : 'processing';
  const requestedAt = Date.now();
  const api = `http://localhost:${shop.apiPorts[turn % 2]}`;
  const response = await adminSession.request.put(`${api}/api/orders/${orderId}/status`, {
    headers: { origin: shop.url, 'idempotency-key': crypto.randomUUID() },
    data: { status },
  });
  expect(response.status()).toBe(200);
  const { rows } = await sql.query<{ id: string }>(
    `select n.id from notifications n join order_status_history h on h.id = n.history_id
      where h.order_id = $1 order by n.id desc limit 1`,
    [orderId],
  );
  return { id: rows[0]?.id ?? '', requestedAt };
}

const arrival = async (id: string, within: number) => {
  const shownAt = await page.waitForFunction((name) => window.arrivals[name], `notification-${id}`, {
    timeout: within,
  });
  return (await shownAt.jsonValue()) ?? 0;
};

const createdIds: string[] = [];

test(`a status change appears in the open page within a second (p95 of ${CHANGES}), with two API processes`, async () => {
  const waits: number[] = [];
  for (let turn = 0; turn < CHANGES; turn += 1) {
    const { id, requestedAt } = await change(turn);
    waits.push((await arrival(id, 30_000)) - requestedAt);
    createdIds.push(id);
  }

  const p95 = percentile(waits, 0.95);
  console.log(`Shown after ${median(waits)} ms (p50), ${p95} ms (p95), ${Math.max(...waits)} ms at most.`);
  expect(p95).toBeLessThan(1_000);
}, 300_000);

test('without Redis a notification arrives within 30 seconds, and none is lost or repeated', async () => {
  await redis.kill();
  const changes = [];
  for (let turn = CHANGES; turn < CHANGES + CHANGES_WITHOUT_REDIS; turn += 1) changes.push(await change(turn));
  for (const { id, requestedAt } of changes) {
    const seconds = ((await arrival(id, 30_000)) - requestedAt) / 1_000;
    console.log(`Without Redis shown after ${seconds.toFixed(1)} s.`);
    expect(seconds).toBeLessThan(30);
    createdIds.push(id);
  }

  await redis.start();
  const { id } = await change(CHANGES + CHANGES_WITHOUT_REDIS);
  await arrival(id, 30_000);
  createdIds.push(id);
  expect(await page.evaluate(() => window.received)).toEqual(createdIds);
}, 120_000);
