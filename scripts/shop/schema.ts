import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../../apps/api/src/platform/config.ts';
import { isDatabaseUnavailable } from '../../apps/api/src/platform/database/errors.ts';
import { ensureDatabase, migrate } from '../../apps/api/src/platform/database/migrate.ts';
import { grantRuntimeRole } from '../../apps/api/src/platform/database/runtime-role.ts';

export const START_POSTGRES = `Start it, for example with one of these, and try again:
  sudo pg_ctlcluster 15 main start
  docker run -d --name crystalline-postgres -p 5432:5432 -e POSTGRES_HOST_AUTH_METHOD=trust postgres:15
Or let DATABASE_URL in .env name another server.`;

export async function runMigrate(args: string[]) {
  parseArgs({ args, options: {} });
  await prepareSchema(readConfig(process.env), 'Start it, or correct DATABASE_OWNER_URL or DATABASE_URL.');
}

/**
 * Creates the database if it does not exist, migrates it, and grants the role of DATABASE_URL its privileges; returns
 * whether it was created, and the migrations that were run.
 */
export async function prepareSchema(config: Config, ifUnreachable: string) {
  const { host, pathname } = new URL(config.databaseOwnerUrl);
  const created = await ensureDatabase(config.databaseOwnerUrl).catch((error: unknown) => {
    throw isDatabaseUnavailable(error) ? new Error(`PostgreSQL cannot be reached at ${host}. ${ifUnreachable}`) : error;
  });
  console.log(`Database ${pathname.slice(1)} at ${host}: ${created ? 'created' : 'found'}.`);
  const ran = await migrate(config.databaseOwnerUrl, {
    onAdopted: () => console.log('Schema: the baseline was compared and adopted.'),
  });
  console.log(ran.length > 0 ? `Schema: ${ran.length} migrations run.` : 'Schema: up to date.');
  if (await grantRuntimeRole(config.databaseOwnerUrl, config.databaseDirectUrl))
    console.log(`Role ${new URL(config.databaseDirectUrl).username}: can read and write rows, but not change tables.`);
  return { created, ran };
}
