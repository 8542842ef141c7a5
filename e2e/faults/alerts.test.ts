/** Real faults fire the alerts of ops/prometheus in Prometheus and Alertmanager, and end with the fault. */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboardQueries } from '../../ops/grafana/dashboard.ts';
import { metricsIn, readStoreRules } from '../../scripts/ops-rules.ts';
import { countRows, listMetrics, waitForAlert } from './monitoring/alerts.ts';
import { visitWithBrowser } from './monitoring/browser.ts';
import { type MonitoredStore, startMonitoredStore } from './monitoring/monitored-store.ts';
import { aPersistentCustomer } from './persistent-customer.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const METRICS = `${ROOT}ops/prometheus/metrics.txt`;
/** 20 minutes of the rules. */
const HEALTHY_MS = 60_000;
const PAGE_PAUSE_MS = 250;
const PAGES_PER_ORDER = 10;

let store: MonitoredStore;
let isShopping = true;
let shopping: Promise<void>;

beforeAll(async () => {
  store = await startMonitoredStore(async (customers) => {
    for (let i = 0; i < 10; i++) await visitPages(customers.url);
    await buy(customers);
    await refuseLogin(customers.url);
  });
  shopping = keepShopping();
}, 400_000);

afterAll(async () => {
  isShopping = false;
  await shopping;
  await store?.stop();
}, 60_000);

async function visitPages(url: string) {
  for (const path of ['/', '/products', '/search?q=crystal', '/api/products'])
    await (await fetch(url + path).catch(() => undefined))?.arrayBuffer();
}

/** Orders fail while a process is stopped on purpose. */
async function keepShopping() {
  for (let turn = 0; isShopping; turn += 1) {
    await visitPages(store.url);
    if (turn % PAGES_PER_ORDER === 0) await buy(store).catch(() => {});
    await pause(PAGE_PAUSE_MS);
  }
}

type Customers = Pick<MonitoredStore, 'url' | 'control' | 'variantId'>;

async function buy({ url, control, variantId }: Customers) {
  const customer = await aPersistentCustomer({ url }, variantId);
  const { order } = await customer.start();
  await customer.verify(await control.pay(order.id));
}

const refuseLogin = (url: string) =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: 'unknown@example.com', password: 'not the password' }),
  });

test('a healthy store fires no alert', async () => {
  await buy(store);
  await refuseLogin(store.url);
  await visitWithBrowser(store.url);

  await pause(HEALTHY_MS);

  expect(await countRows(store, 'up == 0')).toBe(0);
  expect(store.received).toEqual([]);
  expect(await countRows(store, 'count_over_time(ALERTS{alertstate="firing"}[1h])')).toBe(0);
});

test('every metric of the rules and the dashboard is exported by a running process', async () => {
  const { records, expressions } = readStoreRules(ROOT);
  const used = [...new Set([...expressions, ...dashboardQueries().map(({ expr }) => expr)].flatMap(metricsIn))];
  const ofExporters = (await listMetrics(store, 'node|public_page')).filter((name) => used.includes(name));
  const exported = new Set([...(await listMetrics(store, 'api|worker|web')), ...ofExporters]);

  expect(used.filter((name) => !exported.has(name) && !records.includes(name))).toEqual([]);
  // Read by `npm run check:alerts`; `-u` writes it.
  await expect(`${[...exported].sort().join('\n')}\n`).toMatchFileSnapshot(METRICS);
});

test.each(dashboardQueries())('dashboard panel $title has data: $expr', async ({ expr }) => {
  expect(await countRows(store, expr.replaceAll('$__rate_interval', '15s'))).toBeGreaterThan(0);
});

