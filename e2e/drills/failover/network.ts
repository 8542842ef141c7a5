/** Three hosts as network namespaces on a bridge, each with its own IP address and link. */
import { execFileSync } from 'node:child_process';

export type Host = { name: string; ip: string; link: string };

const BRIDGE = 'crystal0';
export const NETWORK = '10.77.0.0/24';
const HOSTS: Host[] = [1, 2, 3].map((n) => ({ name: `crystal${n}`, ip: `10.77.0.1${n}`, link: `crystal${n}-host` }));

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });

export function createHosts() {
  removeHosts();
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('addr', 'add', '10.77.0.1/24', 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  for (const { name, ip: address, link } of HOSTS) {
    ip('netns', 'add', name);
    ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', link, 'master', BRIDGE);
    ip('link', 'set', link, 'up');
    ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    ip('-n', name, 'link', 'set', 'eth0', 'up');
    ip('-n', name, 'link', 'set', 'lo', 'up');
  }
  return HOSTS;
}

export function removeHosts() {
  const names = ip('netns', 'list');
  for (const { name } of HOSTS)
    if (names.includes(name)) {
      for (const pid of processesOf(name)) kill(pid);
      ip('netns', 'del', name);
    }
  // The kernel removes the links of a namespace some time after it.
  const links = ip('-br', 'link');
  for (const name of [...HOSTS.map(({ link }) => link), BRIDGE]) if (links.includes(name)) deleteLink(name);
}

export function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with its parent.
  }
}

function deleteLink(name: string) {
  try {
    ip('link', 'del', name);
  } catch {
    // It is gone with its namespace.
  }
}

export const setLink = ({ link }: Host, state: 'up' | 'down') => ip('link', 'set', link, state);

/** Process ids of a host. */
export const processesOf = (name: string) =>
  ip('netns', 'pids', name)
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0);
