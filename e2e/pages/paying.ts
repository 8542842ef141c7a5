/** A page with only a pay button and a policy as strict as the store's, and a payment sandbox behind it. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { freePort, run } from '../support/shop.ts';

export const KEYS = { id: 'rzp_test_page', secret: 'the secret of the page that pays' };

const Order = z.object({ id: z.string(), amount: z.number() });
const Payments = z.object({
  items: z.array(z.looseObject({ id: z.string(), status: z.string(), method: z.string() })),
});

/** Lists all events, so that a test can read them. `?options=` is what the store would pass to the provider. */
const page = (provider: string, nonce: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title></head>
<body>
<main><h1>Checkout</h1><button type="button">Pay now</button><ol></ol></main>
<script nonce="${nonce}">
  const write = (what, details) => {
    const item = document.createElement('li');
    item.textContent = what + ' ' + JSON.stringify(details ?? null);
    document.querySelector('ol').append(item);
  };
  document.addEventListener('securitypolicyviolation', (event) => write('forbidden', event.violatedDirective));
  const options = JSON.parse(new URLSearchParams(location.search).get('options'));
  document.querySelector('button').addEventListener('click', () => {
    const script = document.createElement('script');
    script.src = '${provider}/v1/checkout.js';
    script.onload = () => {
      const razorpay = new Razorpay({
        ...options,
        handler: (response) => write('paid', response),
        modal: { ...options.modal, ondismiss: () => write('dismissed') },
      });
      razorpay.on('payment.failed', (failed) => write('failed', failed));
      razorpay.open();
    };
    document.head.append(script);
  });
</script>
</body>
</html>`;

async function startPayingPage() {
  const [port, controlPort, pagePort] = [await freePort(), await freePort(), await freePort()];
  const directory = mkdtempSync(join(tmpdir(), 'paying-page-'));
  const provider = `http://localhost:${port}`;
  // Another site than the provider's (localhost), so that the browser isolates the two as in production.
  const url = `http://127.0.0.1:${pagePort}`;

  const sandbox = run('apps/payment-sandbox/src/server.ts', {
    NODE_ENV: 'test',
    SANDBOX_PORT: `${port}`,
    SANDBOX_CONTROL_PORT: `${controlPort}`,
    SANDBOX_LEDGER: join(directory, 'ledger.jsonl'),
    SANDBOX_WEBHOOK_URL: `${url}/webhook`,
    RAZORPAY_KEY_ID: KEYS.id,
    RAZORPAY_KEY_SECRET: KEYS.secret,
  });
  while (!(await fetch(`${provider}/v1/checkout.js`).catch(() => undefined))?.ok)
    await new Promise((next) => setTimeout(next, 50));

  const server = createServer((_request, response) => {
    const nonce = crypto.randomUUID();
    const policy = [
      "default-src 'none'",
      `script-src 'nonce-${nonce}' ${provider}`,
      `frame-src ${provider}`,
      "base-uri 'none'",
      "form-action 'self'",
    ].join('; ');
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
    response.end(page(provider, nonce));
  }).listen(pagePort, '127.0.0.1');
  await once(server, 'listening');

  const authorization = `Basic ${Buffer.from(`${KEYS.id}:${KEYS.secret}`).toString('base64')}`;
  const call = async (path: string, body?: object) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const result: unknown = await (await fetch(`${provider}${path}`, request)).json();
    return result;
  };
  return {
    url,
    order: async (amount: number) => Order.parse(await call('/v1/orders', { amount, currency: 'INR' })),
    paymentsOf: async (orderId: string) => Payments.parse(await call(`/v1/orders/${orderId}/payments`)).items,
    async stop() {
      server.closeAllConnections();
      server.close();
      sandbox.kill('SIGTERM');
      if (sandbox.exitCode === null) await once(sandbox, 'exit');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type PayingPage = Awaited<ReturnType<typeof startPayingPage>>;

export const test = base.extend<object, { shop: PayingPage }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startPayingPage();
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker' },
  ],
});

export const PREFILL = { name: 'Ada Lovelace', email: 'ada@example.com', contact: '+919000090000' };

/** Opens the provider's window over the page, as the store's checkout does. */
export async function open(page: Page, shop: PayingPage, other: object = {}) {
  const order = await shop.order(129_900);
  const options = {
    key: KEYS.id,
    order_id: order.id,
    amount: order.amount,
    currency: 'INR',
    name: 'Crystalline',
    description: 'Order of 2 items',
    prefill: PREFILL,
    notes: { address_id: 'a1' },
    theme: { color: '#5B3A8C' },
    ...other,
  };
  await page.goto(`${shop.url}/?options=${encodeURIComponent(JSON.stringify(options))}`);
  await page.getByRole('button', { name: 'Pay now' }).click();
  const window = page.frameLocator('iframe');
  await expect(window.getByRole('heading', { name: 'Crystalline' })).toBeFocused();
  return { order, window, method: (name: string) => window.getByRole('radio', { name }) };
}

export const reportedEvents = (page: Page) => page.getByRole('listitem');
export const payNow = (page: Page) => page.getByRole('button', { name: 'Pay now' });

export { expect } from '@playwright/test';
