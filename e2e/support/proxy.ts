/** A proxy with the configuration of ops/proxy, on its own ports. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { configureProxy, makeCertificate, type ProxyName } from './proxy-config.ts';

export async function startProxy(proxy: ProxyName, ports: { tls: number; plain: number; web: number }) {
  const directory = mkdtempSync(join(tmpdir(), `shop-${proxy}-`));
  makeCertificate(directory);
  const { file, args, env } = configureProxy(proxy, directory, ports);
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  const log: string[] = [];
  // nginx opens no pipe.
  const accessLog = join(directory, 'access.log');
  for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', (line) => log.push(line));
  const failed = once(child, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  const send = createClient(ports.tls);
  const ready = async () => {
    while ((await send('/robots.txt').catch(() => undefined))?.status !== 200) {
      if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}: ${log.join('')}`);
      await new Promise((next) => setTimeout(next, 50));
    }
  };
  await Promise.race([ready(), failed]);

  return {
    send,
    /** All that it has logged so far. */
    log: () => log.join('') + (existsSync(accessLog) ? readFileSync(accessLog, 'utf8') : ''),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
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
