import { afterEach, expect, test } from 'vitest';
import { startInternalServer } from './internal-server.ts';
import { createRegistry } from './metrics.ts';

const servers: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start({ live = true, ready = true } = {}) {
  const lines: object[] = [];
  const server = await startInternalServer({
    host: '127.0.0.1',
    port: 0,
    register: createRegistry({ service: 'worker', version: '1.2.3', commit: 'abc' }),
    isLive: () => live,
    checkReadiness: () => ({ ready, body: { status: ready ? 'ready' : 'draining' } }),
    log: { info: (details) => lines.push(details) },
  });
  servers.push(server);
  return { ...server, lines, get: (path: string, init?: RequestInit) => fetch(server.url + path, init) };
}

test('liveness and readiness respond with 200 and are not cached', async () => {
  const { get } = await start();

  for (const [path, status] of [
    ['/health/live', 'live'],
    ['/health/ready', 'ready'],
  ] as const) {
    const response = await get(path);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.json()).toEqual({ status });
  }
});

test('a process that is neither live nor ready responds with 503', async () => {
  const { get } = await start({ live: false, ready: false });

  for (const [path, status] of [
    ['/health/live', 'stopped'],
    ['/health/ready', 'draining'],
  ] as const) {
    const response = await get(path);
    expect([response.status, await response.json()]).toEqual([503, { status }]);
  }
});

test('metrics have the build of the process and the default metrics', async () => {
  const body = await (await (await start()).get('/metrics')).text();

  expect(body).toContain('build_info{service="worker",version="1.2.3",commit="abc"} 1');
  expect(body).toContain('nodejs_eventloop_lag_p99_seconds');
});

test('other paths and methods get 404', async () => {
  const { get } = await start();

  expect([(await get('/')).status, (await get('/metrics', { method: 'POST' })).status]).toEqual([404, 404]);
});

test('port 0 is any free port, which is logged', async () => {
  const { url, lines } = await start();

  expect(lines).toEqual([{ url }]);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
});

test('a port in use rejects the start', async () => {
  const { url } = await start();
  const port = Number(new URL(url).port);

  await expect(
    startInternalServer({
      host: '127.0.0.1',
      port,
      register: createRegistry({ service: 'web', version: '', commit: '' }),
      isLive: () => true,
      checkReadiness: () => ({ ready: true, body: {} }),
      log: { info: () => {} },
    }),
  ).rejects.toThrow('EADDRINUSE');
});
