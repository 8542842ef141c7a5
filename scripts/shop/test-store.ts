/** For tests of the commands: a migrated database with a role of its own, and the real command on it. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../apps/api/src/platform/config.ts';
import { Connection } from '../../apps/api/src/platform/database/connection.ts';
import { dropDatabase, ensureDatabase, migrate } from '../../apps/api/src/platform/database/migrate.ts';
import { grantRuntimeRole } from '../../apps/api/src/platform/database/runtime-role.ts';

export type CommandStore = Awaited<ReturnType<typeof aCommandStore>>;

export async function aCommandStore() {
  // The prefix of databases that a later test run drops if this one crashes.
  const name = `crystalline_test_run_${process.pid}_${randomBytes(4).toString('hex')}`;
  const ownerUrl = new URL(readConfig(process.env).databaseUrl);
  ownerUrl.pathname = `/${name}`;
  const url = new URL(ownerUrl);
  url.username = name;
  url.password = 'password-of-the-role';
  await ensureDatabase(ownerUrl.href);
  await migrate(ownerUrl.href);
  await grantRuntimeRole(ownerUrl.href, url.href);
  const { pool: sql, close } = open(ownerUrl);
  const directory = await mkdtemp(join(tmpdir(), 'crystalline-shop-'));
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: url.href,
    DATABASE_OWNER_URL: ownerUrl.href,
    AUTH_SECRET: 'a secret of this test, and of nothing else',
    MEDIA_DIR: join(directory, 'media'),
    ERASURES_DIR: join(directory, 'erasures'),
    REDIS_URL: process.env.REDIS_URL,
  };
  return {
    sql,
    directory,
    url: url.href,
    ownerUrl: ownerUrl.href,
    role: name,
    env,
    run: (args: string[], changes: NodeJS.ProcessEnv = {}) => runCommand(args, { ...env, ...changes }),
    async drop() {
      await close();
      await dropDatabase(ownerUrl.href);
      const server = new URL(ownerUrl);
      server.pathname = '/postgres';
      const maintenance = open(server);
      await maintenance.pool.query(`drop role ${name}`).finally(maintenance.close);
      await rm(directory, { recursive: true });
    },
  };
}

const open = ({ href: url }: URL) =>
  new Connection({
    url,
    applicationName: 'crystalline-test',
    max: 2,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 20_000,
    onError: () => {},
  });

type Result = { code: number; stdout: string; stderr: string };

const SHOP = join(import.meta.dirname, '../shop.ts');

/** In a directory without .env. Standard input is not a terminal. */
function runCommand(args: string[], env: NodeJS.ProcessEnv) {
  return new Promise<Result>((resolve) => {
    const child = execFile(process.execPath, [SHOP, ...args], { env, cwd: tmpdir() }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
    child.stdin?.end();
  });
}
