import { setTimeout as pause } from 'node:timers/promises';
import { startShop } from '@shop/e2e/shop';
import pg from 'pg';
import { type Action, listActions } from './actions.ts';
import { cpuOf, cpuOfPostgres } from './usage.ts';

const WARM_UP = 20;
const IDLE_MS = 10_000;

/** Cumulative use of the whole store. */
type Usage = {
  at: number;
  web: number;
  api: number;
  worker: number;
  postgres: number;
  wal: number;
  rows: number;
  jobs: number;
};
type Processes = { web: number; api: number; worker: number };

/**
 * What a page view, a login and an order cost: CPU time of each process, bytes of WAL, rows written and jobs, until the
 * last job is done. What the idle store uses in the same time is subtracted.
 */
export async function cost(count: number) {
  const shop = await startShop({
    email: true,
    payments: true,
    env: { RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'silent' },
  });
  const sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 1, application_name: 'crystalline-bench' });
  try {
    const actions = await listActions(shop, sql, count);
    await sql.query('vacuum analyze');
    for (const action of actions) for (let turn = 0; turn < WARM_UP; turn += 1) await warmUp(action, turn);
    const idle = await measure(shop.pids, sql, () => pause(IDLE_MS));
    console.log(`\nPer action, one after the other, without the idle store's use (two cores for everything)\n`);
    console.log(row('', 'count', 'web ms', 'API ms', 'worker ms', 'PostgreSQL ms', 'WAL bytes', 'rows', 'jobs'));
    for (const action of actions) {
      const used = await measure(shop.pids, sql, () => repeat(action));
      print(action, used, idle);
    }
  } finally {
    await sql.end();
    await shop.stop();
  }
}

/** Orders have one cart each: they are not repeated before the measurement. */
const warmUp = (action: Action, turn: number) =>
  action.name.startsWith('order') ? undefined : action.run(1_000_000 + turn);

async function repeat({ count, run }: Action) {
  for (let turn = 0; turn < count; turn += 1) await run(turn);
}

/** The difference of two readings around the work and the jobs that it caused. */
async function measure(processes: Processes, sql: pg.Pool, work: () => Promise<unknown>): Promise<Usage> {
  const before = await readUsage(processes, sql);
  await work();
  await waitForJobs(sql);
  const after = await readUsage(processes, sql);
  const difference = (key: keyof Usage) => after[key] - before[key];
  return {
    at: difference('at'),
    web: difference('web'),
    api: difference('api'),
    worker: difference('worker'),
    postgres: difference('postgres'),
    wal: difference('wal'),
    rows: difference('rows'),
    jobs: difference('jobs'),
  };
}

async function readUsage({ web, api, worker }: Processes, sql: pg.Pool): Promise<Usage> {
  const { rows } = await sql.query<{ pid: number; wal: number; rows: number; jobs: number }>(
    `select pg_backend_pid() as pid, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
            (tup_inserted + tup_updated + tup_deleted)::float8 as rows,
            (select last_value::float8 from graphile_worker.jobs_id_seq1) as jobs
       from pg_stat_database where datname = current_database()`,
  );
  const [state] = rows;
  if (!state) throw new Error('PostgreSQL has no statistics of this database.');
  return {
    at: performance.now(),
    web: cpuOf(web),
    api: cpuOf(api),
    worker: cpuOf(worker),
    postgres: cpuOfPostgres(state.pid),
    wal: state.wal,
    rows: state.rows,
    jobs: state.jobs,
  };
}

/** An idle backend reports its statistics after 10 s (PGSTAT_IDLE_INTERVAL). */
const STATISTICS_MS = 11_000;

/** No job is due any more, and the statistics of the backends have arrived. */
async function waitForJobs(sql: pg.Pool) {
  const due = async () =>
    (await sql.query('select from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts'))
      .rowCount;
  while (await due()) await pause(100);
  await pause(STATISTICS_MS);
}

function print({ name, count }: Action, used: Usage, idle: Usage) {
  const each = (key: Exclude<keyof Usage, 'at'>, digits: number) =>
    Math.max(0, (used[key] - (idle[key] * used.at) / idle.at) / count).toFixed(digits);
  console.log(
    row(
      name,
      `${count}`,
      each('web', 1),
      each('api', 1),
      each('worker', 1),
      each('postgres', 1),
      each('wal', 0),
      each('rows', 1),
      each('jobs', 1),
    ),
  );
}

const row = (name: string, ...cells: string[]) => name.padEnd(26) + cells.map((cell) => cell.padStart(15)).join('');
