/** A store whose API and worker crash at a given point and are restarted on the same database. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { addStock } from '../support/database.ts';
import { sandboxControl } from '../support/sandbox-control.ts';
import { run, startShop, waitForExit, waitUntilReady } from '../support/shop.ts';

/** Webhooks are retried every 200 ms, to keep the tests short. */
const WEBHOOK_GAPS_MS = Array.from({ length: 300 }, () => 200).join();

export type KillableStore = Awaited<ReturnType<typeof startKillableStore>>;

type Options = {
  /** URL of a PostgreSQL server other than the default. */
  postgres?: string;
  /** Port of a proxy to PostgreSQL, used by API and worker only. */
  proxyPort?: number;
};

export async function startKillableStore({ postgres, proxyPort }: Options = {}) {
  const shop = await startShop({
    apis: 0,
    webs: 0,
    ...(postgres && { postgres }),
    payments: true,
    // No SMTP server is reachable: emails stay queued and are counted there.
    env: {
      RATE_LIMIT_FACTOR: '1000000',
      SANDBOX_WEBHOOK_GAPS_MS: WEBHOOK_GAPS_MS,
      SMTP_URL: 'smtp://127.0.0.1:1',
      LOG_LEVEL: 'silent',
    },
  });
  const database = new URL(shop.env.DATABASE_URL);
  if (proxyPort) database.port = `${proxyPort}`;
  const env = { ...shop.env, DATABASE_URL: database.href };
  const ready = `http://127.0.0.1:${shop.publicPort}/health/ready`;
  const directory = mkdtempSync(join(tmpdir(), 'crash-points-'));
  const apiEnv = { ...env, API_PORT: `${shop.publicPort}`, CRASH_FILE: join(directory, 'api') };
  const api = killableProcess('api', apiEnv, (child) => waitUntilReady(ready, child));
  const worker = killableProcess('worker', { ...env, CRASH_FILE: join(directory, 'worker') });
  const sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 });
  const control = sandboxControl(shop.payment.SANDBOX_CONTROL_PORT);

  return {
    url: shop.url,
    webhookSecret: shop.payment.RAZORPAY_WEBHOOK_SECRET,
    api,
    worker,
    sql,
    control,
    /** Adds 10,000 units to a variant and returns its id. */
    addStock: () => addStock(sql, 10_000),
    /** Runs all data integrity checks and prints them; fails when one of them fails. */
    verify: () => waitForExit(run('scripts/shop.ts', shop.env, 'verify')),
    /**
     * Moves the deadlines of open checkouts and locked jobs back by this many minutes and queues the jobs that run
     * every minute, instead of waiting.
     */
    async advanceClock(minutes: number) {
      await sql.query(
        `with moved as (
           update checkouts set expires_at = expires_at - make_interval(mins => $1),
                  provider_checked_until = provider_checked_until - make_interval(mins => $1),
                  reconcile_at = reconcile_at - make_interval(mins => $1) where status = 'open' returning id)
         update reservations set expires_at = expires_at - make_interval(mins => $1)
          where checkout_id in (select id from moved)`,
        [minutes],
      );
      await sql.query(
        `update graphile_worker._private_jobs set locked_at = locked_at - make_interval(mins => $1)
          where locked_at is not null`,
        [minutes],
      );
      for (const task of ['free_abandoned_jobs', 'expire_checkouts', 'reconcile_checkouts'])
        await sql.query('select from graphile_worker.add_job($1)', [task]);
    },
    async stop() {
      await Promise.all([api.kill(), worker.kill(), sql.end()]);
      await shop.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

function killableProcess(
  script: string,
  env: Record<string, string> & { CRASH_FILE: string },
  ready: (child: ChildProcess) => Promise<void> = async () => {},
) {
  let child: ChildProcess | undefined;
  const isAlive = () => child && child.exitCode === null && child.signalCode === null;
  const kill = async () => {
    if (!child || !isAlive()) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    kill,
    /** Sets the crash point, and starts the process if none is running. Returns the seconds until it was ready. */
    async start(crashAt = '') {
      writeFileSync(env.CRASH_FILE, crashAt);
      if (isAlive()) return 0;
      const startedAt = performance.now();
      child = run(script, env);
      await ready(child);
      return (performance.now() - startedAt) / 1_000;
    },
    /** Resolves when the process was killed; fails when it ended otherwise. */
    async waitForCrash() {
      if (child && isAlive()) await once(child, 'exit');
      if (child?.signalCode !== 'SIGKILL') throw new Error(`${script} ended with ${child?.exitCode}`);
    },
  };
}

/** Polls until the condition holds. */
export async function eventually(condition: () => Promise<boolean>, description: string, withinMs = 30_000) {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs / 1_000} s: ${description}`);
    await pause(20);
  }
}
