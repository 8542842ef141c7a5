/** Disposable PostgreSQL and Redis servers on their own ports, for tests that kill them. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/shop.ts';

const PG_HOME = '/usr/lib/postgresql';
const asRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root, so it runs as the user of its package. */
function pgCommand(program: string, ...args: string[]) {
  const version = readdirSync(PG_HOME).sort().at(-1) ?? '';
  const command = [join(PG_HOME, version, 'bin', program), ...args];
  const [file = '', ...rest] = asRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  execFileSync(file, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A server whose data directory is filled by `fill`. */
async function aServer(fill: (data: string) => void, settings = '') {
  const port = await freePort();
  const parent = mkdtempSync(join(tmpdir(), 'shop-pg-'));
  const data = join(parent, 'data');
  chmodSync(parent, 0o777);
  fill(data);
  // Only the server is killed, not the machine: no need to wait for the disk.
  const options = `-p ${port} -c fsync=off -c listen_addresses=127.0.0.1 -c unix_socket_directories=${parent} -c max_connections=200 ${settings}`;
  const start = () => pgCommand('pg_ctl', '-D', data, '-w', '-l', join(parent, 'log'), '-o', options, 'start');
  const stop = () => pgCommand('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
  start();
  return {
    port,
    data,
    start,
    stop,
    remove() {
      stop();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

/** Streams from the server on `primaryPort`, and applies each commit this many seconds after it. */
export const aReplica = (primaryPort: number, delaySeconds: number) =>
  aServer(
    (data) =>
      pgCommand(
        'pg_basebackup',
        ...[
          '-h',
          '127.0.0.1',
          '-p',
          `${primaryPort}`,
          '-U',
          'postgres',
          '-D',
          data,
          '-R',
          '--checkpoint=fast',
          '--no-sync',
        ],
      ),
    `-c recovery_min_apply_delay=${delaySeconds}s`,
  );

export async function aPostgres() {
  const { port, data, start, stop, remove } = await aServer((directory) =>
    pgCommand(
      'initdb',
      ...['-D', directory, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    ),
  );
  const serverPid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const signalBackends = (server: number, signal: NodeJS.Signals) => {
    const pids = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').split(' ').filter(Boolean);
    for (const pid of pids) process.kill(Number(pid), signal);
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    start,
    stop,
    /** Stops all its processes and keeps every connection open. The server first, so that it starts no new ones. */
    suspend() {
      const server = serverPid();
      process.kill(server, 'SIGSTOP');
      signalBackends(server, 'SIGSTOP');
    },
    /** The server last: until then it reaps no child, so that every pid is still valid. */
    resume() {
      const server = serverPid();
      signalBackends(server, 'SIGCONT');
      process.kill(server, 'SIGCONT');
    },
    remove,
  };
}

export async function aRedis() {
  const port = await freePort();
  const start = async () => {
    const server = spawn(
      'redis-server',
      ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      {
        stdio: 'ignore',
      },
    );
    while (!(await accepts(port))) await new Promise((next) => setTimeout(next, 20));
    return server;
  };
  let server = await start();
  return {
    url: `redis://127.0.0.1:${port}/0`,
    async start() {
      server = await start();
    },
    async kill() {
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    },
  };
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
