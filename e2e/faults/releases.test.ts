import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStock, confirmEmail } from '../support/database.ts';
import { sandboxControl } from '../support/sandbox-control.ts';
import { type Shop, startShop, waitForExit } from '../support/shop.ts';
import { previousRelease, type Release, thisRelease } from './releases/release.ts';
import { type RollingStore, startRollingStore } from './releases/rolling-store.ts';
import { startVisitors } from './releases/visitors.ts';

/** Customers register from one IP address, and the counters are shared with other stores of this machine. */
const NO_LIMITS = { RATE_LIMIT_FACTOR: '1000000' };

let shop: Shop;
let store: RollingStore;
let [before, after]: Release[] = [];
let sql: pg.Pool;

beforeAll(async () => {
  [before, after] = [await previousRelease(), await thisRelease()];
  // Its schema is that of the previous release.
  shop = await startShop({ apis: 0, webs: 0, payments: true, env: NO_LIMITS, root: before.directory });
  sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 });
  store = await startRollingStore(shop, before);
}, 600_000);

afterAll(async () => {
  await store?.stop();
  await sql?.end();
  await shop?.stop();
});

test('a release is rolled out and back under load: no request fails, no order is lost', async () => {
  if (!before || !after) throw new Error('Both releases are needed.');
  await sql.query(
    'update store_settings set units_per_variant_limit = 1000, units_limit = 1000, unpaid_orders_limit = 1000',
  );
  const visitors = startVisitors({
    url: shop.url,
    variantId: await addStock(sql, 100_000),
    control: sandboxControl(shop.payment.SANDBOX_CONTROL_PORT),
    confirmEmail: (email) => confirmEmail(sql, email),
  });

  await waitForExit(after.run('scripts/setup.ts', { ...shop.env, NODE_ENV: 'production' }));
  // A process of the previous release can start on the migrated schema.
  await store.restartApi(before);
  await store.rollForward(after);
  const rolledForward = visitors.visits.orders.length;
  await store.rollBack(before);
  await visitors.stop();

  const { requests, failures, orders } = visitors.visits;
  console.log(
    `${requests} requests, ${orders.length} orders (${rolledForward} before the rollback), ${failures.length} failed`,
  );
  expect(failures).toEqual([]);
  expect(orders.length).toBeGreaterThan(rolledForward);
  const { rows } = await sql.query('select number from orders where number = any($1)', [orders]);
  expect(rows).toHaveLength(orders.length);
  await waitForExit(after.run('scripts/shop.ts', shop.env, 'verify'));
}, 600_000);
