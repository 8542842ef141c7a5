import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CheckoutStarted, PlacedOrder } from '@shop/contracts/checkout';
import type { MortalShop } from './mortal-shop.ts';

type Answer = { status: number; body: string };
let buyers = 0;

/** Of the answer to an online checkout's start. */
export function paymentWindow(body: string) {
  const started = CheckoutStarted.parse(JSON.parse(body));
  if (!('order' in started)) throw new Error('This was placed at once.');
  return started;
}

/** A new customer with an address that no other has. */
export async function aCustomer({ url }: Pick<MortalShop, 'url'>) {
  const number = ++buyers;
  const email = `buyer-${number}@example.com`;
  const statuses: number[] = [];
  let cookie = '';

  /** Nothing, when the shop died before it answered. */
  async function ask(path: string, body: object, key: string = randomUUID()): Promise<Answer | undefined> {
    const headers = { origin: url, cookie, 'content-type': 'application/json', 'idempotency-key': key };
    // Nobody keeps a connection to a process that may be gone.
    const init = { method: 'POST', headers: { ...headers, connection: 'close' }, body: JSON.stringify(body) };
    try {
      const response = await fetch(url + path, init);
      const answer = { status: response.status, body: await response.text() };
      cookie ||= response.headers.get('set-cookie')?.split(';')[0] ?? '';
      statuses.push(answer.status);
      return answer;
    } catch {
      return undefined;
    }
  }

  async function must(path: string, body: object) {
    const answer = await ask(path, body);
    if (!answer || answer.status >= 300) throw new Error(`${path} answered ${answer?.status}: ${answer?.body}`);
    return answer;
  }

  await must('/api/auth/register', { name: 'Buyer', email, password: 'a long enough password' });
  await must('/api/addresses', {
    name: 'Home',
    line1: `${number} Analytical Street`,
    city: 'London',
    state: 'London',
    postalCode: 'W1J 7NT',
    country: 'United Kingdom',
  });
  /** `statuses`: what this client was answered, in order. */
  return { email, statuses, ask, must };
}

/** A new customer with one piece in the cart, who asks as a browser does: again, with the same key. */
export async function aPersistentBuyer(shop: Pick<MortalShop, 'url'>, variantId: string) {
  const key = randomUUID();
  const { email, statuses, must, ...customer } = await aCustomer(shop);
  const ask = (path: string, body: object) => customer.ask(path, body, key);
  await must('/api/cart/items', { variantId });

  /** For as long as it is told to come back. */
  async function insist(path: string, body: object) {
    for (const giveUpAt = performance.now() + 20_000; performance.now() < giveUpAt; await pause(20)) {
      const answer = await ask(path, body);
      const later = !answer || answer.status === 503 || answer.body.includes('in_progress');
      if (!later) return answer;
    }
    throw new Error(`${path} never answered.`);
  }

  const start = '/api/payment/create-order';
  const wish = { paymentMethod: 'card' };
  return {
    email,
    statuses,
    tryToStart: () => ask(start, wish),
    async start() {
      const answer = await insist(start, wish);
      return { ...paymentWindow(answer.body), body: answer.body };
    },
    tryToVerify: (proof: object) => ask('/api/payment/verify', proof),
    async verify(proof: object) {
      const answer = await insist('/api/payment/verify', proof);
      if (answer.status !== 200) throw new Error(`The proof was answered ${answer.status}: ${answer.body}`);
      return PlacedOrder.parse(JSON.parse(answer.body));
    },
  };
}
