/** A shop whose API and worker die where they are told to, and are started again on what they left behind. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { sandboxControl } from '../sandbox-control.ts';
import { run, startShop, waitForExit, waitUntilReady } from '../shop.ts';

/** The provider tries again soon, so that nobody waits for it. */
const WEBHOOK_GAPS_MS = Array.from({ length: 300 }, () => 200).join();

export type KillableStore = Awaited<ReturnType<typeof startKillableStore>>;

type Options = {
  /** A PostgreSQL server other than the machine's own. */
  postgres?: string;
  /** The port of a proxy to PostgreSQL, for API and worker alone. */
  proxyPort?: number;
};

export async function startKillableStore({ postgres, proxyPort }: Options = {}) {
  const shop = await startShop({
    apis: 0,
    webs: 0,
    ...(postgres && { postgres }),
    payments: true,
    // No mail server stands here: mails wait, and are counted where they wait.
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
  const api = killableProcess('apps/api/src/server.ts', { ...env, API_PORT: `${shop.publicPort}` }, (child) =>
    waitUntilReady(ready, child),
  );
  const worker = killableProcess('apps/api/src/worker.ts', env);
  const sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 });
  const control = sandboxControl(shop.payment.SANDBOX_CONTROL_PORT);

  return {
    url: shop.url,
    webhookSecret: shop.payment.RAZORPAY_WEBHOOK_SECRET,
    api,
    worker,
    sql,
    control,
    /** A variant to buy, with 10,000 more units of it. */
    async addStock() {
      const { rows } = await sql.query<{ id: string }>(
        `update stock set received = received + 10000, available = available + 10000
          where variant_id = (select variant_id from stock s join products p on p.id = s.product_id
                               where p.sellable and p.status = 'published' limit 1)
         returning variant_id as id`,
      );
      return rows[0]?.id ?? '';
    },
    /** Fails when a rule of the books is broken; prints them all. */
    verify: () => waitForExit(run('scripts/shop.ts', shop.env, 'verify')),
    /**
     * The clock of what is under way goes on by so many minutes, and the worker does what it does every minute: nobody
     * sleeps through a quarter of an hour.
     */
    async advanceClock(minutes: number) {
      await sql.query(
        `with moved as (
           update checkouts set expires_at = expires_at - make_interval(mins => $1),
                  provider_asked_until = provider_asked_until - make_interval(mins => $1),
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
    },
  };
}

function killableProcess(
  script: string,
  env: Record<string, string>,
  ready: (child: ChildProcess) => Promise<void> = async () => {},
) {
  let child: ChildProcess | undefined;
  let crashPoint = '';
  const isAlive = () => child && child.exitCode === null && child.signalCode === null;
  const kill = async () => {
    if (!child || !isAlive()) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    kill,
    /** Takes the place of the one before, unless that is as good; says after how many seconds it was there. */
    async start(crashAt = '') {
      if (isAlive() && crashPoint === '' && crashAt === '') return 0;
      await kill();
      crashPoint = crashAt;
      const startedAt = performance.now();
      child = run(script, { ...env, CRASH_AT: crashAt });
      await ready(child);
      return (performance.now() - startedAt) / 1_000;
    },
    /** When it has killed itself where it was told to. */
    async waitForCrash() {
      if (child && isAlive()) await once(child, 'exit');
      if (child?.signalCode !== 'SIGKILL') throw new Error(`${script} ended with ${child?.exitCode}`);
    },
  };
}

/** Asks again until it is as hoped for. */
export async function eventually(condition: () => Promise<boolean>, description: string, withinMs = 30_000) {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs / 1_000} s: ${description}`);
    await pause(20);
  }
}
