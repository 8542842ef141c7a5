/**
 * `npm run drill -- upgrade`: the database of the previous release, with a year of orders, is dumped and restored into
 * PostgreSQL 15 and 18, and upgraded by this release. Fails unless its schema is that of a new store, all figures are the
 * same and the API answers.
 */
import { deepStrictEqual } from 'node:assert';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { describeSchema } from '../../apps/api/src/platform/database/baseline.ts';
import { ensureDatabase, migrate } from '../../apps/api/src/platform/database/migrate.ts';
import { buildIfMissing, freePort, run as runScript, waitForExit, waitUntilReady } from '../support/shop.ts';
import { aCluster, type Cluster, debianPrograms } from './recovery/cluster.ts';
import { aWorkspace, execute, ROOT } from './recovery/commands.ts';
import { checkOutRelease, findPreviousRelease, installPostgres18 } from './recovery/releases.ts';

const DATABASE = 'crystalline';
const ROLE = 'crystalline_app';

/** What an upgrade must not change. */
const FIGURES = `
  select (select count(*)::int from orders) as orders, (select sum(total_cents)::float8 from orders) as cents,
         (select count(*)::int from users) as users, (select count(*)::int from products) as products,
         (select sum(available)::float8 from stock) as available, (select count(*)::int from invoices) as invoices,
         (select sum(amount_minor)::float8 from payments) as paid, (select sum(amount_minor)::float8 from refunds) as refunded,
         (select array[sum(orders), sum(units), sum(cents)]::float8[] from sales where subject = 'all') as sales`;

type Closable = { close: () => Promise<unknown> };

export async function run(args: string[]) {
  const { values, positionals: testFiles } = parseArgs({
    args,
    allowPositionals: true,
    options: { suite: { type: 'boolean', default: false } },
  });
  const workspace = aWorkspace('upgrade-drill-');
  const resources: Closable[] = [];
  try {
    const at = (name: string) => join(workspace.directory, name);
    const before = await dumpPreviousRelease({ at, resources });
    await upgrade('15', debianPrograms(), { at, resources, before });
    const on18 = await upgrade('18', await installPostgres18(at('postgres-18')), { at, resources, before });
    if (values.suite) await runSuite(on18, testFiles);
  } finally {
    for (const { close } of resources.toReversed()) await close().catch(console.error);
    workspace.remove();
  }
}

type Place = { at: (name: string) => string; resources: Closable[] };

/** Returns the figures of the database that it writes to `dump.sql`. */
async function dumpPreviousRelease({ at, resources }: Place) {
  const { name, commit } = await findPreviousRelease();
  console.log(`Previous release: ${name}.`);
  const release = await checkOutRelease({ commit, directory: at('previous') });
  resources.push({ close: release.remove });
  const programs = debianPrograms();
  const cluster = await aCluster(programs, at('data-previous'));
  resources.push({ close: cluster.stop });
  const env = { ...settingsOn(cluster), NODE_ENV: 'development' };
  const script = (...command: string[]) =>
    execute([process.execPath, ...command], { cwd: at('previous'), env, output: 'print' });
  await script('scripts/setup.ts', '--demo');
  await script('scripts/shop.ts', 'count-sales');
  const dump = ['--no-owner', '--no-acl', '-f', at('dump.sql'), env.DATABASE_OWNER_URL];
  await execute([join(programs, 'pg_dump'), ...dump]);
  return readFigures(env.DATABASE_OWNER_URL);
}

type Upgrade = Place & { before: object };

async function upgrade(version: string, programs: string, { at, resources, before }: Upgrade) {
  const cluster = await aCluster(programs, at(`data-${version}`));
  resources.push({ close: cluster.stop });
  const env = settingsOn(cluster);
  const psql = (url: string, ...command: string[]) =>
    execute([join(debianPrograms(), 'psql'), '--quiet', '-v', 'ON_ERROR_STOP=1', ...command, url]);
  await psql(cluster.url, '-c', `create role ${ROLE} login`, '-c', `create database ${DATABASE}`);
  await psql(env.DATABASE_OWNER_URL, '-f', at('dump.sql'));

  for (const command of [['scripts/setup.ts'], ['scripts/shop.ts', 'count-sales'], ['scripts/shop.ts', 'verify']])
    await waitForExit(runScript(command[0] ?? '', env, ...command.slice(1)));
  await compareSchemas(env.DATABASE_OWNER_URL, version);
  const after = await readFigures(env.DATABASE_OWNER_URL);
  deepStrictEqual(after, before, `The upgrade on PostgreSQL ${version} changed figures.`);
  await answerRequests(env);
  console.log(`PostgreSQL ${await serverVersion(cluster.url)}: upgraded, checked and answering.`, after);
  return cluster;
}

async function compareSchemas(upgradedUrl: string, version: string) {
  const newUrl = `${upgradedUrl}_new`;
  await ensureDatabase(newUrl);
  await migrate(newUrl);
  const [upgraded, expected] = [
    await onDatabase(upgradedUrl, describeSchema),
    await onDatabase(newUrl, describeSchema),
  ];
  deepStrictEqual(
    upgraded,
    expected,
    `The upgrade on PostgreSQL ${version} did not end with the schema of a new store.`,
  );
}

const settingsOn = ({ url }: Cluster) => {
  const database = url.replace(/\/postgres$/, `/${DATABASE}`);
  return {
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    AUTH_SECRET: 'a secret of at least 32 characters, for tests only',
    DATABASE_OWNER_URL: database,
    DATABASE_URL: database.replace('//postgres@', `//${ROLE}@`),
    MEDIA_DIR: join(ROOT, 'var/media'),
  };
};

async function answerRequests(env: Record<string, string>) {
  await buildIfMissing();
  const port = await freePort();
  const api = runScript('api', { ...env, API_PORT: `${port}` });
  try {
    await waitUntilReady(`http://127.0.0.1:${port}/health/ready`, api);
    await waitUntilReady(`http://127.0.0.1:${port}/api/products?q=crystal`, api);
  } finally {
    const end = waitForExit(api);
    api.kill('SIGTERM');
    await end;
  }
}

/** The result lines of the test runner are the last ones it prints. */
const runSuite = ({ url }: Cluster, testFiles: string[]) =>
  execute(['npx', 'vitest', 'run', '--project', 'api', '--reporter=dot', ...testFiles], {
    env: { DATABASE_URL: url },
    output: 'print',
  });

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

async function query<T extends object>(url: string, text: string) {
  const { rows } = await onDatabase(url, (client) => client.query<T>(text));
  return rows[0];
}

const readFigures = async (url: string) => ({ ...(await query<Record<string, unknown>>(url, FIGURES)) });
const serverVersion = async (url: string) =>
  (await query<{ version: string }>(url, "select current_setting('server_version') as version"))?.version;
