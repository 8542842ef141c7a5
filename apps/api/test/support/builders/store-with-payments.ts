/** A store with the payment sandbox, which runs as a separate process. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CheckoutStarted } from '@shop/contracts/checkout/schema';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, vi } from 'vitest';
import { z } from 'zod';
import { OWN_SETTINGS, type TestStore } from '#test/harness.ts';
import { freePort } from '#test/network.ts';
import { createTestStore } from '#test/test-store.ts';

const SANDBOX = fileURLToPath(new URL('../../../../payment-sandbox/src/server.ts', import.meta.url));

export type StoreWithPayments = Awaited<ReturnType<typeof createStoreWithPayments>>;

/** The app listens on a port to receive the sandbox's webhooks; they are processed when the test calls `work()`. */
export async function createStoreWithPayments(env: NodeJS.ProcessEnv = {}, log?: (line: string) => void) {
  const port = await freePort();
  const sandbox = await startSandbox({
    ...(env.PUBLIC_URL && OWN_SETTINGS),
    SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${port}/api/payment/webhook`,
  });
  const shop = await createTestStore({ env: { RAZORPAY_API_URL: sandbox.url, ...env }, log });
  await shop.app.listen({ host: '127.0.0.1', port });
  return { ...shop, sandbox };
}

async function startSandbox(env: NodeJS.ProcessEnv) {
  const directory = await mkdtemp(join(tmpdir(), 'payment-sandbox-'));
  const child = spawn(process.execPath, [SANDBOX], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SANDBOX_PORT: '0',
      SANDBOX_CONTROL_PORT: '0',
      SANDBOX_LEDGER: join(directory, 'ledger.jsonl'),
      SANDBOX_WEBHOOK_GAPS_MS: '50,100,200,400,800,1600',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // For a suite that fails before its tests, which has no `afterAll`: the run would wait for the sandbox.
  process.once('exit', () => child.kill('SIGKILL'));
  afterAll(async () => {
    child.kill('SIGKILL');
    await rm(directory, { recursive: true });
  });
  for await (const line of createInterface(child.stdout)) {
    const [url = '', controlUrl = ''] = line.match(/http:\/\/127\.0\.0\.1:\d+(?=,)/g) ?? [];
    return { url, ...createControl(controlUrl) };
  }
  throw new Error('The payment sandbox did not start.');
}

const Payment = z.object({ id: z.string(), status: z.string(), amount: z.number(), order_id: z.string() });
const Refund = z.object({ id: z.string(), payment_id: z.string(), amount: z.number(), status: z.string() });
const Dispute = z.object({ id: z.string(), status: z.string() });
const Entry = z.object({
  what: z.string(),
  order: z.object({ id: z.string(), receipt: z.string().nullable(), amount: z.number() }).optional(),
  payment: Payment.optional(),
  refund: Refund.optional(),
  event: z.object({ id: z.string(), name: z.string(), body: z.string(), signature: z.string() }).optional(),
  delivery: z.object({ event_id: z.string(), answer: z.string() }).optional(),
});
/** A failed payment has no verification fields. */
const Paid = z.object({
  payment: Payment,
  razorpay_payment_id: z.string().default(''),
  razorpay_order_id: z.string().default(''),
  razorpay_signature: z.string().default(''),
});
const Faults = z.object({ requests: z.array(z.object({ matched: z.number() })) });
type RefundStatus = 'processed' | 'pending' | 'failed';
type DisputeChange = 'under_review' | 'action_required' | 'won' | 'lost' | 'closed';
type PaymentOptions = {
  method?: string;
  outcome?: 'success' | 'failure' | 'authorized' | 'created';
  surplus?: boolean;
};

/** Client of the sandbox's control API. */
function createControl(url: string) {
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method, ...(body && { headers, body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(await response.text());
    return response.status === 204 ? null : response.json();
  }
  return {
    /** Pays like a shopper at the provider: returns the payment, and what the page receives on success. */
    async pay(orderId: string, how: PaymentOptions = {}) {
      const response = await call('POST', '/payments', { order_id: orderId, ...how });
      const { payment, ...verification } = Paid.parse(response);
      return { payment, verification };
    },
    /** Sets how refunds end, the balance they are paid from, and the secret that signs new events. */
    setAccount: (settings: { refund_outcome?: RefundStatus; balance?: number | null; webhook_secret?: string }) =>
      call('PATCH', '/account', settings),
    /** Late authorization of a failed payment by the bank. */
    async authorizeLate(paymentId: string, how: { capture?: boolean; surplus?: boolean } = {}) {
      const { payment, ...verification } = Paid.parse(
        await call('POST', `/payments/${paymentId}/late-authorization`, how),
      );
      return { payment, verification };
    },
    /** Automatic refund of an authorized payment that was not captured for days. */
    refundUncaptured: async (paymentId: string) =>
      Payment.parse(await call('POST', `/payments/${paymentId}/auto-refund`)),
    /** Full or partial refund on the provider's dashboard, without an API call of the store. */
    refundOnDashboard: async (paymentId: string, amount?: number) =>
      Refund.parse(await call('POST', `/payments/${paymentId}/refunds`, { amount })),
    /** A pending refund is processed or fails; a processed one fails when the bank returns it. */
    finishRefund: async (refundId: string, status: 'processed' | 'failed') =>
      Refund.parse(await call('POST', `/refunds/${refundId}/finish`, { status })),
    openDispute: async (paymentId: string, about: { amount?: number; respond_by?: number } = {}) =>
      Dispute.parse(await call('POST', '/disputes', { payment_id: paymentId, ...about })),
    changeDispute: async (disputeId: string, status: DisputeChange) =>
      Dispute.parse(await call('POST', `/disputes/${disputeId}/status`, { status })),
    fail: (fault: object) => call('POST', '/faults/requests', fault),
    failWebhooks: (fault: object) => call('POST', '/faults/webhooks', fault),
    recover: () => call('DELETE', '/faults'),
    /** How many requests have matched the set faults. */
    async met() {
      const { requests } = Faults.parse(await call('GET', '/faults'));
      return requests.reduce((sum, fault) => sum + fault.matched, 0);
    },
    redeliver: (which: object) => call('POST', '/webhooks/redeliver', which),
    ledgerEntries: async (what: string) =>
      z
        .array(Entry)
        .parse(await call('GET', '/ledger'))
        .filter((entry) => entry.what === what),
  };
}

export type CustomerWithCart = Awaited<ReturnType<typeof aCustomerWithCart>>;
type CartItems = { variantId: string; quantity?: number }[];

/** A customer with a unique address and these items in the cart. */
export async function aCustomerWithCart(
  shop: Pick<TestStore, 'aShopper' | 'sql'>,
  items: CartItems,
  discountCode: string | null = null,
) {
  const shopper = await shop.aShopper();
  await shop.sql.query(
    `insert into addresses (user_id, name, line1, line2, city, state, postal_code, country, is_default)
     values ($1, 'Home', '12 Analytical Street', $2, 'London', 'Greater London', 'W1J 7NT', 'United Kingdom', true)`,
    [shopper.id, `Flat ${randomUUID()}`],
  );
  await shop.sql.query(
    `insert into carts (user_id, discount_code_id) select $1, (select id from discount_codes where code = $2)`,
    [shopper.id, discountCode],
  );
  const start = (body: object = {}, key: string = randomUUID()) =>
    shopper.post('/api/payment/create-order', body, { 'idempotency-key': key });
  const customer = {
    ...shopper,
    start,
    verify: (verification: object) => shopper.post('/api/payment/verify', verification),
    fill: (more: CartItems) => fillCart(shop, shopper.id, more),
  };
  await customer.fill(items);
  return customer;
}

/** Increments the cart version once per item, like adding it by the API. */
export async function fillCart({ sql }: Pick<TestStore, 'sql'>, userId: string, items: CartItems) {
  for (const { variantId, quantity = 1 } of items)
    await sql.query(
      `with cart as (update carts set version = version + 1 where user_id = $1 returning id)
       insert into cart_lines (cart_id, variant_id, quantity, last_shown_price_cents) select id, $2, $3, 1 from cart
       on conflict (cart_id, variant_id) do update set quantity = cart_lines.quantity + $3`,
      [userId, variantId, quantity],
    );
}

/** The provider order and checkout of a response that started an online payment. */
export function startedCheckout(response: LightMyRequestResponse) {
  if (response.statusCode !== 200) throw new Error(response.body);
  const started = CheckoutStarted.parse(response.json());
  if (!('order' in started)) throw new Error('The order was placed without online payment.');
  return started;
}

/** The response body without the remaining reservation time. */
export function withoutSecondsRemaining(response: LightMyRequestResponse) {
  const { secondsRemaining: _, ...body } = response.json();
  return body;
}

/** Waits until `count` webhooks about a provider order are received. */
export const waitForWebhooks = ({ sql }: Pick<TestStore, 'sql'>, orderId: string, count: number) =>
  vi.waitUntil(
    async () => {
      const { rows } = await sql.query(
        `select from webhook_inbox where payload #>> '{payload,payment,entity,order_id}' = $1`,
        [orderId],
      );
      return rows.length >= count;
    },
    { timeout: 30_000, interval: 20 },
  );
