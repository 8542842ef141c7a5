import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { aVisitor } from '../faults/mixed-load.ts';
import { aPersistentCustomer } from '../faults/persistent-customer.ts';
import { addStock } from '../support/database.ts';
import { percentile } from '../support/percentile.ts';
import { sandboxControl } from '../support/sandbox-control.ts';
import { freePort, run as runScript, type Shop, startShop, waitForExit, waitUntilReady } from '../support/shop.ts';
import { type Fault, type PostgresCluster, startCluster } from './failover/cluster.ts';
import { countLost, countSplitBrain, startWriters } from './failover/writers.ts';

const PACKAGES = ['patroni', 'etcd-server', 'python3-etcd', 'haproxy', 'iproute2'];
const MAX_OUTAGE_P95_SECONDS = 15;
const FAULTS: Fault[] = ['killed', 'cut off'];
const BUYERS = 3;

/**
 * The primary is killed or cut off while customers buy, again and again: no acknowledged order may be lost, no two nodes
 * may accept writes, and writes work again within seconds. Needs root, for network namespaces.
 */
export async function run(args: string[]) {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '20' } } });
  installPackages();
  const cluster = await startCluster();
  let shop: Shop | undefined;
  try {
    shop = await startShop({
      webs: 0,
      payments: true,
      postgres: cluster.url,
      env: { RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'silent', SMTP_URL: 'smtp://127.0.0.1:1' },
    });
    await drill(cluster, shop, Number(values.rounds));
  } finally {
    await shop?.stop();
    await cluster.stop();
  }
}

async function drill(cluster: PostgresCluster, shop: Shop, rounds: number) {
  const port = await freePort();
  const worker = runScript('worker', { ...shop.env, WORKER_PORT: `${port}` });
  await waitUntilReady(`http://127.0.0.1:${port}/health/ready`, worker);
  const [writers, buyers, probe] = [await startWriters(cluster), await startBuyers(shop), startProbe(shop)];
  try {
    for (let round = 0; round < rounds; round += 1) {
      await cluster.waitUntilHealthy();
      const fault = FAULTS[round % FAULTS.length] ?? 'killed';
      const primary = await cluster.primary();
      const outage = probe.nextOutage();
      cluster.inject(fault, primary);
      const seconds = await outage;
      console.log(
        `${`${round + 1}`.padStart(3)}  ${primary.name} ${fault.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s without writes`,
      );
      cluster.repair(fault, primary);
    }
    await cluster.waitUntilHealthy();
  } finally {
    await Promise.all([buyers.stop(), probe.stop(), writers.stop()]);
    worker.kill('SIGTERM');
  }
  await report(cluster, shop, { orders: buyers.orders, outages: probe.outages, written: writers.acknowledged });
}

type Results = { orders: string[]; outages: number[]; written: Parameters<typeof countSplitBrain>[0] };

async function report(cluster: PostgresCluster, shop: Shop, { orders, outages, written }: Results) {
  const sql = new pg.Client({ connectionString: shop.databaseUrl });
  await sql.connect();
  const { rows } = await sql.query<{ number: string }>('select number from orders where number = any($1)', [orders]);
  await sql.end();
  const results = {
    'acknowledged orders': orders.length,
    'orders lost': orders.length - rows.length,
    'rows lost': await countLost(cluster, written),
    'writes accepted by two nodes': countSplitBrain(written),
  };
  const p95 = percentile(outages, 0.95);
  for (const [name, value] of Object.entries(results)) console.log(`${name.padEnd(32)} ${value}`);
  console.log(
    `outage p50, p95, longest          ${[percentile(outages, 0.5), p95, Math.max(...outages)].map((s) => s.toFixed(1)).join(', ')} s`,
  );
  await waitForExit(runScript('scripts/shop.ts', shop.env, 'verify'));
  const failed = results['orders lost'] + results['rows lost'] + results['writes accepted by two nodes'] > 0;
  if (failed || p95 > MAX_OUTAGE_P95_SECONDS || orders.length === 0) process.exitCode = 1;
}

/** Customers who pay by card and retry like a browser. */
async function startBuyers(shop: Shop) {
  const orders: string[] = [];
  const control = sandboxControl(shop.payment.SANDBOX_CONTROL_PORT);
  const variantId = await prepareStock(shop);
  let running = true;
  const loops = Array.from({ length: BUYERS }, async () => {
    while (running) {
      // A customer who cannot even register during the outage has ordered nothing.
      const bought = await buy(shop, variantId, control).catch(() => undefined);
      if (bought) orders.push(bought);
      await pause(100);
    }
  });
  return {
    orders,
    async stop() {
      running = false;
      await Promise.all(loops);
    },
  };
}

async function buy(shop: Shop, variantId: string, control: ReturnType<typeof sandboxControl>) {
  const customer = await aPersistentCustomer(shop, variantId);
  const { order } = await customer.start();
  return (await customer.verify(await control.pay(order.id))).number;
}

async function prepareStock(shop: Shop) {
  const sql = new pg.Client({ connectionString: shop.databaseUrl });
  await sql.connect();
  const variantId = await addStock(sql, 100_000);
  await sql.query('update store_settings set unpaid_orders_limit = 1000');
  await sql.end();
  return variantId;
}

/** A write through the API every 100 ms; an outage lasts from the last success before the fault to the next one after a failure. */
function startProbe(shop: Shop) {
  const outages: number[] = [];
  const visitor = aVisitor({ url: shop.url, webhookSecret: '' });
  let running = true;
  let succeededAt = performance.now();
  let failing = false;
  let resolveOutage: (seconds: number) => void = () => {};
  const loop = (async () => {
    for (let n = 0; running; n += 1) {
      const ok = await visitor.subscribe(`probe-${n}@example.com`).then(
        ({ status }) => status < 300,
        () => false,
      );
      const now = performance.now();
      if (!ok) failing = true;
      else {
        if (failing) {
          const seconds = (now - succeededAt) / 1_000;
          outages.push(seconds);
          resolveOutage(seconds);
        }
        failing = false;
        succeededAt = now;
      }
      await pause(100);
    }
  })();
  return {
    outages,
    nextOutage: () => new Promise<number>((resolve) => (resolveOutage = resolve)),
    async stop() {
      running = false;
      await loop;
    },
  };
}

function installPackages() {
  const missing = PACKAGES.filter((name) => {
    try {
      execFileSync('dpkg', ['-s', name], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length > 0)
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...missing], { stdio: 'inherit' });
}
