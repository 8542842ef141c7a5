/** nginx and HAProxy with the configuration of docs/proxy, on their own ports. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export type Proxy = 'nginx' | 'haproxy';

const FILES = new URL('../../docs/proxy/', import.meta.url);

/** Replaces only what a deployment replaces; fails when a part is missing from the file. */
function fillTemplate(template: string, values: Record<string, string>) {
  let filled = template;
  for (const [part, value] of Object.entries(values)) {
    if (!filled.includes(part)) throw new Error(`The configuration file does not contain: ${part}`);
    filled = filled.replaceAll(part, value);
  }
  return filled;
}

function makeCertificate(directory: string) {
  const [key, certificate] = [join(directory, 'privkey.pem'), join(directory, 'fullchain.pem')];
  const subject = ['-subj', '/CN=localhost', '-days', '1'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject],
    {
      stdio: 'ignore',
    },
  );
  writeFileSync(join(directory, 'both.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
}

function commandFor(proxy: Proxy, directory: string, ports: { tls: number; plain: number; web: number }) {
  const read = (name: string) => readFileSync(new URL(name, FILES), 'utf8');
  const config = join(directory, 'config');
  const web = `127.0.0.1:${ports.web}`;
  if (proxy === 'haproxy') {
    const values = {
      'bind :80\n': `bind 127.0.0.1:${ports.plain}\n`,
      'bind :443': `bind 127.0.0.1:${ports.tls}`,
      '/etc/haproxy/crystalline.pem': join(directory, 'both.pem'),
      '127.0.0.1:3000': web,
    };
    writeFileSync(config, fillTemplate(read('haproxy.cfg'), values));
    return ['haproxy', '-db', '-f', config] as const;
  }
  const values = {
    'listen 443': `listen 127.0.0.1:${ports.tls}`,
    'listen 80': `listen 127.0.0.1:${ports.plain}`,
    '/etc/ssl/crystalline': directory,
    '127.0.0.1:3000': web,
  };
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  );
  const site = fillTemplate(read('nginx.conf'), values);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    config,
    `${user} daemon off; pid ${directory}/pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')} ${site} }`,
  );
  return ['nginx', '-c', config, '-p', directory] as const;
}

export async function startProxy(proxy: Proxy, ports: { tls: number; plain: number; web: number }) {
  const directory = mkdtempSync(join(tmpdir(), `shop-${proxy}-`));
  makeCertificate(directory);
  const [file, ...args] = commandFor(proxy, directory, ports);
  const child: ChildProcess = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const failed = once(child, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  const send = createClient(ports.tls);
  const ready = async () => {
    while ((await send('/robots.txt').catch(() => undefined))?.status !== 200) {
      if (child.exitCode !== null) throw new Error(`${proxy} ended with ${child.exitCode}`);
      await new Promise((next) => setTimeout(next, 50));
    }
  };
  await Promise.race([ready(), failed]);

  return {
    send,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
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
      port,
      path,
      method,
      headers,
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
