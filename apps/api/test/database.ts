import { randomBytes } from 'node:crypto';
import { dropDatabase, ensureDatabase } from '#migrate.ts';
import { readConfig } from '#platform/config.ts';

/** An empty database for one test, on the server of DATABASE_URL. */
export async function aDatabase() {
  const url = new URL(readConfig(process.env).databaseUrl);
  url.pathname = `/crystalline_test_${randomBytes(6).toString('hex')}`;
  await ensureDatabase(url.href);
  return { url: url.href, drop: () => dropDatabase(url.href) };
}
