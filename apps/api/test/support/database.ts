import { randomBytes } from 'node:crypto';
import { readConfig } from '#platform/config.ts';
import { dropDatabase, ensureDatabase } from '#platform/database/migrate.ts';

/** An empty database for one test, on the server of DATABASE_URL. */
export async function aDatabase() {
  const url = new URL(readConfig(process.env).databaseUrl);
  url.pathname = `/crystalline_test_${randomBytes(6).toString('hex')}`;
  await ensureDatabase(url.href);
  return { url: url.href, drop: () => dropDatabase(url.href) };
}
