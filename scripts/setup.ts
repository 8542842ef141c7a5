import { existsSync } from 'node:fs';
import { connect as dial } from 'node:net';
import { parseArgs } from 'node:util';
import { DEMO_ACCOUNTS } from '../apps/api/sample/accounts.ts';
import { loadDemo } from '../apps/api/sample/demo/load.ts';
import { DEMO_STAFF_ACCOUNTS } from '../apps/api/sample/demo/staff.ts';
import { firstRenderings } from '../apps/api/sample/images.ts';
import { loadSample } from '../apps/api/sample/load.ts';
import { replayErasures } from '../apps/api/src/identity/account/replay-erasures.ts';
import { renderInAdvance, requestMissingWidths } from '../apps/api/src/media/service.ts';
import { openDisk } from '../apps/api/src/media/store.ts';
import { type Config, readConfig } from '../apps/api/src/platform/config.ts';
import { Connection } from '../apps/api/src/platform/database/connection.ts';
import { erasureSummary } from './erasures.ts';
import { prepareSchema, START_POSTGRES } from './shop/schema.ts';

const START_REDIS = `The store works without it, a little slower. To start it, for example:
  redis-server --daemonize yes
  docker run -d --name crystalline-redis -p 6379:6379 redis:7`;

const DEMO_REFUSED = `--demo is refused with NODE_ENV=production: it adds invented orders and accounts with public passwords.
Run \`npm run setup\` without it.`;

try {
  // Unknown options are refused before anything is changed.
  const { demo } = parseArgs({ options: { demo: { type: 'boolean', default: false } } }).values;
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  if (demo && config.production) throw new Error(DEMO_REFUSED);
  await setUp(config, demo);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function setUp(config: Config, demo: boolean) {
  await prepareSchema(config, START_POSTGRES);
  const { db, close } = open(config);
  console.log(erasureSummary(await replayErasures(db, config.erasuresDir).finally(close)));

  if (config.production) console.log('Production: no sample data and no demo accounts.');
  else await fillWithSample(config);
  if (demo) await fillWithDemo(config);
  await requestWidths(config);

  if (!(await isReachable(config.redisUrl))) {
    console.log(`Redis cannot be reached at ${new URL(config.redisUrl).host}. ${START_REDIS}`);
  }
  console.log(`Ready. Start the store with \`${config.production ? 'npm start' : 'npm run dev'}\`.`);
}

/** Of the sample, or of images restored from a backup, which has the originals only. */
async function requestWidths(config: Config) {
  const { db, close } = open(config);
  await requestMissingWidths(db).finally(close);
}

function open(config: Config) {
  return new Connection({
    url: config.databaseDirectUrl,
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
  await renderInAdvance(disk, firstRenderings(images));
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`Images: those of the first pages are ready after ${seconds} s; the worker renders the others.`);

  for (const { role, email, password } of Object.values(DEMO_ACCOUNTS)) {
    console.log(`Demo ${role}: ${email} with the password ${password}`);
  }
}

/** After the sample, whose products it sells. */
async function fillWithDemo(config: Config) {
  const started = performance.now();
  const { db, close } = open(config);
  const added = await loadDemo(db).finally(close);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(added ? `Demo data: a year of orders added in ${seconds} s.` : 'Demo data: already loaded.');
  for (const { role, email, password } of DEMO_STAFF_ACCOUNTS) {
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
