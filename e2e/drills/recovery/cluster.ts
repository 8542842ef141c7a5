/** PostgreSQL clusters in directories of a drill, durable like those of a real store. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/shop.ts';
import { executeAsPostgres } from './commands.ts';

const DEBIAN_HOME = '/usr/lib/postgresql';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** The directory of Debian's PostgreSQL programs. */
export const debianPrograms = () => join(DEBIAN_HOME, readdirSync(DEBIAN_HOME).sort().at(-1) ?? '', 'bin');

export async function initializeCluster(programs: string, data: string) {
  const options = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums'];
  await executeAsPostgres([join(programs, 'initdb'), '-D', data, ...options]);
}

type Options = { programs: string; data: string; port: number; env?: Record<string, string> };

/** Starts the server of a data directory, which may have to recover first; resolves when it accepts connections. */
export async function startCluster({ programs, data, port, env = {} }: Options) {
  const sockets = join(data, '..');
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${sockets} -c max_connections=200`;
  const control = (...args: string[]) => executeAsPostgres([join(programs, 'pg_ctl'), '-D', data, ...args], { env });
  await control('-w', '-t', '600', '-l', `${data}.log`, '-o', options, 'start');
  let isRunning = true;
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      if (isRunning) await control('-m', 'fast', '-w', 'stop');
      isRunning = false;
    },
  };
}

export async function aCluster(programs: string, data: string) {
  await initializeCluster(programs, data);
  return startCluster({ programs, data, port: await freePort() });
}
