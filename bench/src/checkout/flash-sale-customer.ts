import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CheckoutStarted } from '@shop/contracts/checkout/schema';
import type { sandboxControl } from '@shop/e2e/sandbox-control';
import type { Shop } from '@shop/e2e/shop';
import { bearerOf } from './customers.ts';
import { createPostClient } from './post-client.ts';

export const KINDS = ['bought', 'out of stock', 'abandoned', 'overloaded', 'unexpected'] as const;
export type PurchaseResult = {
  kind: (typeof KINDS)[number];
  /** Time until the response to the checkout request, including retries. */
  ms: number;
  wrong: string[];
};

const MAX_ATTEMPTS = 3;

/** Of twenty customers who get a unit, two abandon the payment and one needs a second card. */
export function aCustomer(shop: Shop, control: ReturnType<typeof sandboxControl>) {
  const post = createPostClient(shop.apiPorts);

  return async function buy(number: number, determined = false): Promise<PurchaseResult> {
    const headers = { authorization: bearerOf(number, shop.env.AUTH_SECRET), 'idempotency-key': randomUUID() };
    const startedAt = performance.now();
    const wrong: string[] = [];
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const response = await post('/api/payment/create-order', { paymentMethod: 'card' }, headers);
      const ms = performance.now() - startedAt;
      if (response.status === 503 && response.retryAfter > 0) {
        await pause(response.retryAfter * 1_000);
        continue;
      }
      if (response.status === 409 && response.body.includes('out_of_stock')) return { kind: 'out of stock', ms, wrong };
      if (response.status !== 200)
        return { kind: 'unexpected', ms, wrong: [`${response.status} ${response.body.slice(0, 200)}`] };

      const started = CheckoutStarted.parse(JSON.parse(response.body));
      if (!('order' in started)) return { kind: 'unexpected', ms, wrong: ['placed at once'] };
      const luck = determined ? 19 : number % 20;
      if (luck < 2) return { kind: 'abandoned', ms, wrong };
      if (luck === 2) await control.failToPay(started.order.id);
      const verification = await control.pay(started.order.id);
      const verified = await post('/api/payment/verify', verification, headers);
      // 503 with Retry-After: the order is confirmed later by the webhook.
      if (verified.status !== 200 && !(verified.status === 503 && verified.retryAfter > 0))
        wrong.push(`${verified.status} ${verified.body.slice(0, 200)}`);
      return { kind: 'bought', ms, wrong };
    }
    return { kind: 'overloaded', ms: performance.now() - startedAt, wrong };
  };
}