test('a killed worker fires ProcessDown and WorkerDead', async () => {
  await store.worker.kill();
  // Instead of waiting until the last heartbeat is old.
  await store.sql.query(
    `update graphile_worker._private_known_crontabs
        set known_since = known_since - interval '10 minutes', last_execution = last_execution - interval '10 minutes'`,
  );
  const down = { alertname: 'ProcessDown', component: 'worker' };
  expect(await waitForAlert(store, 'firing', down)).toMatchObject({
    receiver: 'on-call',
    labels: { severity: 'page' },
    annotations: { runbook_url: expect.stringMatching(/^https:.*\/docs\/runbooks\/ProcessDown\.md$/) },
  });
  await waitForAlert(store, 'firing', { alertname: 'WorkerDead' });

  await store.worker.start();

  await waitForAlert(store, 'resolved', down);
  await waitForAlert(store, 'resolved', { alertname: 'WorkerDead' });
}, 360_000);

test('a queue that is locked by another transaction fires QueueStuck', async () => {
  const blocker = await store.sql.connect();
  try {
    store.worker.suspend();
    await blocker.query(`select from graphile_worker.add_job('count_sales', run_at => now() - interval '20 minutes')`);
    await blocker.query('begin; lock table graphile_worker._private_jobs in exclusive mode');
    store.worker.resume();

    await waitForAlert(store, 'firing', { alertname: 'QueueStuck' });
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  await waitForAlert(store, 'resolved', { alertname: 'QueueStuck' });
}, 300_000);

test('a stopped payment provider fires PaymentProviderUnavailable', async () => {
  const customer = await aPersistentCustomer(store, store.variantId);
  const alert = { alertname: 'PaymentProviderUnavailable' };
  await store.sandbox.kill();
  await whileBuying(customer, () => waitForAlert(store, 'firing', alert));

  await store.sandbox.start();

  await whileBuying(customer, () => waitForAlert(store, 'resolved', alert));
}, 300_000);

/** The circuit breaker of the provider changes only with requests to it. */
async function whileBuying(customer: Awaited<ReturnType<typeof aPersistentCustomer>>, work: () => Promise<unknown>) {
  let isDone = false;
  const tryToBuy = async () => {
    for (; !isDone; await pause(PAGE_PAUSE_MS)) await customer.tryToStart();
  };
  const buying = tryToBuy();
  await work().finally(() => {
    isDone = true;
  });
  await buying;
}

test('a row changed by hand fires InvariantViolated', async () => {
  const alert = { alertname: 'InvariantViolated', invariant: 'I03' };
  const { rows } = await store.sql.query<{ variant: string }>(
    `update stock set reserved = reserved + 1, available = available - 1
      where variant_id = (select variant_id from stock where available > 0 order by variant_id limit 1)
     returning variant_id as variant`,
  );
  await checkInvariants();
  expect((await waitForAlert(store, 'firing', alert)).labels.severity).toBe('page');

  await store.sql.query('update stock set reserved = reserved - 1, available = available + 1 where variant_id = $1', [
    rows[0]?.variant,
  ]);
  await checkInvariants();
  await waitForAlert(store, 'resolved', alert);
}, 300_000);

/** Instead of waiting for the check of every five minutes. */
const checkInvariants = () => store.sql.query(`select from graphile_worker.add_job('check_invariants')`);

test('a disk that fills up fires DiskNearlyFull', async () => {
  const alert = { alertname: 'DiskNearlyFull', severity: 'page', mountpoint: store.disk.path };
  store.disk.fill();
  await waitForAlert(store, 'firing', alert);

  store.disk.empty();
  await waitForAlert(store, 'resolved', alert);
}, 300_000);

test('a certificate that ends in 2 days fires CertificateExpiring', async () => {
  const alert = { alertname: 'CertificateExpiring', severity: 'page' };
  store.front.useNearlyExpired();
  await waitForAlert(store, 'firing', alert);

  store.front.useValid();
  await waitForAlert(store, 'resolved', alert);
}, 300_000);

test('a stopped Redis fires RedisDown, which sends no message', async () => {
  await store.redis.kill();
  expect(await waitForAlert(store, 'firing', { alertname: 'RedisDown' })).toMatchObject({ receiver: 'none' });

  await store.redis.start();
  await waitForAlert(store, 'resolved', { alertname: 'RedisDown' });
}, 300_000);
