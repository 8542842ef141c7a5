/** The store from the image, with its three processes; database, mail server and payment sandbox are outside of it. */
import { rmSync } from 'node:fs';
import { CheckoutStarted } from '@shop/contracts/checkout/schema';
import pg from 'pg';
import { aCustomer } from '../faults/persistent-customer.ts';
import { asRuntimeRole, freshDatabase } from '../support/database.ts';
import { freePort, run, sandboxSettings, waitUntilReady } from '../support/shop.ts';
import type { Image } from './image.ts';
import { createSandbox } from './sandboxed-process.ts';

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
  const database = await freshDatabase(POSTGRES);
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
    // The sample data has products to sell; a store in production starts empty.
    await sandbox.run(sandbox.entryPoint('setup'), { NODE_ENV: 'test' });
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

const INSPECT = `
const { readFileSync, writeFileSync } = require('node:fs');
console.log(readFileSync('/proc/self/status', 'utf8'));
try { writeFileSync('/app/probe', ''); console.log('write: possible'); } catch (error) { console.log('write: ' + error.code); }
`;

async function placeOrder(url: string, databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client
    .query<{ id: string }>(
      `select variant_id as id from stock s join products p on p.id = s.product_id
        where p.sellable and p.status = 'published' and s.available > 0 limit 1`,
    )
    .finally(() => client.end());
  const customer = await aCustomer({ url });
  await customer.sendOrFail('/api/cart/items', { variantId: rows[0]?.id });
  const { body } = await customer.sendOrFail('/api/payment/create-order', { paymentMethod: 'cod' });
  const started = CheckoutStarted.parse(JSON.parse(body));
  if (!('placed' in started)) throw new Error(`No order was placed: ${body}`);
  return started.placed;
}
