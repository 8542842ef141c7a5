import { expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { sql, db, aShopper, anAdmin } = shop;
const owner = await anAdmin();
const search = async (q: string, who = owner) => (await who.get(`/api/admin/find?q=${encodeURIComponent(q)}`)).json();

const zelda = await aShopper({ name: 'Zelda Findable', email: 'zelda@example.com' });
const { variantId } = await aVariant(shop);
const order = await anOrder(db, { of: zelda, items: [{ variantId, quantity: 1 }] });
const { rows } = await sql.query(`select id, name, slug from products where status = 'published' order by id limit 1`);
const [product] = rows;

test('admin search finds an order by number, a customer by name or email, a product by name or SKU', async () => {
  expect(await search(`#${order.number}`.slice(1))).toContainEqual({
    kind: 'order',
    label: `#${order.number}`,
    details: 'Zelda Findable',
    path: `/admin/orders/${order.id}`,
  });
  for (const q of ['findable zelda', 'zelda@'])
    expect(await search(q)).toContainEqual(
      expect.objectContaining({ kind: 'customer', path: `/admin/customers/${zelda.id}` }),
    );
  const sku = await sql.query('select sku from variants where product_id = $1 limit 1', [product.id]);
  for (const q of [product.name, sku.rows[0].sku])
    expect(await search(q)).toContainEqual(
      expect.objectContaining({ kind: 'product', label: product.name, path: `/admin/products/edit/${product.id}` }),
    );
});

test('A06 admin search hides results that the staff member has no permission to read', async () => {
  const cora = await anAdmin({ role: 'content' });

  expect(await search('findable zelda', cora)).toEqual([]);
  expect(await search(order.number, cora)).toEqual([]);
  expect(await search(product.name, cora)).not.toEqual([]);
});

test.each(['ab', ' ', 'x'.repeat(201)])('admin search rejects %j as too short or too long', async (q) => {
  expect((await owner.get(`/api/admin/find?q=${encodeURIComponent(q)}`)).statusCode).toBe(422);
});

test.each(['%%%', "'; drop table users; --", '\\\\\\', '../../etc'])('admin search takes %s literally', async (q) => {
  expect((await owner.get(`/api/admin/find?q=${encodeURIComponent(q)}`)).statusCode).toBe(200);
});
