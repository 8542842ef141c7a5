import { countChangedOrders, countCustomers } from '../../apps/api/src/analytics/queries-roll-up.ts';
import { connect } from '../../apps/api/src/db.ts';
import { ensureDatabase, migrate } from '../../apps/api/src/migrate.ts';
import { type CatalogSize, catalogSteps, keptSteps } from './generate-catalog.ts';
import { type SalesSize, salesSteps } from './generate-orders.ts';

/** One statement (or a few) that fills one table from nothing but row numbers. */
export type Step = { name: string; sql: string };
export type ShopSize = CatalogSize & SalesSize;
type Pool = ReturnType<typeof connect>['pool'];

/** Fills an empty, migrated database with a shop of the given size; the same size and seed give the same shop. */
export async function generate(databaseUrl: string, size: ShopSize, log: (line: string) => void) {
  await ensureDatabase(databaseUrl);
  await migrate(databaseUrl);
  const { db, pool, close } = connect({
    url: databaseUrl,
    applicationName: 'crystalline-generate',
    max: 3,
    statementTimeoutMs: 0,
    onError: (error) => log(error.message),
  });
  const started = performance.now();
  const client = await pool.connect();
  try {
    const { rowCount } = await client.query('select from products limit 1');
    if (rowCount) throw new Error('The generator fills empty databases only. Name another one, or drop this one.');
    // Constraints hold by construction: rules and triggers are spared, indexes are built once at the end.
    await client.query("set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'");
    const indexes = await dropIndexes(pool);
    for (const step of [...catalogSteps(size), ...(size.orders > 0 ? salesSteps(size) : []), ...keptSteps]) {
      await timed(log, step.name, async () => rowsOf(await client.query(step.sql)));
    }
    await timed(log, 'indexes', () => buildIndexes(pool, indexes));
    await client.query('analyze');
    await timed(log, 'figures of sales', () => countSales(db));
    await timed(log, 'vacuum analyze', async () => rowsOf(await client.query('vacuum analyze')));
  } finally {
    client.release(true);
    await close();
  }
  log(`${size.products.toLocaleString('en')} products in ${seconds(started)} s`);
}

const COUNTED_AT_ONCE = 250_000;

/** As the worker does it, in larger portions. */
async function countSales(db: ReturnType<typeof connect>['db']) {
  let counted = 0;
  for (let taken = 1; taken > 0; counted += taken) taken = await countChangedOrders(db, COUNTED_AT_ONCE);
  await countCustomers(db);
  return counted;
}

/** Takes away the indexes that no constraint stands on; tells how to build them. */
async function dropIndexes(pool: Pool) {
  const { rows } = await pool.query<{ command: string; definition: string }>(`
    select format('drop index %I', c.relname) as command, pg_get_indexdef(c.oid) as definition
      from pg_index x join pg_class c on c.oid = x.indexrelid
     where c.relnamespace = 'public'::regnamespace
       and not exists (select from pg_constraint where conindid = c.oid)`);
  for (const { command } of rows) await pool.query(command);
  return rows.map((row) => row.definition);
}

async function buildIndexes(pool: Pool, definitions: string[]) {
  const waiting = [...definitions];
  const build = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await pool.query(`set local maintenance_work_mem = '1GB'; ${next}`);
    }
  };
  await Promise.all([build(), build()]);
  return definitions.length;
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
