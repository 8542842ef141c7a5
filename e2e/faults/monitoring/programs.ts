/** Prometheus, Alertmanager and exporters as Debian packages, started for one test. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { waitUntilReady } from '../../support/shop.ts';

const PACKAGES = [
  'prometheus',
  'prometheus-alertmanager',
  'prometheus-node-exporter',
  'prometheus-blackbox-exporter',
] as const;
type Program = (typeof PACKAGES)[number];

/** The programs alone: their services are not started. */
export function installMonitoring() {
  const missing = PACKAGES.filter((name) => !existsSync(`/usr/bin/${name}`));
  if (missing.length === 0) return;
  const args = ['install', '-y', '-q', '--no-install-recommends', ...missing];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  execFileSync('apt-get', args, { env, stdio: 'inherit' });
}

export async function startProgram(
  program: Program,
  args: string[],
  { ready, env = {} }: { ready: string; env?: Record<string, string> },
) {
  const child: ChildProcess = spawn(program, [...args, '--log.level=error'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntilReady(ready, child);
  return {
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
