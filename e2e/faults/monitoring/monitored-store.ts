/** A store with the monitoring of ops/, whose processes can be stopped one by one. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { addStock } from '../../support/database.ts';
import { sandboxControl } from '../../support/sandbox-control.ts';
import { freePort, run, startShop, waitUntilReady } from '../../support/shop.ts';
import { aRedis } from '../engines.ts';
import { startMonitoring } from './stack.ts';

export type MonitoredStore = Awaited<ReturnType<typeof startMonitoredStore>>;

/** `warmUp` runs before Prometheus: the first use of code is slow and no part of healthy running. */
export async function startMonitoredStore(warmUp: (store: Store) => Promise<void>) {
  const [worker, web] = [await freePort(), await freePort()];
  const redis = await aRedis();
  const shop = await startShop({
    payments: true,
    env: {
      RATE_LIMIT_FACTOR: '1000000',
      LOG_LEVEL: 'silent',
      REDIS_URL: redis.url,
      WORKER_PORT: `${worker}`,
      WEB_INTERNAL_PORT: `${web}`,
      WEB_VITALS_SAMPLE: '1',
    },
  });
  const processes = await startWorker(shop.env, worker);
  const sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 });
  await sql.query(`select from graphile_worker.add_job('check_all_invariants')`);
  const sandbox = restartable(
    () => run('apps/payment-sandbox/src/server.ts', { ...shop.env, NODE_ENV: 'test' }),
    shop.payment.RAZORPAY_CHECKOUT_URL,
    shop.pids.sandbox,
  );
  const control = sandboxControl(shop.payment.SANDBOX_CONTROL_PORT);
  const store = { url: shop.url, control, variantId: await addStock(sql, 100_000) };
  await warmUp(store);
  const monitoring = await startMonitoring({ api: shop.apiPorts[0] ?? 0, worker, web, public: shop.publicPort });

  return {
    ...store,
    sql,
    redis,
    ...monitoring,
    ...processes,
    sandbox,
    async stop() {
      await monitoring.stopMonitoring();
      await processes.worker.kill();
      await sandbox.kill();
      await processes.stopEmails();
      await sql.end();
      await shop.stop();
      await redis.kill();
    },
  };
}
/** What customers need; of the variant there is enough for all tests. */
type Store = { url: string; control: ReturnType<typeof sandboxControl>; variantId: string };

async function startWorker(env: Record<string, string>, port: number) {
  const [smtp, viewer] = [await freePort(), await freePort()];
  const settings = { ...env, SMTP_URL: `smtp://127.0.0.1:${smtp}`, EMAIL_VIEWER_PORT: `${viewer}` };
  const emails = run('scripts/email-viewer.ts', settings);
  await waitUntilReady(`http://127.0.0.1:${viewer}`, emails);
  const worker = restartable(() => run('worker', settings), `http://127.0.0.1:${port}/health/live`);
  await worker.start();
  return {
    worker,
    async stopEmails() {
      emails.kill('SIGTERM');
      if (emails.exitCode === null) await once(emails, 'exit');
    },
  };
}

/** A process that is killed and started again. `pid` is that of a first one, which the store has started. */
function restartable(start: () => ChildProcess, readyUrl: string, pid = 0) {
  let child: ChildProcess | undefined;
  const currentPid = () => child?.pid ?? pid;
  return {
    suspend: () => process.kill(currentPid(), 'SIGSTOP'),
    resume: () => process.kill(currentPid(), 'SIGCONT'),
    async start() {
      child = start();
      await waitUntilReady(readyUrl, child);
    },
    async kill() {
      if (child && (child.exitCode !== null || child.signalCode !== null)) return;
      process.kill(currentPid(), 'SIGKILL');
      if (child) await once(child, 'exit');
    },
  };
}
