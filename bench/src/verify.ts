import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from '@shop/e2e/shop';
import { Connection } from '../../apps/api/src/platform/database/connection.ts';
import { checkChanges, forFullCheck } from '../../apps/api/src/system/integrity-check.ts';
import { countViolationsOf } from '../../apps/api/src/system/invariant-queries.ts';
import { INVARIANTS } from '../../apps/api/src/system/statement-queries.ts';
import { shopOfSize } from './generate/shop-of-size.ts';

const CHANGED_ORDERS = 1_000;
const MAX_FULL_SECONDS = 30;
const MAX_JOB_AGE_SECONDS = 5;
const SAMPLE_EVERY_MS = 100;
const JOBS_PER_SAMPLE = 5;
/** In the runner of refunds and webhooks. */
const SMALL_JOB = 'cap_payment_retry_delay';

type Check = { label: string; seconds: number; limit?: number };

/** Measures the full and the incremental data integrity check, and the oldest due job while the full one runs. */
export async function verify(databaseUrl: string, orders: number) {
  const size = {
    products: Math.ceil(orders / 20),
    users: Math.ceil(orders / 10),
    orders,
    reviewsPerProduct: 1,
    seed: 1,
  };
  await shopOfSize(databaseUrl, size, console.log);
  const { db, pool, close } = new Connection({
    url: databaseUrl,
    applicationName: 'crystalline-bench',
    max: 2,
    statementTimeoutMs: 0,
    onError: console.error,
  });
  try {
    await measureInvariants(db);
    await pool.query('truncate invariant_changes, invariant_violations');
    const results: Check[] = [
      { label: 'incremental check without changes', ...(await timed(() => checkChanges(db))) },
      { label: `update of ${CHANGED_ORDERS} orders and their rows`, ...(await timed(() => changeOrders(pool))) },
      { label: `incremental check of ${CHANGED_ORDERS} changed orders`, ...(await timed(() => checkChanges(db))) },
    ];
    const beside = await fullCheckBesideJobs(databaseUrl, pool);
    results.push(
      { label: 'full check by the worker, with its start', seconds: beside.seconds, limit: MAX_FULL_SECONDS },
      { label: 'oldest due job while it ran', seconds: beside.oldestDue, limit: MAX_JOB_AGE_SECONDS },
    );
    report(results);
    console.log(`${beside.jobs.toLocaleString('en')} jobs ran beside it.`);
  } finally {
    await close();
  }
}

type Db = Connection['db'];
type Pool = Connection['pool'];

async function timed(work: () => Promise<unknown>) {
  const started = performance.now();
  await work();
  return { seconds: (performance.now() - started) / 1_000 };
}

/** One after the other, the slowest first. */
async function measureInvariants(db: Db) {
  const measured: { seconds: number; id: string; rule: string; violations: number }[] = [];
  for (const invariant of INVARIANTS) {
    let result = { id: '', rule: '', violations: 0 };
    const { seconds } = await timed(async () => {
      result = await forFullCheck(db, (tx) => countViolationsOf(tx, invariant));
    });
    measured.push({ seconds, ...result });
  }
  console.log('\nFull check, one invariant after the other, in seconds:\n');
  for (const { seconds, id, rule, violations } of measured.toSorted((a, b) => b.seconds - a.seconds))
    console.log(`${seconds.toFixed(2).padStart(8)}  ${id}  ${String(violations).padStart(6)}  ${rule}`);
  const sum = measured.reduce((total, { seconds }) => total + seconds, 0);
  console.log(`${sum.toFixed(2).padStart(8)}  sum\n`);
}

/** As an order that moves on does: the rows of the order, its checkout, lines, history, payment, reservations and stock. */
async function changeOrders(pool: Pool) {
  await pool.query(`
    create temporary table changed as select id, checkout_id from orders order by md5(id::text) limit ${CHANGED_ORDERS};
    update orders set updated_at = now() where id in (select id from changed);
    update checkouts set updated_at = now() where id in (select checkout_id from changed);
    update order_lines set quantity = quantity where order_id in (select id from changed);
    update order_status_history set seq = seq where order_id in (select id from changed);
    update payments set updated_at = now() where checkout_id in (select checkout_id from changed);
    update reservations set status = status where checkout_id in (select checkout_id from changed);
    update stock set sold = sold where variant_id in (
      select variant_id from reservations where checkout_id in (select checkout_id from changed));
    drop table changed`);
}

/** The real worker runs the full check, and the small jobs that are added all the while. */
async function fullCheckBesideJobs(databaseUrl: string, pool: Pool) {
  const worker = run('worker', {
    DATABASE_URL: databaseUrl,
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'error',
  });
  try {
    let oldestDue = 0;
    let jobs = 0;
    const started = performance.now();
    await pool.query(`select graphile_worker.add_job('check_all_invariants')`);
    for (let isRunning = true; isRunning; ) {
      await pause(SAMPLE_EVERY_MS);
      const { rows } = await pool.query<{ running: boolean; due: number }>(
        `select coalesce(bool_or(task_identifier = 'check_all_invariants'), false) as running,
                coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (
                  where task_identifier = '${SMALL_JOB}' and locked_at is null)), 0)::float8 as due
           from graphile_worker.jobs where attempts < max_attempts`,
      );
      isRunning = rows[0]?.running ?? false;
      oldestDue = Math.max(oldestDue, rows[0]?.due ?? 0);
      await pool.query(`select graphile_worker.add_job('${SMALL_JOB}') from generate_series(1, ${JOBS_PER_SAMPLE})`);
      jobs += JOBS_PER_SAMPLE;
    }
    return { seconds: (performance.now() - started) / 1_000, oldestDue, jobs };
  } finally {
    worker.kill('SIGTERM');
    if (worker.exitCode === null) await once(worker, 'exit');
  }
}

function report(results: Check[]) {
  for (const { label, seconds, limit } of results) {
    const verdict = limit === undefined ? '' : seconds <= limit ? `PASS (at most ${limit})` : `FAIL (at most ${limit})`;
    console.log(`${label.padEnd(44)} ${seconds.toFixed(2).padStart(8)} s  ${verdict}`);
  }
  if (results.some(({ seconds, limit }) => limit !== undefined && seconds > limit)) process.exitCode = 1;
}
