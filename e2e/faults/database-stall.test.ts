import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFlakyConnection } from '../../apps/api/test/support/flaky-connection.ts';
import { aPostgres } from './engines.ts';
import { eventually, type KillableStore, startKillableStore } from './killable-store.ts';
import { aVisitor, type MixedLoad, startMixedLoad, type Visitor } from './mixed-load.ts';
import { aPersistentCustomer } from './persistent-customer.ts';

const STALL_MS = 10_000;
const RECOVERED_WITHIN_S = 5;
const TRANSACTIONS = 100;
const CONCURRENCY = 10;
const CUSTOMERS = 3;
/** As configured: BROWSE_POOL and CHECKOUT_POOL by default, the others by `server.ts` and `worker.ts`. */
const POOLS = {
  'crystalline-browse': 10,
  'crystalline-checkout': 10,
  'crystalline-probe': 1,
  'crystalline-worker': 10,
};
/** After two minutes a job whose worker could not report its end is run again. */
const CATCH_UP_MINUTES = 2;

let postgres: Awaited<ReturnType<typeof aPostgres>>;
let wire: Awaited<ReturnType<typeof aFlakyConnection>>;
let shop: KillableStore;
let variantId: string;
let payment: { id: string; order_id: string; amount: number };
/** Seconds after the stall until each pool had served its transactions, and the number of 503 responses. */
const table: object[] = [];

beforeAll(async () => {
  postgres = await aPostgres();
  wire = await aFlakyConnection('127.0.0.1', postgres.port);
  shop = await startKillableStore({ postgres: postgres.url, proxyPort: wire.port });
  await Promise.all([shop.api.start(), shop.worker.start()]);
  variantId = await shop.addStock();
  const customer = await aPersistentCustomer(shop, variantId);
  const { order } = await customer.start();
  await customer.verify(await shop.control.pay(order.id));
  payment = (await shop.control.ledger()).payments[0] ?? { id: '', order_id: '', amount: 0 };
  // Warm-up: code and query plans are loaded at their first use, which took three times as long as the second.
  await secondsOfTransactions(performance.now());
  table.push({ stalls: 'nothing', ...(await secondsOfTransactions(performance.now())) });
});

afterAll(async () => {
  console.table(table);
  await shop?.stop();
  await wire?.close();
  postgres?.remove();
});

