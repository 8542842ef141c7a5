/** Two API processes, two web processes and a worker behind HAProxy, each of which can be replaced by one of another release. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type Shop, waitUntilReady } from '../../support/shop.ts';
import type { Release } from './release.ts';

const servers = (ports: number[]) =>
  ports.map((port, i) => `    server process${i} 127.0.0.1:${port} check inter 200ms fall 1 rise 1`).join('\n');

/** A script or style that the chosen process does not have is requested from the other, whose release has it. */
const configuration = (ports: { web: number; api: number; state: number }, webs: number[], apis: number[]) => `
global
    maxconn 4000
defaults
    mode http
    timeout client 60s
    timeout connect 2s
    timeout server 60s
    timeout queue 5s
    timeout check 5s
    option redispatch 1
    retries 3
    retry-on conn-failure
frontend state
    bind 127.0.0.1:${ports.state}
    stats enable
    stats uri /
frontend web
    bind 127.0.0.1:${ports.web}
    http-request set-header X-Forwarded-For %[src]
    use_backend assets if { path_beg /assets/ }
    default_backend web
frontend api
    bind 127.0.0.1:${ports.api}
    default_backend api
backend web
    option httpchk GET /health/ready
${servers(webs)}
backend assets
    option httpchk GET /health/ready
    retry-on conn-failure empty-response 404
${servers(webs)}
backend api
    option httpchk GET /health/ready
${servers(apis)}
`;

export type RollingStore = Awaited<ReturnType<typeof startRollingStore>>;

/** On the database and payment sandbox of `shop`, which has no processes of its own. */
export async function startRollingStore(shop: Shop, first: Release) {
  const directory = mkdtempSync(join(tmpdir(), 'releases-'));
  const [apiFront, state] = [await freePort(), await freePort()];
  const [apiPorts, webPorts] = [
    [await freePort(), await freePort()],
    [await freePort(), await freePort()],
  ];
  const env = {
    ...shop.env,
    DRAIN_SECONDS: '2',
    ASSETS_DIR: join(directory, 'assets'),
    WORKER_PORT: '0',
    WEB_INTERNAL_PORT: '0',
  };
  const startApi = (release: Release, port: number) =>
    startReady(release.run('api', { ...env, API_PORT: `${port}` }), port);
  const startWeb = (release: Release, port: number) =>
    startReady(release.run('web', { ...env, WEB_PORT: `${port}`, API_URL: `http://127.0.0.1:${apiFront}` }), port);
  const startWorker = (release: Release) => release.run('worker', env);

  const apis = await Promise.all(apiPorts.map((port) => startApi(first, port)));
  const config = join(directory, 'haproxy.cfg');
  writeFileSync(config, configuration({ web: shop.publicPort, api: apiFront, state }, webPorts, apiPorts));
  const proxy = spawn('haproxy', ['-db', '-f', config], { stdio: ['ignore', 'ignore', 'inherit'] });
  const webs = await Promise.all(webPorts.map((port) => startWeb(first, port)));
  let worker = startWorker(first);
  await waitUntilReady(`http://127.0.0.1:${state}/`, proxy);
  await waitUntilAllUp(state);

  /** The old process drains and ends before the new one takes its port: the other one serves meanwhile. */
  async function replace(processes: ChildProcess[], ports: number[], start: (port: number) => Promise<ChildProcess>) {
    for (const [i, port] of ports.entries()) {
      await stop(processes[i]);
      processes[i] = await start(port);
      await waitUntilAllUp(state);
    }
  }
  const steps = {
    api: (release: Release) => replace(apis, apiPorts, (port) => startApi(release, port)),
    web: (release: Release) => replace(webs, webPorts, (port) => startWeb(release, port)),
    async worker(release: Release) {
      const old = worker;
      worker = startWorker(release);
      await stop(old);
    },
  };
  return {
    /** A newer release reads what an older one wrote: API and worker first, then the web servers, which check responses. */
    async rollForward(release: Release) {
      await steps.api(release);
      await steps.worker(release);
      await steps.web(release);
    },
    async rollBack(release: Release) {
      await steps.web(release);
      await steps.worker(release);
      await steps.api(release);
    },
    /** Its supervisor stops an API process and starts the same release again. */
    restartApi: (release: Release) => replace(apis, apiPorts.slice(0, 1), (port) => startApi(release, port)),
    async stop() {
      await Promise.all([...apis, ...webs, worker].map(stop));
      await kill(proxy);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function startReady(child: ChildProcess, port: number) {
  await waitUntilReady(`http://127.0.0.1:${port}/health/ready`, child);
  return child;
}

/** Resolves when HAProxy sends requests to every process. */
async function waitUntilAllUp(statePort: number) {
  for (;;) {
    const state = await (await fetch(`http://127.0.0.1:${statePort}/;csv`)).text();
    const statuses = state
      .split('\n')
      .filter((line) => line.includes(',process'))
      .map((line) => line.split(',')[17]);
    if (statuses.length > 0 && statuses.every((status) => status === 'UP')) return;
    await new Promise((next) => setTimeout(next, 50));
  }
}

async function stop(child: ChildProcess | undefined) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function kill(child: ChildProcess | undefined) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
