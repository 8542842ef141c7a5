import { randomUUID } from 'node:crypto';
import { AdminProduct } from '@shop/contracts/catalog/admin-schema';
import { HOUR_MS } from '@shop/contracts/common/time';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { checkImport } from '#catalog/import/check-file.ts';
import { runImport, undoImport } from '#catalog/import/run-import.ts';
import { csvRow } from '#platform/csv.ts';
import { aCustomerWithCart, type CustomerWithCart } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { rounds } from '#test/property-runs.ts';
import { createTestStore } from '#test/test-store.ts';

const CUSTOMERS = 16;
const ROUNDS = rounds(10, 5_000);

const shop = await createTestStore({ poolSize: CUSTOMERS + 4 });
checkInvariantsAfterAll(shop);
const { db, sql, aProduct, anAdmin } = shop;
await aProduct();
const grace = await anAdmin();

const SIZES = ['S', 'M', 'L'];
const RING = {
  name: 'Moon Ring',
  description: 'A ring like the moon.',
  price: 120,
  category: 'Curiosities',
  brand: 'House of Tests',
  images: ['/media/moon-1/960.webp'],
  options: [{ name: 'Size', values: SIZES }],
};
async function addRing() {
  const variants = SIZES.map((size) => ({ options: { Size: size }, quantity: 500_000 }));
  return AdminProduct.parse((await grace.post('/api/products', { ...RING, variants })).json());
}
const [edited, imported] = [await addRing(), await addRing()];
const variantIds = [edited, imported].flatMap(({ variants }) => variants.map(({ id }) => id));

function succeeded(response: LightMyRequestResponse) {
  expect(response.statusCode, response.body).toBe(200);
  return response;
}
const shuffled = <T>(items: T[]) =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);

/** Replaces each cart with four of the six variants, in random order. */
async function fillCarts(customers: CustomerWithCart[]) {
  await sql.query('delete from cart_lines where cart_id in (select id from carts where user_id = any ($1))', [
    customers.map(({ id }) => id),
  ]);
  const lines = customers.flatMap(({ id }) =>
    shuffled(variantIds)
      .slice(0, 4)
      .map((variant) => ({ customer: id, variant })),
  );
  await sql.query(
    `with line as (select * from jsonb_to_recordset($1) as l (customer uuid, variant uuid)),
          cart as (update carts set version = version + 1 where user_id in (select customer from line) returning id, user_id)
     insert into cart_lines (cart_id, variant_id, quantity, last_shown_price_cents)
     select cart.id, line.variant, 1, 1 from line join cart on cart.user_id = line.customer`,
    [JSON.stringify(lines)],
  );
}

/** Takes stock and returns it. A size that is not offered at the moment is out of stock. */
async function buyAndCancel(customer: CustomerWithCart) {
  const started = await customer.start({ paymentMethod: 'cod' });
  if (started.statusCode === 409 && started.json().code === 'out_of_stock') return 'out of stock';
  const { orderId } = succeeded(started).json().placed;
  const key = { 'idempotency-key': randomUUID() };
  succeeded(await customer.post(`/api/orders/${orderId}/cancellation`, undefined, key));
  return 'ordered';
}

/** Swaps SKUs, changes prices, removes and restores one size, and adjusts stock. */
async function saveVariants(turn: number) {
  const { variants } = AdminProduct.parse((await grace.get(`/api/admin/products/${edited.id}`)).json());
  const remaining = variants.filter(({ options }) => turn % 3 || options.Size !== 'L');
  const skus = remaining.map(({ sku }) => sku).toReversed();
  const saved = remaining.map(({ id, options }, place) => ({
    id,
    options,
    sku: skus[place],
    priceDifference: turn % 50,
  }));
  const returned =
    turn % 3 && saved.length < 3 ? [{ options: { Size: 'L' }, sku: `LARGE-${turn}`, quantity: 500_000 }] : [];
  succeeded(await grace.put(`/api/products/${edited.id}`, { ...RING, variants: [...saved, ...returned] }));
  for (const variantId of variantIds)
    succeeded(
      await grace.post(
        '/api/admin/stock',
        { variantId, delta: turn % 2 ? 1 : -1, reason: 'Counted' },
        { 'idempotency-key': randomUUID() },
      ),
    );
}

/** Imports a file that changes the variants of the other product; every second import is undone. */
async function importVariants(turn: number) {
  const lines = SIZES.map((size) => [imported.slug, 'Size', size, `MOON-${size}-${turn}`, String(turn % 40)]);
  const heading = ['Slug', 'Option 1 name', 'Option 1 value', 'SKU', 'Price difference'];
  const file = [heading, ...lines].map((cells) => csvRow(cells)).join('');
  const sent = await grace.post('/api/admin/product-imports?name=rings.csv', Buffer.from(file), {
    'content-type': 'text/csv',
    'idempotency-key': randomUUID(),
  });
  const { id } = sent.json<{ id: string }>();
  await checkImport(db, id);
  succeeded(await grace.post(`/api/admin/product-imports/${id}/run`));
  await runImport(db, id);
  if (turn % 2) {
    succeeded(await grace.post(`/api/admin/product-imports/${id}/undo`));
    await undoImport(db, id);
  }
  const { rows } = await sql.query(
    'select status, imported, rejected, undone, undo_skipped from product_imports where id = $1',
    [id],
  );
  expect(rows).toEqual([
    turn % 2
      ? { status: 'undone', imported: 1, rejected: 0, undone: 1, undo_skipped: 0 }
      : { status: 'imported', imported: 1, rejected: 0, undone: 0, undo_skipped: 0 },
  ]);
}

test(`${CUSTOMERS} customers check out ${ROUNDS} times while variants are saved and imported: no deadlock, no 5xx`, {
  timeout: HOUR_MS,
}, async () => {
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => aCustomerWithCart(shop, [])));
  let round = 0;
  const results = { ordered: 0, 'out of stock': 0 };
  const buy = async () => {
    while (round < ROUNDS) {
      await fillCarts(customers);
      for (const result of await Promise.all(customers.map(buyAndCancel))) results[result] += 1;
      round += 1;
    }
  };
  const untilAllOrdered = async (edit: (turn: number) => Promise<void>) => {
    let turn = 0;
    while (round < ROUNDS) await edit(turn++);
    return turn;
  };
  const stop = () => {
    round = ROUNDS;
  };

  const [, saves, imports] = await Promise.all([
    buy(),
    untilAllOrdered(saveVariants),
    untilAllOrdered(importVariants),
  ]).finally(stop);

  console.info(`${JSON.stringify(results)}, ${saves} saves, ${imports} imports`);
  expect(Math.min(results.ordered, saves, imports)).toBeGreaterThan(0);
  // No worker runs here: the emails and notifications of these orders are not under test.
  await sql.query('delete from graphile_worker._private_jobs');
});