test.each([
  { stalls: 'PostgreSQL is suspended', stall: () => postgres.suspend(), recover: () => postgres.resume() },
  { stalls: 'the network to PostgreSQL forwards nothing', stall: () => wire.freeze(), recover: () => wire.thaw() },
])(
  '$stalls for 10 s under load: every pool recovers within 5 s, and nothing acknowledged is lost',
  { timeout: 120_000 },
  async ({ stalls, stall, recover }) => {
    const [paying, starting] = await Promise.all([createCustomers(), createCustomers()]);
    const opened = await Promise.all(paying.map((customer) => customer.start()));
    const load = startMixedLoad(shop, { variantId, payment });
    await eventually(async () => kindsWith(load, (status) => status < 300) === 4, 'all kinds of requests are served');

    stall();
    const stallEnds = pause(STALL_MS).finally(recover);
    // The provider still takes payments: all customers pay, and every second one does not return to verify.
    const verifications = await Promise.all(opened.map(({ order }) => shop.control.pay(order.id)));
    const verifying = Promise.all(
      paying.map((customer, index) => (index % 2 === 0 ? customer.verify(verifications[index] ?? {}) : undefined)),
    );
    const buying = Promise.all(
      starting.map(async (customer) => customer.verify(await shop.control.pay((await customer.start()).order.id))),
    );
    await stallEnds;
    const stalledUntil = performance.now();
    const stopped = load.stop();
    const seconds = await secondsOfTransactions(stalledUntil);
    await stopped;
    const placed = [...(await verifying), ...(await buying)].flatMap((order) => (order ? [order.orderId] : []));

    table.push({ stalls, ...seconds, ...countUnavailable(load) });
    expect(kindsWith(load, (status) => status === 503)).toBe(4);
    const allStatuses = [
      ...Object.values(load.statuses),
      ...[...paying, ...starting].map(({ statuses }) => statuses),
    ].flat();
    expect(allStatuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
    await eventually(noConnectionIsLost, 'every pool has its connections back');
    expect(Math.max(...Object.values(seconds))).toBeLessThan(RECOVERED_WITHIN_S);
    await shop.advanceClock(CATCH_UP_MINUTES);
    await expectAcknowledged(load, placed);
    await shop.verify();
  },
);

const createCustomers = () =>
  Promise.all(Array.from({ length: CUSTOMERS }, () => aPersistentCustomer(shop, variantId)));

const countUnavailable = ({ statuses }: MixedLoad) =>
  Object.fromEntries(
    Object.entries(statuses).map(([kind, list]) => [`${kind} 503`, list.filter((status) => status === 503).length]),
  );

const kindsWith = ({ statuses }: MixedLoad, matches: (status: number) => boolean) =>
  Object.values(statuses).filter((list) => list.some(matches)).length;

/**
 * Runs 100 transactions on each pool that serves requests, each successful at its first attempt, and 100 jobs of one or
 * more transactions in the worker. Returns how many seconds after the stall the last of each ended.
 */
async function secondsOfTransactions(since: number) {
  const visitors = Array.from({ length: CONCURRENCY }, () => aVisitor(shop));
  await eventually(async () => (await visitors[0]?.send('/health/ready'))?.status === 200, 'the API is ready');
  const elapsed = () => Math.round(performance.now() - since) / 1_000;
  const ready = elapsed();
  const timed = async (request: (visitor: Visitor, turn: number) => Promise<{ status: number }>) => {
    const rounds = visitors.map(async (visitor) => {
      const statuses: number[] = [];
      for (let turn = 0; turn < TRANSACTIONS / CONCURRENCY; turn++)
        statuses.push((await request(visitor, turn)).status);
      return statuses;
    });
    const failed = (await Promise.all(rounds)).flat().filter((status) => status >= 300);
    expect(failed).toEqual([]);
    return elapsed();
  };
  const [browse, checkout, worker] = await Promise.all([
    timed((visitor, turn) => visitor.subscribe(`subscriber-${turn}@example.com`)),
    timed((visitor) => visitor.addToCart(variantId)),
    finishJobs().then(elapsed),
  ]);
  return { ready, browse, checkout, worker };
}

async function finishJobs() {
  const { rows } = await shop.sql.query<{ id: string }>(
    "select (graphile_worker.add_job('count_sales')).id from generate_series(1, $1)",
    [TRANSACTIONS],
  );
  const ids = rows.map(({ id }) => id);
  await eventually(async () => {
    const pendingJobs = await shop.sql.query('select last_error from graphile_worker.jobs where id = any ($1)', [ids]);
    expect(pendingJobs.rows.filter(({ last_error }) => last_error)).toEqual([]);
    return pendingJobs.rows.length === 0;
  }, 'all jobs are done');
}

async function count(from: string, values: unknown[]) {
  const { rows } = await shop.sql.query<{ count: number }>(`select count(*)::int from ${from}`, values);
  return rows[0]?.count;
}
const processed = (eventIds: string[]) =>
  count('webhook_inbox where event_id = any ($1) and processed_at is not null', [eventIds]);

/** By PostgreSQL's count and by that of the pools. */
async function noConnectionIsLost() {
  const { rows } = await shop.sql.query<{ name: keyof typeof POOLS; open: number; stuck: number }>(
    `select application_name as name, count(*)::int as open,
            (count(*) filter (where state like 'idle in transaction%'))::int as stuck
       from pg_stat_activity where application_name = any ($1) group by 1`,
    [Object.keys(POOLS)],
  );
  const metrics = (await aVisitor(shop).send('/metrics')).body;
  const inUse = [...metrics.matchAll(/^database_pool_connections\{.*state="(?:in_use|waiting)"\} (\d+)$/gm)];
  return (
    rows.length === Object.keys(POOLS).length &&
    rows.every(({ name, open, stuck }) => open <= POOLS[name] && stuck === 0) &&
    // Two states each of the browse, checkout and search pools.
    inUse.length === 6 &&
    inUse.every(([, connections]) => connections === '0')
  );
}

async function expectAcknowledged({ acknowledged }: MixedLoad, placed: string[]) {
  const { carts, signups, webhooks } = acknowledged;
  expect(await count('newsletter_subscribers where email = any ($1)', [signups])).toBe(signups.length);
  for (const { visitor, added } of carts) expect(await visitor.cartUnits()).toBeGreaterThanOrEqual(added);
  expect(await count('orders where id = any ($1)', [placed])).toBe(placed.length);
  await eventually(async () => (await processed(webhooks)) === webhooks.length, 'every webhook is processed');

  await eventually(async () => {
    const { payments, undelivered } = await shop.control.ledger();
    const captured = payments.filter(({ status }) => status === 'captured').map(({ id }) => id);
    const resolvedCount = await count(
      `payments p where provider_payment_id = any ($1)
         and (order_id is not null or exists (select from refunds where payment_id = p.id))`,
      [captured],
    );
    return undelivered === 0 && resolvedCount === captured.length;
  }, 'every captured payment has an order or a refund');
}
