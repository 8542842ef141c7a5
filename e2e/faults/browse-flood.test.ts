import { PlacedOrder } from '@shop/contracts/checkout/schema';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { median, percentile } from '../support/percentile.ts';
import { eventually, type KillableStore, startKillableStore } from './killable-store.ts';
import { aVisitor } from './mixed-load.ts';
import { aCustomer, paymentWindow } from './persistent-customer.ts';

/** Concurrent visitors: three times the browse connections, so that 20 wait for one. */
const VISITORS = 30;
const BROWSE_POOL = 10;
const LISTS = [
  '/api/products',
  '/api/products?category=Jewelry',
  '/api/products?sortBy=newest',
  '/api/products?rating=4&limit=100',
];
const CUSTOMERS = 2;
const ROUNDS = 5;
const PURCHASES = 10;

type Customer = Awaited<ReturnType<typeof aCustomer>>;
type Step = 'add to cart' | 'create order' | 'verify' | 'cancel';
type Purchase = { steps: { step: Step; ms: number; ok: boolean }[] };

let shop: KillableStore;
let variantId: string;
let customers: Customer[];

beforeAll(async () => {
  shop = await startKillableStore();
  await Promise.all([shop.api.start(), shop.worker.start()]);
  variantId = await shop.addStock();
  customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => aCustomer(shop)));
  // Warm-up: code and query plans are loaded at their first use.
  await buyInTurns();
});

afterAll(() => shop?.stop());

test('buying succeeds and takes at most twice as long (p95) while lists occupy every browse connection', async () => {
  const [idle, flooded]: [Purchase[][], Purchase[][]] = [[], []];
  // Alternating, so that other load of the machine slows down both.
  for (let round = 0; round < ROUNDS; round++) {
    idle.push(await buyInTurns());
    const flood = await startFlood();
    try {
      flooded.push(await buyInTurns());
      await eventually(browsePoolIsFull, 'every browse connection is still in use');
      expect(flood.statuses.filter((status) => status !== 503)).toEqual([]);
    } finally {
      await flood.stop();
    }
  }

  console.table(summarize({ idle, flooded }));
  const steps = flooded.flat().flatMap((purchase) => purchase.steps);
  expect(steps.filter(({ ok }) => ok).length / steps.length).toBeGreaterThanOrEqual(0.99);
  expect(p95OfPurchases(flooded) / p95OfPurchases(idle)).toBeLessThanOrEqual(2);
}, 180_000);

async function buyInTurns() {
  const purchases = customers.map(async (customer) => {
    const completed: Purchase[] = [];
    for (let turn = 0; turn < PURCHASES; turn++) completed.push(await buyAndCancel(customer));
    return completed;
  });
  return (await Promise.all(purchases)).flat();
}

/** All requests of a purchase; the time in the provider's window is not counted. */
async function buyAndCancel({ send }: Customer): Promise<Purchase> {
  const steps: Purchase['steps'] = [];
  const timed = async (step: Step, path: string, body: object) => {
    const started = performance.now();
    const response = await send(path, body);
    const ok = response?.status === 200;
    steps.push({ step, ms: performance.now() - started, ok });
    return ok ? response.body : undefined;
  };

  await timed('add to cart', '/api/cart/items', { variantId });
  const opened = await timed('create order', '/api/payment/create-order', { paymentMethod: 'card' });
  const verification = opened && (await shop.control.pay(paymentWindow(opened).order.id));
  const placed = verification && (await timed('verify', '/api/payment/verify', verification));
  if (placed) await timed('cancel', `/api/orders/${PlacedOrder.parse(JSON.parse(placed)).orderId}/cancellation`, {});
  return { steps };
}

/**
 * List queries that wait for a lock on a view only they read, for the two seconds of their lock timeout.
 * Waiting costs no processor time, so that only the use of connections is measured.
 */
async function startFlood() {
  const lockingClient: PoolClient = await shop.sql.connect();
  await lockingClient.query('begin');
  await lockingClient.query('lock table facet_counts in access exclusive mode');
  let running = true;
  const statuses: number[] = [];
  const visitors = Array.from({ length: VISITORS }, async (_, index) => {
    const { send } = aVisitor(shop);
    while (running) statuses.push((await send(LISTS[index % LISTS.length] ?? '')).status);
  });
  await eventually(browsePoolIsFull, 'every browse connection is in use');

  return {
    /** Response statuses of the visitors. */
    statuses,
    async stop() {
      running = false;
      await lockingClient.query('rollback');
      lockingClient.release();
      await Promise.all(visitors);
    },
  };
}

/** By the API's metrics. A connection whose statement was cancelled is replaced, and missing for a moment. */
async function browsePoolIsFull() {
  const { body } = await aVisitor(shop).send('/metrics');
  const gauge = (state: string) =>
    Number(new RegExp(`^database_pool_connections\\{pool="browse",state="${state}"\\} (\\d+)$`, 'm').exec(body)?.[1]);
  return gauge('in_use') === BROWSE_POOL && gauge('waiting') > 0;
}

/** The median of the rounds, so that one round with other load on the machine does not dominate. */
const p95OfPurchases = (rounds: Purchase[][]) =>
  median(
    rounds.map((purchases) =>
      percentile(
        purchases.map(({ steps }) => steps.reduce((sum, { ms }) => sum + ms, 0)),
        0.95,
      ),
    ),
  );

function summarize(phases: Record<string, Purchase[][]>) {
  return Object.entries(phases).map(([phase, rounds]) => {
    const steps = rounds.flat().flatMap((purchase) => purchase.steps);
    const p95 = (step: Step) =>
      Math.round(
        percentile(
          steps.filter((one) => one.step === step).map(({ ms }) => ms),
          0.95,
        ),
      );
    return {
      phase,
      purchases: rounds.flat().length,
      requests: steps.length,
      failed: steps.filter(({ ok }) => !ok).length,
      'p95 ms (median of rounds)': Math.round(p95OfPurchases(rounds)),
      'add to cart': p95('add to cart'),
      'create order': p95('create order'),
      verify: p95('verify'),
      cancel: p95('cancel'),
    };
  });
}
