import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { register } from '../account.ts';
import { TRIO } from '../cart-page.ts';
import { placeOrder } from '../checkout-page.ts';
import { chromium as executablePath } from '../playwright.config.ts';
import { type Shop, startShop } from '../shop.ts';
import { aRedis } from './engines.ts';

/** 200 for a figure worth quoting, on a quiet machine. */
const CHANGES = Number(process.env.CHANGES ?? 20);
const AWAY = 5;

let redis: Awaited<ReturnType<typeof aRedis>>;
let shop: Shop;
let sql: pg.Pool;
let browser: Browser;
let page: Page;
let office: BrowserContext;
let orderId: string;

beforeAll(async () => {
  redis = await aRedis();
  shop = await startShop({ apis: 2, mail: true, env: { REDIS_URL: redis.url, RATE_LIMIT_FACTOR: '100' } });
  sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 });
  browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  office = await browser.newContext();
  const admin = await register(office, shop);
  await sql.query("update users set role = 'admin' where id = $1", [admin.id]);

  const context = await browser.newContext();
  orderId = await placeOrder({ context, shop, sql }, await register(context, shop), TRIO);
  page = await context.newPage();
  await page.addInitScript(noteArrivals);
  await Promise.all([page.waitForResponse('**/api/notifications/stream*'), page.goto(`${shop.url}/notifications`)]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await sql?.end();
  await shop?.stop();
  await redis?.kill();
});

declare global {
  interface Window {
    /** When each notification was first seen on the page. */
    arrivals: Record<string, number>;
    /** Every notification the stream told, in order. */
    told: string[];
  }
}

/** In the page: what the stream tells, and when a shopper sees it. */
function noteArrivals() {
  window.arrivals = {};
  window.told = [];
  const Stream = window.EventSource;
  window.EventSource = class extends Stream {
    constructor(url: string | URL) {
      super(url);
      this.addEventListener('message', ({ data }) => {
        for (const { id } of JSON.parse(data).items) window.told.push(id);
      });
    }
  };
  new MutationObserver(() => {
    for (const { id } of document.querySelectorAll('main article h2')) window.arrivals[id] ??= Date.now();
  }).observe(document, { childList: true, subtree: true });
}

/** The admin changes the status, at each API process in turn: the notification it made, and when it was asked for. */
async function change(turn: number) {
  const status = turn % 2 ? 'shipped' : 'processing';
  const asked = Date.now();
  const api = `http://localhost:${shop.apiPorts[turn % 2]}`;
  const response = await office.request.put(`${api}/api/orders/${orderId}/status`, {
    headers: { origin: shop.url, 'idempotency-key': crypto.randomUUID() },
    data: { status },
  });
  expect(response.status()).toBe(200);
  const { rows } = await sql.query<{ id: string }>(
    `select n.id from notifications n join order_status_history h on h.id = n.history_id
      where h.order_id = $1 order by n.id desc limit 1`,
    [orderId],
  );
  return { id: rows[0]?.id ?? '', asked };
}

const arrival = async (id: string, within: number) => {
  const seen = await page.waitForFunction((name) => window.arrivals[name], `notification-${id}`, { timeout: within });
  return (await seen.jsonValue()) ?? 0;
};

const made: string[] = [];

test(`a status change appears in the open page within a second (p95 of ${CHANGES}), with two API processes`, async () => {
  const waits: number[] = [];
  for (let turn = 0; turn < CHANGES; turn += 1) {
    const { id, asked } = await change(turn);
    waits.push((await arrival(id, 30_000)) - asked);
    made.push(id);
  }

  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.ceil(share * waits.length) - 1] ?? Number.NaN;
  console.log(`Seen after ${at(0.5)} ms (p50), ${at(0.95)} ms (p95), ${at(1)} ms at most.`);
  expect(at(0.95)).toBeLessThan(1_000);
}, 300_000);

test('with Redis killed it comes within 30 seconds, nothing is lost and nothing is told twice', async () => {
  await redis.kill();
  const changes = [];
  for (let turn = CHANGES; turn < CHANGES + AWAY; turn += 1) changes.push(await change(turn));
  for (const { id, asked } of changes) {
    const seconds = ((await arrival(id, 30_000)) - asked) / 1_000;
    console.log(`Without Redis seen after ${seconds.toFixed(1)} s.`);
    expect(seconds).toBeLessThan(30);
    made.push(id);
  }

  await redis.start();
  const { id } = await change(CHANGES + AWAY);
  await arrival(id, 30_000);
  made.push(id);
  expect(await page.evaluate(() => window.told)).toEqual(made);
}, 120_000);
