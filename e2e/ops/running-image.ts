/** The store from the image, with its three processes; database, mail server and payment sandbox are outside of it. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CheckoutStarted } from '@shop/contracts/checkout/schema';
import pg from 'pg';
import { aCustomer } from '../faults/persistent-customer.ts';
import { addStock, asRuntimeRole, confirmEmail, freshDatabase } from '../support/database.ts';
import { freePort, run, sandboxSettings, waitForExit, waitUntilReady } from '../support/shop.ts';
import type { Image } from './image.ts';
import { createSandbox } from './sandboxed-process.ts';
import { CACHE } from './tools.ts';

const POSTGRES = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const NAMES = ['api', 'web', 'worker'] as const;

export type RunningImage = Awaited<ReturnType<typeof runImage>>;

/** What is outside of the image: payment provider, and a mail server whose emails can be read over HTTP. */
async function startNeighbors(publicUrl: string) {
  const [payment, smtpPort, viewerPort] = [await sandboxSettings(publicUrl), await freePort(), await freePort()];
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, EMAIL_VIEWER_PORT: `${viewerPort}` };
  const sandbox = run('apps/payment-sandbox/src/server.ts', {
    ...payment.env,
    NODE_ENV: 'test',
    PUBLIC_URL: publicUrl,
  });
  const mail = run('scripts/email-viewer.ts', smtp);
  await waitUntilReady(payment.env.RAZORPAY_CHECKOUT_URL, sandbox);
  await waitUntilReady(`http://127.0.0.1:${viewerPort}`, mail);
  return {
    env: { ...payment.env, SMTP_URL: smtp.SMTP_URL },
    stop() {
      for (const child of [sandbox, mail]) child.kill('SIGTERM');
      rmSync(payment.directory, { recursive: true, force: true });
    },
  };
}

export async function runImage(image: Image) {
  const database = freshDatabase(POSTGRES);
  const ports = { web: await freePort(), api: await freePort(), worker: await freePort() };
  const url = `http://localhost:${ports.web}`;
  const neighbors = await startNeighbors(url);
  const settings = {
    ...neighbors.env,
    PUBLIC_URL: url,
    HOST: '127.0.0.1',
    WEB_PORT: `${ports.web}`,
    API_PORT: `${ports.api}`,
    WORKER_PORT: `${ports.worker}`,
    WEB_INTERNAL_PORT: `${await freePort()}`,
    API_URL: `http://127.0.0.1:${ports.api}`,
    LOG_LEVEL: 'warn',
  };
  const secrets = {
    DATABASE_URL: asRuntimeRole(database.url),
    DATABASE_OWNER_URL: database.url,
    AUTH_SECRET: 'a secret of at least 32 characters, for this check only',
  };
  const sandbox = await createSandbox(image, { settings, secrets });
  const remove = async () => {
    neighbors.stop();
    sandbox.remove();
    await database.drop();
  };
  try {
    await sandbox.run(sandbox.entryPoint('setup'));
    await addProducts({ ...settings, ...secrets }, sandbox.data);
    const processes = Object.fromEntries(NAMES.map((name) => [name, sandbox.serve(name, {})]));
    const { api, web, worker } = processes;
    if (!api || !web || !worker) throw new Error('Not all processes were started.');
    await waitUntilReady(`http://127.0.0.1:${ports.api}/health/ready`, api.child);
    await waitUntilReady(`${url}/health/ready`, web.child);
    return {
      databaseUrl: database.url,
      healthcheck: (name: (typeof NAMES)[number]) =>
        sandbox.run(image.config.Healthcheck.Test.slice(1), {}, processes[name]?.temporary),
      shop: (...args: string[]) => sandbox.run(sandbox.entryPoint('shop', ...args)),
      /** /proc/self/status, and what an attempt to write to the root gives. */
      inspect: () => sandbox.run([image.config.Entrypoint[0] ?? '', '--eval', INSPECT]),
      /** The first image of the home page, rendered by the API in the container. */
      readImage: () => readImage(url),
      placeOrder: () => placeOrder(url, database.url),
      stopAll: () => Promise.all([web, api, worker].map((process) => process.stop())),
      remove: async () => {
        await Promise.all([web, api, worker].map((process) => process.stop()));
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** From outside: a store in production starts empty. Rendered images are kept for the next run, originals are copied. */
async function addProducts(env: Record<string, string>, data: string) {
  const media = join(CACHE, 'media');
  await waitForExit(
    run('scripts/setup.ts', { ...env, NODE_ENV: 'test', MEDIA_DIR: media, ERASURES_DIR: join(data, 'erasures') }),
  );
  cpSync(join(media, 'originals'), join(data, 'media/originals'), { recursive: true });
}

async function readImage(url: string) {
  const page = await (await fetch(url)).text();
  const path = /\/media\/[^"\s]+/.exec(page)?.[0];
  if (!path) throw new Error('The home page has no image.');
  const response = await fetch(new URL(path, url));
  const bytes = (await response.arrayBuffer()).byteLength;
  if (!response.ok || bytes === 0) throw new Error(`${path} responded with ${response.status}`);
  return `${response.headers.get('content-type')}, ${bytes} bytes`;
}

const INSPECT = `
const { readFileSync, writeFileSync } = require('node:fs');
console.log(readFileSync('/proc/self/status', 'utf8'));
try { writeFileSync('/app/probe', ''); console.log('write: possible'); } catch (error) { console.log('write: ' + error.code); }
`;

async function placeOrder(url: string, databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const customer = await aCustomer({ url });
    await confirmEmail(client, customer.email);
    await customer.sendOrFail('/api/cart/items', { variantId: await addStock(client, 1) });
    const { body } = await customer.sendOrFail('/api/payment/create-order', { paymentMethod: 'cod' });
    const started = CheckoutStarted.parse(JSON.parse(body));
    if (!('placed' in started)) throw new Error(`No order was placed: ${body}`);
    return started.placed;
  } finally {
    await client.end();
  }
}
