/** Three PostgreSQL nodes with Patroni and etcd, and HAProxy in front of the primary, with the files of ops/patroni. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { fillTemplate } from '../../support/fill-template.ts';
import { freePort } from '../../support/shop.ts';
import { createHosts, type Host, kill, NETWORK, processesOf, removeHosts, setLink } from './network.ts';
import { onNode } from './node.ts';

const FILES = new URL('../../../ops/patroni/', import.meta.url);
const PG_HOME = '/usr/lib/postgresql';
const Member = z.object({ name: z.string(), role: z.string(), state: z.string() });
type Member = z.infer<typeof Member>;
const Cluster = z.object({ members: z.array(Member) });

export type Fault = 'killed' | 'cut off';
export type PostgresCluster = Awaited<ReturnType<typeof startCluster>>;

export async function startCluster() {
  const directory = mkdtempSync(join(tmpdir(), 'failover-'));
  chmodSync(directory, 0o755);
  const hosts = createHosts();
  const etcds = hosts.map((host) => startEtcd(host, hosts, directory));
  const patronis = new Map(hosts.map((host) => [host.name, startPatroni(host, hosts, directory)]));
  const port = await freePort();
  const haproxy = startHaproxy(hosts, directory, port);
  const cluster = {
    hosts,
    /** Of the primary, whichever node that is. */
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** A socket reaches a node whose network is cut. */
    socketOf: ({ name }: Host) => join(directory, name),
    async primary() {
      for (;;) {
        for (const host of hosts) if (await isPrimary(host)) return host;
        await pause(100);
      }
    },
    /**
     * All three nodes run, and one of the standbys is synchronous: in the eyes of Patroni, whose members are as old as their
     * last report, and of the primary itself. Without one no other node may become primary.
     */
    async waitUntilHealthy() {
      let members: Member[] = [];
      for (const deadline = performance.now() + 120_000; performance.now() < deadline; await pause(200)) {
        const primary = await cluster.primary();
        members = (await listMembers(primary)) ?? [];
        const running = members.filter(({ state }) => state === 'running' || state === 'streaming');
        const isKnown = running.length === hosts.length && members.some(({ role }) => role === 'sync_standby');
        if (isKnown && (await hasStandbys(cluster.socketOf(primary)))) return;
      }
      for (const { name } of hosts) console.log(name, lastLines(logOf(directory, name, 'patroni')));
      throw new Error(`The cluster did not become healthy within two minutes: ${JSON.stringify(members)}`);
    },
    /** kill -9 of PostgreSQL and Patroni, as when the machine loses power; or the network cable is pulled. */
    inject(fault: Fault, host: Host) {
      if (fault === 'cut off') setLink(host, 'down');
      else for (const pid of processesOf(host.name)) if (!etcds.some((etcd) => isChild(pid, etcd.pid))) kill(pid);
    },
    repair(fault: Fault, host: Host) {
      if (fault === 'cut off') setLink(host, 'up');
      else patronis.set(host.name, startPatroni(host, hosts, directory));
    },
    async stop() {
      haproxy.kill('SIGKILL');
      for (const child of [...patronis.values(), ...etcds]) child.kill('SIGKILL');
      removeHosts();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await cluster.waitUntilHealthy();
  return cluster;
}

/** The namespace is entered by a wrapper, whose child is the program. A process that has ended meanwhile is none. */
function isChild(pid: number, parent: number | undefined) {
  if (pid === parent) return true;
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[3] === `${parent}`;
  } catch {
    return false;
  }
}

const logOf = (directory: string, name: string, program: string) => join(directory, `${name}-${program}.log`);

/** Without what Patroni repeats every two seconds and the standbys' refusals of the writers. */
const lastLines = (log: string) =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => !/no action|read-only transaction|failover_writes|returning id/.test(line))
    .slice(-60)
    .join('\n');

function inHost({ name }: Host, directory: string, program: string, args: string[], user?: string): ChildProcess {
  const command = user ? ['runuser', '-u', user, '--', program, ...args] : [program, ...args];
  const log = logOf(directory, name, program);
  return spawn('sh', ['-c', `exec ip netns exec "$0" "$@" >>"${log}" 2>&1`, name, ...command], { stdio: 'ignore' });
}

function startEtcd(host: Host, hosts: Host[], directory: string) {
  const initial = hosts.map(({ name, ip }) => `${name}=http://${ip}:2380`).join();
  const [clients, peers] = [`http://${host.ip}:2379`, `http://${host.ip}:2380`];
  return inHost(host, directory, 'etcd', [
    ...['--name', host.name, '--data-dir', join(directory, `${host.name}-etcd`), '--enable-v2'],
    ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', initial],
  ]);
}

function startPatroni(host: Host, hosts: Host[], directory: string) {
  const version = readdirSync(PG_HOME).toSorted().at(-1) ?? '';
  const home = join(directory, host.name);
  mkdirSync(home, { recursive: true });
  const config = join(home, 'patroni.yml');
  writeFileSync(
    config,
    fill('patroni.yml', {
      NODE_NAME: host.name,
      NODE_IP: host.ip,
      ETCD_HOSTS: hosts.map(({ ip }) => `${ip}:2379`).join(),
      DATA_DIR: join(home, 'data'),
      BIN_DIR: join(PG_HOME, version, 'bin'),
      SOCKET_DIR: home,
      NETWORK,
    }),
  );
  execFileSync('chown', ['-R', 'postgres', home]);
  return inHost(host, directory, 'patroni', [config], 'postgres');
}

function startHaproxy(hosts: Host[], directory: string, port: number) {
  const config = join(directory, 'haproxy.cfg');
  const nodes = Object.fromEntries(hosts.map(({ ip }, i) => [`NODE${i + 1}_IP`, ip]));
  writeFileSync(config, fill('haproxy.cfg', { ...nodes, '127.0.0.1:5432': `127.0.0.1:${port}` }));
  return spawn('haproxy', ['-db', '-f', config], { stdio: 'ignore' });
}

const fill = (file: string, values: Record<string, string>) =>
  fillTemplate(readFileSync(new URL(file, FILES), 'utf8'), values);

const ask = (host: Host, path: string) =>
  fetch(`http://${host.ip}:8008${path}`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);

const hasStandbys = (socket: string) =>
  onNode(socket, async (client) => {
    const { rows } = await client.query<{ complete: boolean }>(
      `select count(*) = 2 and bool_or(sync_state = 'sync') as complete from pg_stat_replication where state = 'streaming'`,
    );
    return rows[0]?.complete === true;
  }).catch(() => false);

const isPrimary = async (host: Host) => (await ask(host, '/primary'))?.status === 200;

async function listMembers(host: Host) {
  const response = await ask(host, '/cluster');
  return response?.ok ? Cluster.parse(await response.json()).members : undefined;
}
