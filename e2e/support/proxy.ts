/** A proxy with the configuration of ops/proxy, on its own ports. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { configureProxy, makeCertificate, type ProxyName } from './proxy-config.ts';
import { freePort } from './shop.ts';

export async function startProxy(proxy: ProxyName, ports: { tls: number; plain: number; web: number }) {
  const directory = mkdtempSync(join(tmpdir(), `shop-${proxy}-`));
  // Varnish and hitch read their files as users of their own.
  chmodSync(directory, 0o755);
  makeCertificate(directory);
  const commands = configureProxy(proxy, directory, { ...ports, behindTls: await freePort() });
  const children = commands.map(({ file, args, env }) =>
    spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } }),
  );
  const failed = Promise.race(children.map((child) => once(child, 'error').then(([error]) => Promise.reject(error))));
  failed.catch(() => {});
  const send = createClient(ports.tls);
  const ready = async () => {
    while ((await send('/robots.txt').catch(() => undefined))?.status !== 200) {
      const ended = children.find((child) => child.exitCode !== null);
      if (ended) throw new Error(`${ended.spawnfile} ended with ${ended.exitCode}`);
      await new Promise((next) => setTimeout(next, 50));
    }
  };
  await Promise.race([ready(), failed]);

  return {
    send,
    async stop() {
      for (const child of children) {
        child.kill('SIGTERM');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string | Buffer; from?: string };

/** Sends requests over TLS from any loopback address. */
const createClient =
  (port: number) =>
  async (path: string, { method = 'GET', headers = {}, body, from = '127.0.0.1' }: RequestOptions = {}) => {
    const clientRequest = request({
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      path,
      method,
      headers: { host: `localhost:${port}`, ...headers },
      localAddress: from,
      rejectUnauthorized: false,
      agent: false,
    });
    // A request rejected before the end of its body may find the connection closed.
    const failed = once(clientRequest, 'error').then(([error]) => Promise.reject(error));
    failed.catch(() => {});
    clientRequest.end(body);
    const [response] = await Promise.race([once(clientRequest, 'response'), failed]);
    return { status: Number(response.statusCode), headers: response.headers, body: () => text(response), response };
  };
