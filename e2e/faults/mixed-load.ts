import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Cart } from '@shop/contracts/cart/schema';
import type { KillableStore } from './killable-store.ts';

/** Pause of each client after a response: few concurrent requests, and no saturated processor. */
const PACE_MS = 100;
const CLIENTS = 3;
const READS = ['/api/products', '/api/products?q=crystal', '/api/products/facets', '/api/products/categories'];

export type Visitor = ReturnType<typeof aVisitor>;
type Kind = 'reads' | 'cart writes' | 'signups' | 'webhooks';
export type MixedLoad = ReturnType<typeof startMixedLoad>;

/** Of every guest: without a cookie, responses come from the cache of the last second. */
const COUNTRY = 'country=DE';

/** A guest of the API that keeps its cart cookie. */
export function aVisitor({ url, webhookSecret }: Pick<KillableStore, 'url' | 'webhookSecret'>) {
  let cookie = '';
  async function send(path: string, body?: string, headers: Record<string, string> = {}) {
    const response = await fetch(url + path, {
      headers: {
        ...{ origin: url, cookie: [COUNTRY, cookie].filter(Boolean).join('; ') },
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { method: 'POST', body }),
    });
    cookie ||= response.headers.get('set-cookie')?.split(';')[0] ?? '';
    return { status: response.status, body: await response.text() };
  }
  return {
    send,
    subscribe: (email: string) => send('/api/newsletter', JSON.stringify({ email })),
    addToCart: (variantId: string) => send('/api/cart/items', JSON.stringify({ variantId })),
    cartUnits: async () => Cart.parse(JSON.parse((await send('/api/cart')).body)).itemCount,
    /** A webhook for an existing payment, signed like the provider's. */
    sendWebhook(eventId: string, payment: { id: string; order_id: string; amount: number }) {
      const entity = { ...payment, currency: 'INR', status: 'captured' };
      const body = JSON.stringify({ event: 'payment.captured', created_at: 1, payload: { payment: { entity } } });
      const signature = createHmac('sha256', webhookSecret).update(body).digest('hex');
      return send('/api/payment/webhook', body, { 'x-razorpay-event-id': eventId, 'x-razorpay-signature': signature });
    },
  };
}

type Subject = { variantId: string; payment: { id: string; order_id: string; amount: number } };

/** Reads, guests who fill carts, newsletter signups and webhooks at the same time, until it is stopped. */
export function startMixedLoad(shop: KillableStore, { variantId, payment }: Subject) {
  const statuses: Record<Kind, number[]> = { reads: [], 'cart writes': [], signups: [], webhooks: [] };
  const carts: { visitor: Visitor; added: number }[] = [];
  const signups: string[] = [];
  const webhooks: string[] = [];
  let running = true;

  async function repeat(kind: Kind, request: () => Promise<{ status: number }>, acknowledge: () => void = () => {}) {
    while (running) {
      const { status } = await request();
      statuses[kind].push(status);
      if (status < 300) acknowledge();
      await pause(PACE_MS);
    }
  }

  const clients = Array.from({ length: CLIENTS }, () => {
    const visitor = aVisitor(shop);
    const cart = { visitor, added: 0 };
    carts.push(cart);
    let [turn, email, eventId] = [0, '', ''];
    return [
      repeat('reads', () => visitor.send(READS[turn++ % READS.length] ?? '')),
      repeat(
        'cart writes',
        () => visitor.addToCart(variantId),
        () => {
          cart.added += 1;
        },
      ),
      repeat(
        'signups',
        () => {
          email = `${randomUUID()}@example.com`;
          return visitor.subscribe(email);
        },
        () => signups.push(email),
      ),
      repeat(
        'webhooks',
        () => {
          eventId = randomUUID();
          return visitor.sendWebhook(eventId, payment);
        },
        () => webhooks.push(eventId),
      ),
    ];
  }).flat();

  return {
    /** Response statuses of each kind of request, in order. */
    statuses,
    /** What got a success response and therefore must exist. */
    acknowledged: { carts, signups, webhooks },
    /** Resolves when the requests in flight have been answered. */
    async stop() {
      running = false;
      await Promise.all(clients);
    },
  };
}
