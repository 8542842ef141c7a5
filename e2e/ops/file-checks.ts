/** Every file of ops, the Containerfile and compose.yaml, each read by the program it is for. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configureProxy, makeCertificate, PROXIES } from '../support/proxy-config.ts';
import { checkKubernetes } from './kubernetes-checks.ts';
import { assert, check } from './report.ts';
import { installTools, ROOT, run } from './tools.ts';

const EXPOSURE_MAX = 2.5;
const TOOLS = {
  nginx: 'nginx-light',
  haproxy: 'haproxy',
  caddy: 'caddy',
  openssl: 'openssl',
  shellcheck: 'shellcheck',
  'docker-compose': 'docker-compose',
  'systemd-analyze': 'systemd',
  kubectl: 'kubernetes-client',
  promtool: 'prometheus',
  amtool: 'prometheus-alertmanager',
};

async function inDirectory<T>(work: (directory: string) => Promise<T>) {
  const directory = mkdtempSync(join(tmpdir(), 'crystalline-ops-'));
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export async function checkFiles() {
  await check('tools: installed', async () => installTools(TOOLS).then(() => undefined));
  await Promise.all([
    check('ops/prometheus, alertmanager, grafana: rules, their tests, runbooks and metrics', checkAlerts),
    checkProxies(),
    checkSystemd(),
    check('compose.yaml: valid, with the secrets of make-secrets', checkCompose),
    checkKubernetes(),
    check('shell scripts: shellcheck', checkShell),
  ]);
}

async function checkAlerts() {
  const { stdout } = await run('npm', ['run', '--silent', 'check:alerts']);
  return stdout.trim().split('\n').at(-1);
}

async function checkProxies() {
  const ports = { tls: 1_443, plain: 1_080, web: 1_300 };
  for (const proxy of PROXIES)
    await check(`ops/proxy: ${proxy} accepts its configuration`, () =>
      inDirectory(async (directory) => {
        makeCertificate(directory);
        const { file, validate, env } = configureProxy(proxy, directory, ports);
        await run(file, validate, { env });
        return undefined;
      }),
    );
}

async function checkSystemd() {
  const directory = join(ROOT, 'ops/systemd');
  const files = readdirSync(directory);
  const units = files.filter((name) => /\.(service|target|timer)$/.test(name)).map((name) => join(directory, name));
  await check('ops/systemd: systemd-analyze verify', async () => {
    const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', ...units]);
    assert(`${stdout}${stderr}`.trim() === '', `${stdout}${stderr}`);
    return `${units.length} units`;
  });
  for (const name of files.filter((file) => file.endsWith('.service')))
    await check(`ops/systemd: exposure of ${name} below ${EXPOSURE_MAX}`, async () => {
      const { stdout } = await run('systemd-analyze', [
        'security',
        '--offline=true',
        '--no-pager',
        join(directory, name),
      ]);
      const exposure = Number(/exposure level for \S+ ([\d.]+)/.exec(stdout)?.[1]);
      assert(exposure < EXPOSURE_MAX, `${exposure}`);
      return `${exposure}`;
    });
  await check('ops/systemd: user and directories', () =>
    inDirectory(async (root) => {
      for (const path of ['etc', 'usr/lib/sysusers.d', 'usr/lib/tmpfiles.d'])
        mkdirSync(join(root, path), { recursive: true });
      cpSync(join(directory, 'crystalline.sysusers'), join(root, 'usr/lib/sysusers.d/crystalline.conf'));
      cpSync(join(directory, 'crystalline.tmpfiles'), join(root, 'usr/lib/tmpfiles.d/crystalline.conf'));
      await run('systemd-sysusers', [`--root=${root}`]);
      assert(/^crystalline:/m.test(readFileSync(join(root, 'etc/passwd'), 'utf8')), 'The user was not created');
      await run('systemd-tmpfiles', ['--create', `--root=${root}`]);
      assert(readdirSync(join(root, 'var/lib/crystalline')).length === 2, 'The directories were not created');
      return undefined;
    }),
  );
}

/** In a copy, so that no secrets are left in the work tree. */
const checkCompose = () =>
  inDirectory(async (directory) => {
    cpSync(join(ROOT, 'compose.yaml'), join(directory, 'compose.yaml'));
    cpSync(join(ROOT, 'ops/compose'), join(directory, 'ops/compose'), {
      recursive: true,
      filter: (path) => !path.endsWith('/secrets'),
    });
    cpSync(join(ROOT, 'ops/compose/settings.example.env'), join(directory, 'ops/compose/settings.env'));
    await run(join(directory, 'ops/compose/make-secrets'), []);
    const secrets = ['auth_secret', 'database_url', 'pgbackrest/secret.conf'];
    const read = () => secrets.map((name) => readFileSync(join(directory, 'ops/compose/secrets', name), 'utf8')).join();
    const before = read();
    await run(join(directory, 'ops/compose/make-secrets'), []);
    assert(read() === before, 'A second run of make-secrets changes a secret');
    const { stdout } = await run('docker-compose', ['--file', 'compose.yaml', 'config'], {
      cwd: directory,
      env: { DOMAIN: 'shop.example.com' },
    });
    assert((stdout.match(/^ {4}ports:$/gm) ?? []).length === 1, 'Another service than the proxy publishes a port');
    return undefined;
  });

async function checkShell() {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  const scripts = stdout
    .split('\0')
    .filter((path) => path && !/\.\w+$/.test(path) && /^(ops|scripts|\.ci)\//.test(path))
    .filter((path) => /^#!.*\b(ba)?sh\b/.test(readFileSync(join(ROOT, path), 'utf8')));
  assert(scripts.length > 0, 'No scripts were found');
  await run('shellcheck', ['--severity=warning', ...scripts]);
  return scripts.join(', ');
}
