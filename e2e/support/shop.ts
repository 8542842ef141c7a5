/** The store in processes of its own: fresh database, production build, any number of each server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../apps/api/test/support/network.ts';
import { asRuntimeRole, copyDatabase, dropImageJob, freshDatabase, hasRuntimeRole } from './database.ts';
import { balance } from './load-balancer.ts';
import { isBuilt, nodeArguments } from './node-arguments.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const END_WITH_PARENT = fileURLToPath(new URL('end-with-parent.ts', import.meta.url));
const POSTGRES = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
/** Database 1: other tests keep their rate-limit counters in database 0. */
const REDIS = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379/1';
const SECRET = 'a secret of at least 32 characters, for tests only';

/** All tests share one IP address and must not exhaust each other's rate limits. */
export const NO_RATE_LIMIT = { RATE_LIMIT_FACTOR: '100' };

/** Password of the accounts that tests register. */
export const PASSWORD = 'a long enough password';

/** A valid id that no row has. */
export const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

export type Shop = Awaited<ReturnType<typeof startShop>>;

type Options = {
  /** With 0, the caller starts them on `publicPort`, with `env`. */
  apis?: number;
  /** With 0, the API listens on the public port. */
  webs?: number;
  /** URL of a PostgreSQL server other than the default. */
  postgres?: string;
  /** Also starts a worker, and an SMTP server whose emails can be read over HTTP. */
  email?: boolean;
  /** Also starts a payment sandbox. */
  payments?: boolean;
  /** Without, the store is as empty as after a set-up in production. Default: true. */
  sample?: boolean;
  /** Also a year of orders. */
  demo?: boolean;
  /** File descriptor for the logs of the processes. Default: the log of the test. */
  logs?: number;
  env?: Record<string, string>;
  /** Directory of another release, installed and built, to set up and start instead of this one. */
  root?: string;
};

export async function startShop(options: Options = {}) {
  const {
    apis = 1,
    webs = 1,
    postgres = POSTGRES,
    email = false,
    payments = false,
    sample = true,
    logs,
    env = {},
    root = ROOT,
  } = options;
  const { demo = false } = options;
  const template = postgres === POSTGRES && sample && !demo && root === ROOT ? process.env.TEMPLATE_URL : undefined;
  const database = template ? await copyDatabase(template) : freshDatabase(postgres);
  const processes: ChildProcess[] = [];
  const publicPort = await freePort();
  const publicUrl = `http://localhost:${publicPort}`;
  const sandbox = await sandboxSettings(publicUrl);
  const common = { ...settingsFor(database.url, root), ...(payments && sandbox.env), PUBLIC_URL: publicUrl, ...env };
  const start = (script: string, extra: Record<string, string>) => {
    const child = runIn(root, logs, script, { ...common, ...extra });
    processes.push(child);
    return child;
  };
  const startAndWait = async (script: string, extra: Record<string, string>, ready: string) => {
    const child = start(script, extra);
    await waitUntilReady(ready, child);
    return child;
  };

  await buildIfMissing(root);
  if (!template) {
    const settings = { ...common, NODE_ENV: sample ? 'test' : 'production' };
    await waitForExit(runIn(root, undefined, 'scripts/setup.ts', settings, ...(demo ? ['--demo'] : [])));
    await dropImageJob(database.url);
  }

  const frontPort = webs === 0 ? publicPort : await freePort();
  const apiPorts = apis === 1 ? [frontPort] : await freePorts(apis);
  if (apis > 1) await balance(frontPort, apiPorts);
  const webPorts = webs === 1 ? [publicPort] : await freePorts(webs);
  if (webs > 1) await balance(publicPort, webPorts);
  const [smtpPort, emailViewerPort] = await freePorts(2);
  const emailViewerUrl = `http://127.0.0.1:${emailViewerPort}`;
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, EMAIL_VIEWER_PORT: `${emailViewerPort}` };

  const startApi = (port: number) =>
    startAndWait('api', { API_PORT: `${port}` }, `http://127.0.0.1:${port}/health/ready`);
  const startWeb = (port: number) => {
    const settings = { WEB_PORT: `${port}`, API_URL: `http://127.0.0.1:${frontPort}` };
    return startAndWait('web', settings, `http://127.0.0.1:${port}/health/ready`);
  };
  const startSandbox = () =>
    startAndWait('apps/payment-sandbox/src/server.ts', { NODE_ENV: 'test' }, sandbox.env.RAZORPAY_CHECKOUT_URL);
  // All at once: each of them keeps one core busy.
  const worker = email ? start('worker', smtp) : undefined;
  const [[api], [web], sandboxProcess] = await Promise.all([
    Promise.all(apiPorts.map(startApi)),
    Promise.all(webPorts.map(startWeb)),
    payments ? startSandbox() : undefined,
    email ? startAndWait('scripts/email-viewer.ts', smtp, emailViewerUrl) : undefined,
  ]);
  const pids = {
    api: api?.pid ?? 0,
    web: web?.pid ?? 0,
    worker: worker?.pid ?? 0,
    sandbox: sandboxProcess?.pid ?? 0,
  };

  return {
    url: publicUrl,
    publicPort,
    /** Environment for further processes of this store. */
    env: common,
    emailViewerUrl,
    /** Environment of the payment provider, for further instances. */
    payment: sandbox.env,
    apiUrl: `http://127.0.0.1:${frontPort}`,
    apiPorts,
    webPorts,
    /** The first process of each kind. */
    pids,
    databaseUrl: database.url,
    async stop() {
      const ends = processes
        .filter((child) => child.exitCode === null && child.signalCode === null)
        .map((child) => once(child, 'exit'));
      for (const child of processes) child.kill('SIGTERM');
      await Promise.all(ends);
      await database.drop();
      rmSync(sandbox.directory, { recursive: true, force: true });
    },
  };
}

