/** The files of ops/proxy with ports, certificate and web server of a test. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillTemplate } from './fill-template.ts';

export const PROXIES = ['nginx', 'haproxy', 'caddy'] as const;
export type ProxyName = (typeof PROXIES)[number];
type Ports = { tls: number; plain: number; web: number };
/** `validate` checks the file and ends. */
type Command = { file: string; args: string[]; env?: Record<string, string>; validate: string[] };

const FILES = new URL('../../ops/proxy/', import.meta.url);

const fillFile = (name: string, values: Record<string, string>) =>
  fillTemplate(readFileSync(new URL(name, FILES), 'utf8'), values);

export function makeCertificate(directory: string) {
  const [key, certificate] = [join(directory, 'privkey.pem'), join(directory, 'fullchain.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '1'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject],
    { stdio: 'ignore' },
  );
  writeFileSync(join(directory, 'both.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
}

type Configure = (directory: string, ports: Ports) => Command;

const haproxy: Configure = (directory, { tls, plain, web }) => {
  const config = join(directory, 'haproxy.cfg');
  const values = {
    'bind :80\n': `bind 127.0.0.1:${plain}\n`,
    'bind :443': `bind 127.0.0.1:${tls}`,
    '/etc/haproxy/crystalline.pem': join(directory, 'both.pem'),
    'log /dev/log local0': 'log stdout format raw local0',
    '127.0.0.1:3000': `127.0.0.1:${web}`,
  };
  writeFileSync(config, fillFile('haproxy.cfg', values));
  return { file: 'haproxy', args: ['-db', '-f', config], validate: ['-c', '-f', config] };
};

const nginx: Configure = (directory, { tls, plain, web }) => {
  const config = join(directory, 'nginx.conf');
  const values = {
    'listen 443': `listen 127.0.0.1:${tls}`,
    'listen 80': `listen 127.0.0.1:${plain}`,
    '/etc/ssl/crystalline': directory,
    '/var/log/nginx/access.log': join(directory, 'access.log'),
    '/var/log/nginx/error.log': 'stderr',
    '127.0.0.1:3000': `127.0.0.1:${web}`,
  };
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const main = `${user} daemon off; pid ${directory}/pid; error_log stderr; events {}`;
  writeFileSync(config, `${main} http { ${temporary.join(' ')} ${fillFile('nginx.conf', values)} }`);
  return {
    file: 'nginx',
    args: ['-c', config, '-p', directory],
    validate: ['-t', '-q', '-c', config, '-p', directory],
  };
};

const caddy: Configure = (directory, { tls, plain, web }) => {
  const config = join(directory, 'Caddyfile');
  const certificate = `tls ${directory}/fullchain.pem ${directory}/privkey.pem`;
  // The certificate of a deployment is fetched by Caddy.
  const values = {
    'https://{$DOMAIN:shop.example.com} {\n': `https://{$DOMAIN}:${tls} {\n\tbind 127.0.0.1\n\t${certificate}\n`,
    'http://{$DOMAIN:shop.example.com} {\n': `http://:${plain} {\n\tbind 127.0.0.1\n`,
    'admin off\n': 'admin off\n\tauto_https off\n',
  };
  writeFileSync(config, fillFile('Caddyfile', values));
  const args = ['--config', config, '--adapter', 'caddyfile'];
  const env = {
    DOMAIN: 'localhost',
    WEB_UPSTREAM: `127.0.0.1:${web}`,
    XDG_DATA_HOME: directory,
    XDG_CONFIG_HOME: directory,
  };
  return { file: 'caddy', args: ['run', ...args], env, validate: ['validate', ...args] };
};

const CONFIGURE: Record<ProxyName, Configure> = { nginx, haproxy, caddy };

/** Writes the file into the directory, and returns how to start and how to validate it. */
export const configureProxy = (proxy: ProxyName, directory: string, ports: Ports) => CONFIGURE[proxy](directory, ports);
