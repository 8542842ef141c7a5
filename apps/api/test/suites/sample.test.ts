import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Connection } from '#platform/database/connection.ts';
import { migrate } from '#platform/database/migrate.ts';
import { DEMO_ACCOUNTS } from '#sample/accounts.ts';
import { loadSample } from '#sample/load.ts';
import { aDatabase } from '#test/database.ts';
import { fingerprint } from '#test/fingerprint.ts';
import { failedInvariants } from '#test/invariants-after-all.ts';

const database = await aDatabase();
const { db, pool, close } = new Connection({
  url: database.url,
  applicationName: 'sample-test',
  max: 2,
  statementTimeoutMs: 5_000,
  onError: () => {},
});
const stored = new Map<string, Uint8Array>();
const store = {
  exists: async (path: string) => stored.has(path),
  put: async (path: string, content: Uint8Array) => void stored.set(path, content),
};

beforeAll(async () => {
  await migrate(database.url);
  await loadSample(db, store);
});
afterAll(async () => {
  await close();
  await database.drop();
});

test('loading the sample again changes neither database nor images', async () => {
  const before = await fingerprint(pool);
  const images = new Map(stored);

  const { addedProducts } = await loadSample(db, store, new Date(Date.now() + 86_400_000));

  expect(addedProducts).toBe(0);
  expect(await fingerprint(pool)).toEqual(before);
  expect(stored).toEqual(images);
});

test('two concurrent setups load the sample once', async () => {
  const fresh = await aDatabase();
  const shop = new Connection({
    url: fresh.url,
    applicationName: 'sample-test',
    max: 2,
    statementTimeoutMs: 10_000,
    onError: () => {},
  });
  await migrate(fresh.url);

  const loads = await Promise.all([loadSample(shop.db, store), loadSample(shop.db, store)]);

  expect(loads.map(({ addedProducts }) => addedProducts).sort()).toEqual([0, 42]);
  await shop.close();
  await fresh.drop();
});

test('the sample has 42 products with their stock, three hero slides and three testimonials', async () => {
  const { rows } = await pool.query(`
    select (select count(*)::int from products) as products, (select count(*)::int from hero_slides) as slides,
           (select count(*)::int from testimonials) as testimonials,
           (select sum(available)::int from stock s join products p on p.id = s.product_id
             where p.slug = 'aurora-solitaire-ring') as rings`);
  expect(rows).toEqual([{ products: 42, slides: 3, testimonials: 3, rings: 24 }]);
});

test('a product is also found by a slug without its accented characters', async () => {
  const { rows } = await pool.query(
    `select name from product_slugs s join products p on p.id = s.product_id where s.slug = 'rivire-crystal-necklace'`,
  );
  expect(rows).toEqual([{ name: 'Rivière Crystal Necklace' }]);
});

test('CONST-022 the sample orders have shipping costs of 0, 9.99 and 12.99', async () => {
  const { rows } = await pool.query('select distinct shipping_cents::int as cents from orders order by 1');
  expect(rows.map(({ cents }) => cents)).toEqual([0, 999, 1299]);
});

test.each(Object.values(DEMO_ACCOUNTS))('the demo account $email accepts its password', async ({ email, password }) => {
  const { rows } = await pool.query(
    'select a.password as hash from accounts a join users u on u.id = a.user_id where u.email = $1',
    [email],
  );
  expect(await verify(rows[0].hash, password)).toBe(true);
});

test('the sample passes every data integrity check', async () => {
  expect(await failedInvariants(db)).toEqual([]);
});
