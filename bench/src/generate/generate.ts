import { countCustomers } from '../../../apps/api/src/analytics/roll-up-queries.ts';
import { Connection } from '../../../apps/api/src/platform/database/connection.ts';
import { ensureDatabase, migrate } from '../../../apps/api/src/platform/database/migrate.ts';
import { adminSteps } from './admin-data.ts';
import { type CatalogSize, catalogSteps, derivedTableSteps, dice } from './catalog.ts';
import { cartsStep, type SalesSize, salesSteps, userSteps } from './orders.ts';
import type { Step } from './step.ts';

export type ShopSize = CatalogSize & SalesSize;
type Pool = Connection['pool'];

/** Concurrent steps. */
const CONCURRENCY = 3;
/** The data is valid by construction: no triggers and foreign key checks, no wait for the disk. */
const SESSION = [
  'session_replication_role=replica',
  'synchronous_commit=off',
  'work_mem=256MB',
  'maintenance_work_mem=1GB',
];

/** Migrates an empty database and fills it with a store of the given size; deterministic for a size and seed. */
export async function generate(databaseUrl: string, size: ShopSize, log: (line: string) => void) {
  await ensureDatabase(databaseUrl);
  await migrate(databaseUrl);
  const url = new URL(databaseUrl);
  url.searchParams.set('options', SESSION.map((setting) => `-c ${setting}`).join(' '));
  const { db, pool, close } = new Connection({
    url: url.href,
    applicationName: 'crystalline-generate',
    max: CONCURRENCY,
    statementTimeoutMs: 0,
    onError: (error) => log(error.message),
  });
  const started = performance.now();
  const all = (steps: Step[]) =>
    runConcurrently(steps, ({ name, sql }) => timed(log, name, async () => rowsOf(await pool.query(sql))));
  try {
    const { rowCount } = await pool.query('select from products limit 1');
    if (rowCount) throw new Error('The generator fills empty databases only. Name another one, or drop this one.');
    await pool.query(`create schema scratch; ${dice(size.seed)}`);
    // Rebuilt once at the end.
    const indexes = await dropIndexes(pool);
    await all([...catalogSteps(size), ...(size.orders > 0 ? userSteps(size) : [])]);
    await all([...(size.orders > 0 ? [cartsStep(size)] : []), ...derivedTableSteps]);
    if (size.orders > 0) await all([...salesSteps(), ...adminSteps(size)]);
    await pool.query('drop schema scratch cascade');
    await timed(log, 'indexes', () => buildIndexes(pool, indexes));
    await pool.query('analyze');
    await countCustomers(db);
    await timed(log, 'vacuum analyze', () => vacuum(pool));
  } finally {
    await close();
  }
  log(`${size.products.toLocaleString('en')} products in ${seconds(started)} s`);
}

async function runConcurrently<T>(items: T[], work: (item: T) => Promise<unknown>) {
  const queue = [...items];
  const runNext = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runNext));
  return items.length;
}

/** Drops the indexes without a constraint; returns their definitions. */
async function dropIndexes(pool: Pool) {
  const { rows } = await pool.query<{ command: string; definition: string }>(`
    select format('drop index %I', c.relname) as command, pg_get_indexdef(c.oid) as definition
      from pg_index x join pg_class c on c.oid = x.indexrelid
     where c.relnamespace = 'public'::regnamespace
       and not exists (select from pg_constraint where conindid = c.oid)`);
  for (const { command } of rows) await pool.query(command);
  return rows.map((row) => row.definition);
}

const buildIndexes = (pool: Pool, definitions: string[]) =>
  runConcurrently(definitions, (definition) => pool.query(definition));

async function vacuum(pool: Pool) {
  const { rows } = await pool.query<{ command: string }>(`
    select format('vacuum (analyze) %s', oid::regclass) as command from pg_class
     where relkind = 'r' and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
     order by relpages desc`);
  return runConcurrently(rows, ({ command }) => pool.query(command));
}

async function timed(log: (line: string) => void, name: string, work: () => Promise<number>) {
  const started = performance.now();
  const rows = await work();
  log(`${name.padEnd(28)} ${(rows || '').toLocaleString('en').padStart(12)}  ${seconds(started).padStart(7)} s`);
}

type Result = { command: string; rowCount: number | null };
const rowsOf = (result: Result | Result[]) =>
  [result].flat().reduce((sum, { command, rowCount }) => sum + (command === 'INSERT' ? (rowCount ?? 0) : 0), 0);

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);
