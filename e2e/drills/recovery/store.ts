/** The store of a drill: empty like a new one in production, real processes, its media and erasures in its own place. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { sandboxControl } from '../../support/sandbox-control.ts';
import { run, startShop, waitForExit, waitUntilReady } from '../../support/shop.ts';

export type DrillStore = Awaited<ReturnType<typeof prepareStore>>;

/** Sets up the database and starts the payment sandbox, whose ledger survives whatever happens to the database. */
export async function prepareStore(postgres: string, env: Record<string, string>) {
  const shop = await startShop({
    apis: 0,
    webs: 0,
    payments: true,
    sample: false,
    postgres,
    // No SMTP server is reachable: emails stay queued.
    env: { RATE_LIMIT_FACTOR: '1000000', SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'silent', ...env },
  });
  const sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 });
  // Connections break when the server is stopped; the next query opens another one.
  sql.on('error', () => {});
  // One IP address and few customers buy hundreds of times.
  await sql.query(
    `update store_settings set payment_rate_status = 'assumed', units_per_variant_limit = $1, units_limit = $1, unpaid_orders_limit = $1, open_checkouts_limit = $1`,
    [100_000],
  );
  const processes: ChildProcess[] = [];
  async function stop() {
    const ending = processes.splice(0);
    const ends = ending.filter(({ exitCode }) => exitCode === null).map((child) => once(child, 'exit'));
    for (const child of ending) child.kill('SIGTERM');
    await Promise.all(ends);
  }
  return {
    url: shop.url,
    env: shop.env,
    sql,
    control: sandboxControl(shop.payment.SANDBOX_CONTROL_PORT),
    /** Starts API and worker; resolves when the API answers a customer. */
    async start(changed: Record<string, string> = {}) {
      const settings = { ...shop.env, ...changed, API_PORT: `${shop.publicPort}` };
      const api = run('api', settings);
      processes.push(api, run('worker', settings));
      await waitUntilReady(`${shop.url}/health/ready`, api);
      await waitUntilReady(`${shop.url}/api/products`, api);
    },
    stop,
    /** An operator's command. Rejects when it fails. */
    runCommand: (changed: Record<string, string>, ...args: string[]) =>
      waitForExit(run('scripts/shop.ts', { ...shop.env, ...changed }, ...args)),
    async remove() {
      await stop();
      await sql.end();
      await shop.stop();
    },
  };
}
