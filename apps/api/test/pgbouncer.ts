/** `npm run test:pgbouncer -- <files>`: the API tests, with the app connected through PgBouncer in transaction mode. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../src/platform/config.ts';
import { freePort } from './support/network.ts';

const PGBOUNCER = '/usr/sbin/pgbouncer';
const isRoot = process.getuid?.() === 0;

const { hostname, port: serverPort, username } = new URL(readConfig(process.env).databaseUrl);
const directory = mkdtempSync(join(tmpdir(), 'crystalline-pgbouncer-'));
const port = await freePort();
const pooler = await start();
const tests = spawn('npx', ['vitest', 'run', '--max-workers=100%', '--project', 'api', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, TEST_POOLER: `127.0.0.1:${port}` },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => tests.kill(signal));
const [code] = await once(tests, 'exit');
pooler.kill();
rmSync(directory, { recursive: true });
process.exitCode = code ?? 1;

async function start() {
  if (!existsSync(PGBOUNCER)) execFileSync('apt-get', ['install', '-y', '-q', 'pgbouncer'], { stdio: 'inherit' });
  const users = join(directory, 'users.txt');
  const settings = join(directory, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" ""\n`);
  writeFileSync(settings, configuration(users));
  for (const [path, mode] of [
    [directory, 0o755],
    [users, 0o644],
    [settings, 0o644],
  ] as const)
    chmodSync(path, mode);
  // It refuses to run as root.
  const started = spawn(PGBOUNCER, ['-q', ...(isRoot ? ['-u', 'postgres'] : []), settings], { stdio: 'inherit' });
  while (!(await accepts())) {
    if (started.exitCode !== null) throw new Error('PgBouncer did not start.');
    await pause(50);
  }
  return started;
}

/**
 * Tests create a database for each file and one role for each run, so both are found at the first connection. Nothing is
 * in `ignore_startup_parameters`: PgBouncer rejects a connection that asks for a setting at its start.
 */
function configuration(users: string) {
  return `[databases]
* = host=${hostname} port=${serverPort || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
auth_type = trust
auth_file = ${users}
auth_user = ${username}
default_pool_size = 30
max_client_conn = 2000
server_idle_timeout = 5
autodb_idle_timeout = 5
`;
}

function accepts() {
  return new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
