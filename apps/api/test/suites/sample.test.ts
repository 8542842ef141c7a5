import { verify } from '@node-rs/argon2';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productSlugs, products } from '#catalog/schema.ts';
import { heroSlides, testimonials } from '#content/home/schema.ts';
import { accounts, users } from '#identity/schema.ts';
import { stock } from '#inventory/schema.ts';
import { orders } from '#orders/schema.ts';
import { connect } from '#platform/database/db.ts';
import { migrate } from '#platform/database/migrate.ts';
import { DEMO_ACCOUNTS } from '#sample/accounts.ts';
import { loadSample } from '#sample/load.ts';
import { aDatabase } from '#test/database.ts';
import { failedInvariants } from '#test/invariants-after-all.ts';

const database = await aDatabase();
const { db, close } = connect({
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

/** Row count and checksum of every table. */
async function fingerprint() {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const marks: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await db.execute(
      sql`select count(*), md5(string_agg(t::text, chr(10) order by t::text)) from ${sql.identifier(name)} t`,
    );
    marks[name] = rows[0];
  }
  return marks;
}

test('loading the sample again changes neither database nor images', async () => {
  const before = await fingerprint();
  const images = new Map(stored);

  const { addedProducts } = await loadSample(db, store, new Date(Date.now() + 86_400_000));

  expect(addedProducts).toBe(0);
  expect(await fingerprint()).toEqual(before);
  expect(stored).toEqual(images);
});

test('two concurrent setups load the sample once', async () => {
  const fresh = await aDatabase();
  const shop = connect({
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
  expect(await db.$count(products)).toBe(42);
  expect(await db.$count(heroSlides)).toBe(3);
  expect(await db.$count(testimonials)).toBe(3);
  const [ring] = await db
    .select({ units: sql`sum(${stock.available})`.mapWith(Number) })
    .from(stock)
    .innerJoin(products, eq(products.id, stock.productId))
    .where(eq(products.slug, 'aurora-solitaire-ring'));
  expect(ring?.units).toBe(24);
});

test('a product is also found by a slug without its accented characters', async () => {
  const [product] = await db
    .select({ name: products.name })
    .from(productSlugs)
    .innerJoin(products, eq(products.id, productSlugs.productId))
    .where(eq(productSlugs.slug, 'rivire-crystal-necklace'));
  expect(product?.name).toBe('Rivière Crystal Necklace');
});

test('CONST-022 the sample orders have shipping costs of 0, 9.99 and 12.99', async () => {
  const rows = await db.selectDistinct({ cents: orders.shippingCents }).from(orders).orderBy(orders.shippingCents);
  expect(rows.map(({ cents }) => cents)).toEqual([0, 999, 1299]);
});

test.each(Object.values(DEMO_ACCOUNTS))('the demo account $email accepts its password', async ({ email, password }) => {
  const [account] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(eq(users.email, email));
  expect(await verify(account?.hash ?? '', password)).toBe(true);
});

test('the sample passes every data integrity check', async () => {
  expect(await failedInvariants(db)).toEqual([]);
});
