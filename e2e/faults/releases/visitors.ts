/** Visitors of a store while its processes are replaced: every request must succeed at the first attempt. */
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { CheckoutStarted } from '@shop/contracts/checkout/schema';
import { chromium as executablePath } from '../../support/chromium.ts';
import type { sandboxControl } from '../../support/sandbox-control.ts';
import { aCustomer } from '../persistent-customer.ts';

export type Visits = { requests: number; failures: string[]; orders: string[] };
type Options = {
  url: string;
  variantId: string;
  control: ReturnType<typeof sandboxControl>;
  /** Cash on delivery requires it. */
  confirmEmail: (email: string) => Promise<unknown>;
};

/** Buyers, readers and one browser, until stopped. */
export function startVisitors(options: Options) {
  const visits: Visits = { requests: 0, failures: [], orders: [] };
  let running = true;
  const repeat = async (visit: () => Promise<void>, paceMs: number) => {
    while (running) {
      await visit().catch((error) => visits.failures.push(String(error)));
      await pause(paceMs);
    }
  };
  const loops = [
    repeat(() => buy(options, visits, 'cod'), 100),
    repeat(() => buy(options, visits, 'card'), 100),
    repeat(() => readPage(options.url, '/', visits), 200),
    repeat(() => readPage(options.url, '/products', visits), 200),
    repeat(() => browse(options.url, visits), 500),
  ];
  return {
    visits,
    async stop() {
      running = false;
      await Promise.all(loops);
    },
  };
}

async function buy({ url, variantId, control, confirmEmail }: Options, visits: Visits, paymentMethod: 'card' | 'cod') {
  const customer = await aCustomer({ url });
  await confirmEmail(customer.email);
  await customer.sendOrFail('/api/cart/items', { variantId });
  const { body } = await customer.sendOrFail('/api/payment/create-order', { paymentMethod });
  const started = CheckoutStarted.parse(JSON.parse(body));
  if ('placed' in started) visits.orders.push(started.placed.number);
  else {
    const placed = await customer.sendOrFail('/api/payment/verify', await control.pay(started.order.id));
    visits.orders.push(JSON.parse(placed.body).number);
  }
  visits.requests += customer.statuses.length;
}

/** Loads a page and, some seconds later, its scripts and styles: a process of another release may have to serve them. */
async function readPage(url: string, path: string, visits: Visits) {
  const page = await request(url + path, visits);
  const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
  if (assets.length === 0) throw new Error(`${path} has no assets.`);
  await pause(2_000);
  for (const asset of new Set(assets)) await request(url + asset, visits);
}

/** A connection of its own for each. With `connection: close`, fetch throws outside of its promise under load. */
async function request(url: string, visits: Visits) {
  const { status, body } = await new Promise<{ status?: number; body: string }>((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      text(response).then((received) => resolve({ status: response.statusCode, body: received }), reject);
    }).on('error', reject);
  });
  visits.requests += 1;
  if (status !== 200) throw new Error(`${url} responded with ${status}`);
  return body;
}

/** Opens the store in Chromium and follows links without a reload, as a shopper does. */
async function browse(url: string, visits: Visits) {
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    page.on('response', (response) => {
      visits.requests += 1;
      const isAsset = new URL(response.url()).pathname.startsWith('/assets/');
      if (response.status() >= 500 || (isAsset && response.status() >= 400))
        visits.failures.push(`${response.url()} responded with ${response.status()}`);
    });
    page.on('pageerror', ({ name, message }) => {
      // A view transition that the next navigation replaces.
      if (name !== 'AbortError') visits.failures.push(`In the browser: ${name}: ${message}`);
    });
    await page.goto(`${url}/products`);
    for (let i = 0; i < 3; i += 1) {
      await page.locator('main a[href^="/product/"]').nth(i).click();
      await page.waitForURL(/\/product\/.+/);
      await page.goBack();
      await page.waitForURL(/\/products$/);
    }
  } finally {
    await browser.close();
  }
}
