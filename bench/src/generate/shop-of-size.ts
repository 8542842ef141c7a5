import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { Connection } from '../../../apps/api/src/platform/database/connection.ts';
import { dropDatabase, ensureDatabase, migrate } from '../../../apps/api/src/platform/database/migrate.ts';
import { generate, type ShopSize } from './generate.ts';

const MIGRATIONS = new URL('../../../apps/api/migrations/', import.meta.url);
const GENERATOR = ['generate.ts', 'catalog.ts', 'orders.ts', 'admin-data.ts'];

/** What a database was built from: hashes of the size and the generator's code, and of each migration. */
const Origin = z.object({ shop: z.string(), migrations: z.record(z.string(), z.string()) });
type Origin = z.infer<typeof Origin>;

/**
 * A database with a store of this size. Reuses one of an earlier run, and migrates it if there are only new migrations
 * since.
 */
export async function shopOfSize(databaseUrl: string, size: ShopSize, log: (line: string) => void) {
  const expected = originOf(size);
  const name = new URL(databaseUrl).pathname.slice(1);
  await ensureDatabase(databaseUrl);
  const existing = await origin(databaseUrl);
  if (existing?.shop === expected.shop && isSubset(existing.migrations, expected.migrations)) {
    const newMigrations = await migrate(databaseUrl);
    if (newMigrations.length > 0) {
      log(`Migrated ${name}: ${newMigrations.join(', ')}.`);
      await onDatabase(databaseUrl, (pool) => pool.query('vacuum analyze'));
    }
  } else {
    log(`Building ${name}, once:`);
    await dropDatabase(databaseUrl);
    await generate(databaseUrl, size, log);
  }
  // As with the sample data: orders are paid online without an owner.
  await onDatabase(databaseUrl, (pool) => pool.query("update store_settings set payment_rate_status = 'assumed'"));
  await origin(databaseUrl, expected);
}

function originOf(size: ShopSize): Origin {
  const code = GENERATOR.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'));
  return {
    shop: hash(JSON.stringify(size) + code.join()),
    migrations: Object.fromEntries(
      readdirSync(MIGRATIONS).map((file) => [file, hash(readFileSync(new URL(file, MIGRATIONS), 'utf8'))]),
    ),
  };
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
const isSubset = (some: Origin['migrations'], all: Origin['migrations']) =>
  Object.entries(some).every(([file, content]) => all[file] === content);

/** The origin in the database's comment; set last, so that an incomplete database is never reused. */
const origin = (url: string, set?: Origin) =>
  onDatabase(url, async (pool) => {
    if (set) {
      const { rows } = await pool.query<{ command: string }>(
        "select format('comment on database %I is %L', current_database(), $1::text) as command",
        [JSON.stringify(set)],
      );
      await pool.query(rows[0]?.command ?? '');
    }
    const { rows } = await pool.query<{ comment: string | null }>(
      "select shobj_description(oid, 'pg_database') as comment from pg_database where datname = current_database()",
    );
    return Origin.safeParse(JSON.parse(rows[0]?.comment ?? 'null')).data;
  });

async function onDatabase<T>(url: string, work: (pool: Connection['pool']) => Promise<T>) {
  const { pool, close } = new Connection({
    url,
    applicationName: 'crystalline-bench',
    max: 1,
    statementTimeoutMs: 0,
    onError: console.error,
  });
  return work(pool).finally(close);
}
