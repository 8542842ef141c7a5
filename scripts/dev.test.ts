/** `npm run dev` on a copy of the sources, with a database and ports of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../apps/api/test/support/network.ts';
import { aCommandStore, type CommandStore } from './shop/test-store.ts';

const ROOT = join(import.meta.dirname, '..');
const LEFT_OUT = new Set(['node_modules', 'build', 'var', 'test', 'sample', '.react-router', '.types']);

// Each step waits until two processes have started again.
vi.setConfig({ testTimeout: 200_000, hookTimeout: 100_000 });

let store: CommandStore;
let copy: string;
let dev: Awaited<ReturnType<typeof startDev>>;
beforeAll(async () => {
  store = await aCommandStore();
  copy = await copySources();
  dev = await startDev();
});
afterAll(async () => {
  await dev.stop();
  await store.drop();
  await rm(copy, { recursive: true });
});

const ENTRY = 'apps/api/src/server.ts';
const isServing = () =>
  fetch(`${dev.apiUrl}/api/products?limit=1`).then(
    ({ ok }) => ok,
    () => false,
  );
const expectServing = (serving: boolean) => expect.poll(isServing, { timeout: 60_000 }).toBe(serving);
const expectPrinted = (text: string) => expect.poll(dev.printed, { timeout: 60_000 }).toContain(text);
const change = async (file: string, edit: (code: string) => string) =>
  writeFile(join(copy, file), edit(await readFile(join(copy, file), 'utf8')));

test('an error in a file is shown with its name, and the API serves again when it is corrected', async () => {
  await expectServing(true);

  await change('apps/api/src/orders/rules.ts', (code) => `${code}const = ;\n`);
  await expectPrinted('orders/rules.ts:');
  await expectServing(false);
  await change('apps/api/src/orders/rules.ts', (code) => code.replace('const = ;\n', ''));

  await expectServing(true);
});

test('the API serves again when a file that it imports is created', async () => {
  await expectServing(true);

  await change(ENTRY, (code) => `import './late.ts';\n${code}`);
  await expectPrinted('late.ts');
  await expectServing(false);
  await writeFile(join(copy, 'apps/api/src/late.ts'), 'export {};\n');

  await expectServing(true);
});

test('a new migration is applied once it has content, and its successor after an error in it is corrected', async () => {
  await expectServing(true);
  const migrations = join(copy, 'apps/api/migrations');
  const columns = async () => {
    const { rows } = await store.sql.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'orders'::regclass and attname like 'trial%' order by 1`,
    );
    return rows.map(({ name }) => name);
  };

  await writeFile(join(migrations, '9000_trial.sql'), '');
  await expectPrinted('9000_trial.sql is empty');
  await writeFile(join(migrations, '9000_trial.sql'), 'alter table orders add column trial text;\n');
  await expect.poll(columns).toEqual(['trial']);
  await writeFile(join(migrations, '9001_trial.sql'), 'alter table orders add column;\n');
  await expectPrinted('9001_trial: syntax error');
  await writeFile(join(migrations, '9001_trial.sql'), 'alter table orders add column trial_2 text;\n');
  await expect.poll(columns).toEqual(['trial', 'trial_2']);
  await writeFile(join(migrations, '9000_trial.sql'), 'alter table orders add column trial_3 text;\n');
  await expectPrinted('9000_trial was applied before');

  await expectServing(true);
});

/** Its packages are links to those of the repository, except the workspaces, which are links to the copies. */
async function copySources() {
  const directory = await mkdtemp(join(tmpdir(), 'crystalline-dev-'));
  for (const part of ['apps', 'packages', 'scripts', 'package.json'])
    await cp(join(ROOT, part), join(directory, part), {
      recursive: true,
      filter: (path) => !LEFT_OUT.has(basename(path)),
    });
  const packageFolders = ['.', 'apps/api', 'apps/web', 'packages/telemetry'];
  for (const folder of packageFolders) {
    const [from, to] = [join(ROOT, folder, 'node_modules'), join(directory, folder, 'node_modules')];
    await mkdir(to);
    const names = await readdir(from).catch(() => []);
    for (const name of names.filter((each) => each !== '@shop' && !each.startsWith('.vite')))
      await symlink(join(from, name), join(to, name));
  }
  await cp(join(ROOT, 'node_modules/@shop'), join(directory, 'node_modules/@shop'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return directory;
}

async function startDev() {
  const [api, web, mail, smtp, pay, control] = await Promise.all(Array.from({ length: 6 }, freePort));
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: copy,
    env: {
      ...store.env,
      HOME: process.env.HOME,
      API_PORT: `${api}`,
      API_URL: `http://127.0.0.1:${api}`,
      WEB_PORT: `${web}`,
      WEB_INTERNAL_PORT: '0',
      PUBLIC_URL: `http://localhost:${web}`,
      EMAIL_VIEWER_PORT: `${mail}`,
      SMTP_URL: `smtp://127.0.0.1:${smtp}`,
      SANDBOX_PORT: `${pay}`,
      SANDBOX_CONTROL_PORT: `${control}`,
      RAZORPAY_API_URL: `http://127.0.0.1:${pay}`,
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
    });
  return {
    apiUrl: `http://127.0.0.1:${api}`,
    printed: () => printed,
    async stop() {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}
