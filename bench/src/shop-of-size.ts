import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from '../../apps/api/src/db.ts';
import { dropDatabase, ensureDatabase } from '../../apps/api/src/migrate.ts';
import { generate, type ShopSize } from './generate.ts';

const MIGRATIONS = new URL('../../apps/api/migrations/', import.meta.url);

/** A database with a shop of this size; one from an earlier run is used again unless the schema changed since. */
export async function shopOfSize(databaseUrl: string, size: ShopSize, log: (line: string) => void) {
  const wanted = JSON.stringify({ ...size, schema: schemaHash() });
  await ensureDatabase(databaseUrl);
  if ((await marker(databaseUrl)) === wanted) return;

  log(`Building ${new URL(databaseUrl).pathname.slice(1)}, once:`);
  await dropDatabase(databaseUrl);
  await generate(databaseUrl, size, log);
  await marker(databaseUrl, wanted);
}

function schemaHash() {
  const files = readdirSync(MIGRATIONS).sort();
  return createHash('sha256')
    .update(files.map((file) => readFileSync(new URL(file, MIGRATIONS), 'utf8')).join())
    .digest('hex')
    .slice(0, 12);
}

/** What the database's comment says it holds; set at the very end, so that half a shop is never taken for one. */
async function marker(url: string, set?: string) {
  const { pool, close } = connect({
    url,
    applicationName: 'crystalline-bench',
    max: 1,
    statementTimeoutMs: 5_000,
    onError: console.error,
  });
  try {
    if (set) {
      const { rows } = await pool.query<{ command: string }>(
        "select format('comment on database %I is %L', current_database(), $1::text) as command",
        [set],
      );
      await pool.query(rows[0]?.command ?? '');
    }
    const { rows } = await pool.query<{ comment: string | null }>(
      "select shobj_description(oid, 'pg_database') as comment from pg_database where datname = current_database()",
    );
    return rows[0]?.comment;
  } finally {
    await close();
  }
}