/**
 * Sets up a database with the sample data, of which the stores of this run are copies: 0.2 s instead of 5 s for each.
 * Returns a function that drops it.
 */
export async function createTemplate() {
  await buildIfMissing();
  const { url, drop } = freshDatabase(POSTGRES);
  await waitForExit(run('scripts/setup.ts', { ...settingsFor(url), NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' }));
  await dropImageJob(url);
  process.env.TEMPLATE_URL = url;
  return drop;
}

export async function buildIfMissing(root = ROOT) {
  if (isBuilt(root)) return;
  await waitForExit(spawn('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' }));
}

/** Webhooks go to the public URL, as the real provider's do. */
export async function sandboxSettings(publicUrl: string) {
  const [port, controlPort] = [await freePort(), await freePort()];
  const directory = mkdtempSync(join(tmpdir(), 'payments-'));
  const env = {
    SANDBOX_PORT: `${port}`,
    SANDBOX_CONTROL_PORT: `${controlPort}`,
    SANDBOX_LEDGER: join(directory, 'ledger.jsonl'),
    SANDBOX_WEBHOOK_URL: `${publicUrl}/api/payment/webhook`,
    RAZORPAY_API_URL: `http://127.0.0.1:${port}`,
    // Another site than the store's (localhost), as in production: its forms carry no cookies of the store.
    RAZORPAY_CHECKOUT_URL: `http://127.0.0.1:${port}/v1/checkout.js`,
    RAZORPAY_KEY_ID: 'rzp_test_journeys',
    RAZORPAY_KEY_SECRET: 'the key secret of the journeys',
    RAZORPAY_WEBHOOK_SECRET: 'the webhook secret of the journeys',
  };
  return { env, directory };
}

export const settingsFor = (databaseUrl: string, root = ROOT) => ({
  DATABASE_URL: hasRuntimeRole(root) ? asRuntimeRole(databaseUrl) : databaseUrl,
  DATABASE_OWNER_URL: databaseUrl,
  REDIS_URL: REDIS,
  AUTH_SECRET: SECRET,
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  // Any free port: stores of other tests run at the same time.
  WORKER_PORT: '0',
  WEB_INTERNAL_PORT: '0',
});

/** `api`, `worker` or `web` as in production, or a script. */
export const run = (script: string, env: Record<string, string>, ...args: string[]) =>
  runIn(ROOT, undefined, script, env, ...args);

const runIn = (cwd: string, logs: number | undefined, script: string, env: typeof process.env, ...args: string[]) =>
  spawn(process.execPath, ['--import', END_WITH_PARENT, ...nodeArguments(cwd, script), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', logs ?? 'inherit', 'inherit', 'ipc'],
  });

/** Runs `create-admin`, like the operator of a new store. */
export async function createOwner(
  { env }: Pick<Shop, 'env'>,
  { name, email, password }: { name: string; email: string; password: string },
) {
  const child = spawn(process.execPath, ['scripts/shop.ts', 'create-admin', '--email', email, '--name', name], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  child.stdin.end(`${password}\n`);
  await waitForExit(child);
}

export async function waitForExit(child: ChildProcess) {
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with ${code}`);
}

/** Resolves when the URL responds with a 2xx status; fails when the process ends before. */
export async function waitUntilReady(url: string, child: ChildProcess) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}`);
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((next) => setTimeout(next, 50));
  }
}

export { freePort };
export const freePorts = (count: number) => Promise.all(Array.from({ length: count }, freePort));
