import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CheckoutStarted, PlacedOrder } from '@shop/contracts/checkout/schema';
import { PASSWORD } from '../support/shop.ts';
import type { KillableStore } from './killable-store.ts';

type ApiResponse = { status: number; body: string };
let customerCount = 0;

/** Parses the response to the start of an online checkout. */
export function paymentWindow(body: string) {
  const started = CheckoutStarted.parse(JSON.parse(body));
  if (!('order' in started)) throw new Error('The order was placed without an online payment.');
  return started;
}

/** Registers a customer with a delivery address of their own. `more`: headers of every request. */
export async function aCustomer({ url }: Pick<KillableStore, 'url'>, more: Record<string, string> = {}) {
  const number = ++customerCount;
  const email = `customer-${number}@example.com`;
  const statuses: number[] = [];
  let cookie = '';

  /** Returns undefined when the API crashed before its response. */
  async function send(path: string, body: object, key: string = randomUUID()): Promise<ApiResponse | undefined> {
    const headers = { origin: url, cookie, 'content-type': 'application/json', 'idempotency-key': key, ...more };
    // No keep-alive to a process that may crash.
    const init = { method: 'POST', headers: { ...headers, connection: 'close' }, body: JSON.stringify(body) };
    try {
      const response = await fetch(url + path, init);
      const result = { status: response.status, body: await response.text() };
      cookie ||= response.headers.get('set-cookie')?.split(';')[0] ?? '';
      statuses.push(result.status);
      return result;
    } catch {
      return undefined;
    }
  }

  async function sendOrFail(path: string, body: object) {
    const result = await send(path, body);
    if (!result || result.status >= 300) throw new Error(`${path} responded with ${result?.status}: ${result?.body}`);
    return result;
  }

  await sendOrFail('/api/auth/register', { name: 'Customer', email, password: PASSWORD });
  await sendOrFail('/api/addresses', {
    name: 'Home',
    line1: `${number} Analytical Street`,
    city: 'London',
    state: 'London',
    postalCode: 'W1J 7NT',
    country: 'United Kingdom',
  });
  /** `statuses` are those of the responses, in order. */
  return { email, statuses, send, sendOrFail, cookie: () => cookie };
}

/** A customer with one item in the cart, who retries like a browser, with the same idempotency key. */
export async function aPersistentCustomer(shop: Pick<KillableStore, 'url'>, variantId: string) {
  const key = randomUUID();
  const { email, statuses, sendOrFail, ...customer } = await aCustomer(shop);
  const send = (path: string, body: object) => customer.send(path, body, key);
  await sendOrFail('/api/cart/items', { variantId });

  /** Retries for 20 s while there is no response, a 503, or the request is still in progress. */
  async function sendWithRetry(path: string, body: object) {
    for (const deadline = performance.now() + 20_000; performance.now() < deadline; await pause(20)) {
      const result = await send(path, body);
      const shouldRetry = !result || result.status === 503 || result.body.includes('in_progress');
      if (!shouldRetry) return result;
    }
    throw new Error(`${path} did not respond in time.`);
  }

  const start = '/api/payment/create-order';
  const checkoutRequest = { paymentMethod: 'card' };
  return {
    email,
    statuses,
    cookie: customer.cookie,
    tryToStart: () => send(start, checkoutRequest),
    async start() {
      const result = await sendWithRetry(start, checkoutRequest);
      return { ...paymentWindow(result.body), body: result.body };
    },
    tryToVerify: (verification: object) => send('/api/payment/verify', verification),
    async verify(verification: object) {
      const result = await sendWithRetry('/api/payment/verify', verification);
      if (result.status !== 200)
        throw new Error(`Payment verification responded with ${result.status}: ${result.body}`);
      return PlacedOrder.parse(JSON.parse(result.body));
    },
  };
}
