/** The image: built, measured, and used to sell something. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from '../faults/killable-store.ts';
import { buildImage, type Image } from './image.ts';
import { assert, check } from './report.ts';
import { type RunningImage, runImage } from './running-image.ts';
import { installTools } from './tools.ts';

const MEGABYTES_MAX = 350;
const TOOLS = { buildah: 'buildah', bwrap: 'bubblewrap', mmdebstrap: 'mmdebstrap', setpriv: 'util-linux' };
/** Development tools, tests and other workspaces, which production does not need. */
const NOT_IN_IMAGE = [
  ...['app/e2e', 'app/bench', 'app/apps/payment-sandbox', 'app/apps/api/test', 'app/docs', 'bin/sh', 'usr/bin/sh'],
  ...['vite', 'vitest', 'typescript', '@playwright', 'lighthouse', '@biomejs', 'npm'].map(
    (name) => `app/node_modules/${name}`,
  ),
];

export async function checkImage() {
  let image: Image | undefined;
  await check('image: builds from the tracked files', async () => {
    await installTools(TOOLS);
    image = await buildImage();
    return `${Math.round(image.seconds)} s`;
  });
  if (!image) return;
  const built = image;
  try {
    await check(`image: less than ${MEGABYTES_MAX} MB unpacked`, async () => {
      assert(built.megabytes < MEGABYTES_MAX, `${Math.round(built.megabytes)} MB`);
      return `${Math.round(built.megabytes)} MB`;
    });
    await check('image: user, labels, health check, and no development tools', async () => describe(built));
    await checkRunningImage(built);
  } finally {
    built.remove();
  }
}

async function describe({ config, commit, directory }: Image) {
  assert(config.User === '10001:10001', `The user is ${config.User}`);
  assert(config.Labels['org.opencontainers.image.revision'] === commit, 'The label of the commit is wrong');
  assert(Boolean(config.Labels['org.opencontainers.image.version']), 'The label of the version is missing');
  assert(config.Env.includes(`BUILD_COMMIT=${commit}`), 'BUILD_COMMIT is wrong');
  assert(config.Healthcheck.Test[0] === 'CMD', 'The health check is missing');
  const found = NOT_IN_IMAGE.filter((path) => existsSync(join(directory, path)));
  assert(found.length === 0, `Not needed: ${found.join(', ')}`);
  return commit.slice(0, 12);
}

async function checkRunningImage(image: Image) {
  let store: RunningImage | undefined;
  await check('image: set-up, API, web and worker start, read-only and as user 10001', async () => {
    store = await runImage(image);
    return confinement(store);
  });
  if (!store) return;
  const running = store;
  try {
    await check('image: the health check passes for each entry point', async () => {
      for (const name of ['web', 'api', 'worker'] as const) await running.healthcheck(name);
      return undefined;
    });
    await check('image: an image is rendered', () => running.readImage());
    await check('image: a customer orders with cash on delivery, and gets the email', () => buy(running));
    await check('image: data integrity checks pass', async () => {
      const lines = (await running.shop('verify')).trim().split('\n');
      return `${lines.length} checks`;
    });
    await check('image: SIGTERM ends each process with exit code 0', async () => {
      const codes = await running.stopAll();
      assert(
        codes.every((code) => code === 0),
        `Exit codes: ${codes.join(', ')}`,
      );
      return undefined;
    });
  } finally {
    await running.remove();
  }
}

/** Reads what the kernel says, from inside. */
async function confinement(store: RunningImage) {
  const status = await store.inspect();
  const line = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1];
  assert(line('Uid') === '10001', `The user is ${line('Uid')}`);
  assert(line('CapEff') === '0000000000000000', `Capabilities: ${line('CapEff')}`);
  assert(line('NoNewPrivs') === '1', 'New privileges are possible');
  assert(line('Seccomp') === '2', 'System calls are not filtered');
  assert(/^write: EROFS$/m.test(status), 'The root can be written to');
  return undefined;
}

async function buy(store: RunningImage) {
  const order = await store.placeOrder();
  const sql = new pg.Pool({ connectionString: store.databaseUrl, max: 1 });
  const isSent = async () =>
    (await sql.query("select from email_messages where order_id = $1 and status = 'sent'", [order.orderId])).rowCount;
  try {
    await eventually(async () => Boolean(await isSent()), 'the worker sends the email of the order');
  } finally {
    await sql.end();
  }
  return `order ${order.number}`;
}
