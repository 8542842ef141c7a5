import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startWebServer } from '../test/production.ts';
import { startStubApi } from '../test/stub-api.ts';

const PER_CLIENT = 200;

let api: Awaited<ReturnType<typeof startStubApi>>;
let web: Awaited<ReturnType<typeof startWebServer>>;
beforeAll(async () => {
  api = await startStubApi();
  // No trusted proxy: every loopback IP is a separate client.
  web = await startWebServer(api.url, { TRUSTED_PROXIES: '192.0.2.1' });
});
afterAll(async () => {
  await web.stop();
  await api.stop();
});

async function statusFor(localAddress: string) {
  const visit = request(`${web.url}/login`, { localAddress, agent: false });
  visit.end();
  const [response] = await once(visit, 'response');
  response.resume();
  return response.statusCode;
}

test('A25 1,000 connections that never finish their request do not block other clients', async () => {
  const port = Number(new URL(web.url).port);
  let ended = 0;
  const slow = Array.from({ length: 1_000 }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.1' });
    socket.on('connect', () => socket.write('GET / HTTP/1.1\r\nhost: shop\r\nx-slow: '));
    socket.on('error', () => {});
    socket.on('close', () => {
      ended += 1;
    });
    return socket;
  });

  await vi.waitUntil(() => ended >= slow.length - PER_CLIENT, { timeout: 9_000 });
  expect(await statusFor('127.0.0.2')).toBe(200);

  for (const socket of slow) socket.destroy();
  await vi.waitUntil(
    () =>
      statusFor('127.0.0.1')
        .then((status) => status === 200)
        .catch(() => false),
    { timeout: 9_000 },
  );
});
