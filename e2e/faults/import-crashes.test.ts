import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type KillableStore, startKillableStore } from './killable-store.ts';

const FAST = process.env.FAULTS === 'fast';
const PRODUCTS = 200;
/** The worker is killed when this many products are done. */
const KILL_AT = FAST ? [50] : [50, 120];
const UNITS = 3;

const HEADING = 'Slug,Name,Description,Price,Category,Brand,Images,Quantity';
const table = (price: string) =>
  [HEADING, ...Array.from({ length: PRODUCTS }, (_, place) => lineOf(place + 1, price))].join('\n');
const lineOf = (number: number, price: string) =>
  `crash-ring-${number},Crash Ring ${number},A ring.,${price},Jewelry,Nocturne,/media/none/960.webp,${UNITS}`;

let shop: KillableStore;
let cookie = '';

beforeAll(async () => {
  shop = await startKillableStore();
  await Promise.all([shop.api.start(), shop.worker.start()]);
  const email = 'importer@example.com';
  await post('/api/auth/register', 'application/json', JSON.stringify({ name: 'Ida', email, password: randomUUID() }));
  await shop.sql.query("update users set role = 'admin' where email = $1", [email]);
});

afterAll(() => shop?.stop());

test('a worker that is killed repeatedly creates, updates and undoes every product once', async () => {
  await runImport(await upload(table('120.00')));
  expect(await countEffects()).toEqual({
    price: 12_000,
    created: 1,
    changed: 0,
    undone: 0,
    received: UNITS,
    movements: 1,
  });

  const change = await upload(table('99.50'));
  await runImport(change);
  expect(await countEffects()).toEqual({
    price: 9_950,
    created: 1,
    changed: 1,
    undone: 0,
    received: UNITS,
    movements: 1,
  });

  await post(`/api/admin/product-imports/${change}/undo`);
  await killWorkerDuring(change, 'undone');
  expect(await countEffects()).toEqual({
    price: 12_000,
    created: 1,
    changed: 1,
    undone: 1,
    received: UNITS,
    movements: 1,
  });
  await shop.verify();
}, 120_000);

async function upload(csv: string) {
  const { id } = await post('/api/admin/product-imports?name=rings.csv', 'text/csv', csv);
  await eventually(async () => (await stateOf(id)).status === 'checked', 'the file is checked');
  return id;
}

async function runImport(id: string) {
  await post(`/api/admin/product-imports/${id}/run`);
  await killWorkerDuring(id, 'imported');
}

async function killWorkerDuring(id: string, end: 'imported' | 'undone') {
  const progress = async () => (await stateOf(id))[end];
  for (const count of KILL_AT) {
    await eventually(async () => (await progress()) >= count, `${count} products are ${end}`);
    await shop.worker.kill();
    expect(await progress(), 'The import ended before the worker was killed.').toBeLessThan(PRODUCTS);
    await shop.worker.start();
    await shop.advanceClock(2);
  }
  await eventually(async () => (await stateOf(id)).status === end, `all are ${end}`);
}

async function stateOf(id: string) {
  const { rows } = await shop.sql.query<{ status: string; imported: number; undone: number }>(
    'select status, imported, undone from product_imports where id = $1',
    [id],
  );
  if (!rows[0]) throw new Error(`Import ${id} not found.`);
  return rows[0];
}

/** The effects on each product; one row, because they must be the same for all. */
async function countEffects() {
  const { rows } = await shop.sql.query(
    `select distinct price_cents::int as price, created, changed, undone, s.received::int as received, movements
       from products p join stock s on s.product_id = p.id,
            lateral (select count(*) filter (where action = 'product.create')::int as created,
                            count(*) filter (where action = 'product.update')::int as changed,
                            count(*) filter (where action = 'product.undo')::int as undone
                       from audit_log where entity = 'product' and entity_id = p.id::text) audit_counts,
            lateral (select count(*)::int as movements from stock_movements where variant_id = s.variant_id) moved
      where slug like 'crash-ring-%'`,
  );
  expect(rows).toHaveLength(1);
  return rows[0];
}

async function post(path: string, type?: string, body?: string) {
  const headers = { origin: shop.url, cookie, 'idempotency-key': randomUUID(), ...(type && { 'content-type': type }) };
  const response = await fetch(shop.url + path, { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${text}`);
  cookie ||= response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return JSON.parse(text);
}
