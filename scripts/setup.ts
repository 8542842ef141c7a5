import { existsSync } from 'node:fs';
import { connect as dial } from 'node:net';
import { replayErasures } from '../apps/api/src/identity/account/replay-erasures.ts';
import { imageStore } from '../apps/api/src/media/service.ts';
import { openDisk } from '../apps/api/src/media/store.ts';
import { type Config, readConfig } from '../apps/api/src/platform/config.ts';
import { connect } from '../apps/api/src/platform/database/db.ts';
import { isDatabaseUnavailable } from '../apps/api/src/platform/database/errors.ts';
import { ensureDatabase, migrate } from '../apps/api/src/platform/database/migrate.ts';
import { grantRuntimeRole } from '../apps/api/src/platform/database/runtime-role.ts';
import { DEMO_ACCOUNTS } from '../apps/api/src/sample/accounts.ts';
import { firstRenderings } from '../apps/api/src/sample/images.ts';
import { loadSample } from '../apps/api/src/sample/load.ts';
import { erasureSummary } from './erasures.ts';

const START_POSTGRES = `Start it, for example with one of these, and run \`npm run setup\` again:
  sudo pg_ctlcluster 15 main start
  docker run -d --name crystalline-postgres -p 5432:5432 -e POSTGRES_HOST_AUTH_METHOD=trust postgres:15
Or let DATABASE_URL in .env name another server.`;
const START_REDIS = `The store works without it, a little slower. To start it, for example:
  redis-server --daemonize yes
  docker run -d --name crystalline-redis -p 6379:6379 redis:7`;

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  await setUp(readConfig(process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function setUp(config: Config) {
  const { host, pathname, username } = new URL(config.databaseUrl);
  const created = await ensureDatabase(config.databaseOwnerUrl).catch((error: unknown) => {
    throw isDatabaseUnavailable(error)
      ? new Error(`PostgreSQL cannot be reached at ${host}. ${START_POSTGRES}`)
      : error;
  });
  console.log(`Database ${pathname.slice(1)} at ${host}: ${created ? 'created' : 'found'}.`);
  const ran = await migrate(config.databaseOwnerUrl);
  console.log(ran.length > 0 ? `Schema: ${ran.length} migrations run.` : 'Schema: up to date.');
  if (await grantRuntimeRole(config.databaseOwnerUrl, config.databaseUrl))
    console.log(`Role ${username}: can read and write rows, but not change tables.`);
  const { db, close } = open(config);
  console.log(erasureSummary(await replayErasures(db, config.erasuresDir).finally(close)));

  if (config.production) console.log('Production: no sample data and no demo accounts.');
  else await fillWithSample(config);

  if (!(await isReachable(config.redisUrl))) {
    console.log(`Redis cannot be reached at ${new URL(config.redisUrl).host}. ${START_REDIS}`);
  }
  console.log(`Ready. Start the store with \`${config.production ? 'npm start' : 'npm run dev'}\`.`);
}

function open(config: Config) {
  return connect({
    url: config.databaseUrl,
    applicationName: 'crystalline-setup',
    max: 1,
    statementTimeoutMs: 30_000,
    onError: console.error,
  });
}

async function fillWithSample(config: Config) {
  const { db, close } = open(config);
  const disk = await openDisk(config.media);
  const { addedProducts, images } = await loadSample(db, disk).finally(close);
  console.log(addedProducts > 0 ? `Sample data: ${addedProducts} products added.` : 'Sample data: already loaded.');

  const started = performance.now();
  const { read } = imageStore(disk);
  await Promise.all(firstRenderings(images).map(read));
  console.log(`Images: ready in ${Math.round((performance.now() - started) / 1000)} s.`);

  for (const { role, email, password } of Object.values(DEMO_ACCOUNTS)) {
    console.log(`Demo ${role}: ${email} with the password ${password}`);
  }
}

function isReachable(url: string) {
  const { hostname, port } = new URL(url);
  return new Promise<boolean>((resolve) => {
    const socket = dial({ host: hostname, port: Number(port || 6379), timeout: 1_000 });
    const done = (reached: boolean) => {
      socket.destroy();
      resolve(reached);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
    socket.once('timeout', () => done(false));
  });
}
