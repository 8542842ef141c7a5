import { randomUUID } from 'node:crypto';
import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { AdminProduct, ProductChange, type ProductInput } from '@shop/contracts/catalog/admin-schema';
import { bulkEditMessages as messages } from '@shop/contracts/catalog/bulk-edit-messages';
import {
  BulkEditProducts,
  type ProductBatchChange,
  ProductBatchResult,
} from '@shop/contracts/catalog/bulk-edit-schema';
import { describe, expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { db, sql, guest, aProduct, aShopper, anAdmin } = shop;
await aProduct();
await aProduct({ category: 'Other Curiosities' });
const grace = await anAdmin({ name: 'Grace' });

const add = async (more: Partial<ProductInput> = {}) =>
  AdminProduct.parse(
    (
      await grace.post('/api/products', {
        name: 'Moon Ring',
        description: 'A ring like the moon.',
        price: 120,
        category: 'Curiosities',
        brand: 'House of Tests',
        quantity: 4,
        images: ['https://images.example.com/moon.jpg'],
        ...more,
      })
    ).json(),
  );
const addMany = async (count: number) => {
  const products: AdminProduct[] = [];
  for (let place = 0; place < count; place += 1) products.push(await add({ price: 100 + place }));
  return products;
};
const sizes = {
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: [
    { options: { Size: 'S' }, quantity: 1 },
    { options: { Size: 'M' }, quantity: 2, priceDifference: -50 },
  ],
};
const read = async (id: string) => AdminProduct.parse((await grace.get(`/api/admin/products/${id}`)).json());
const history = async (id: string) =>
  ProductChange.array().parse((await grace.get(`/api/admin/products/${id}/history`)).json());

const save = (changes: Partial<ProductBatchChange>[], { by = grace, key = randomUUID() as string } = {}) =>
  by.post('/api/admin/product-batches', { changes }, { 'idempotency-key': key });
const saved = async (changes: Partial<ProductBatchChange>[]) => ProductBatchResult.parse((await save(changes)).json());
const undo = (batchId: string, by = grace) => by.post(`/api/admin/product-batches/${batchId}/undo`);

describe('a batch of product changes', () => {
  test('changes 40 prices at once, in storefront and history, and can be undone', async () => {
    const products = await addMany(40);
    const changes = products.map(({ id, version, price }) => ({ id, version, price: price + 5.5 }));

    const response = await save(changes);

    expect(response.statusCode, response.body).toBe(200);
    const { batchId, changed } = ProductBatchResult.parse(response.json());
    expect(changed).toBe(40);
    const [first] = products;
    if (!first) throw new Error('There are no products.');
    expect((await guest.get(`/api/products/${first.slug}`)).json()).toMatchObject({ price: 105.5 });
    expect((await history(first.id))[0]).toMatchObject({
      action: 'product.update',
      who: 'Grace',
      before: { price: 100, version: 1 },
      after: { price: 105.5, version: 2, batch: batchId },
      undoable: true,
    });

    expect((await undo(batchId)).json()).toEqual({ batchId, changed: 40 });
    for (const { id, price } of products) expect(await read(id)).toMatchObject({ price, version: 3 });
    expect((await history(first.id))[0]).toMatchObject({ action: 'product.undo', after: { price: 100 } });
  });

  test('changes sale price, status, category and stock, and leaves all other fields as they are', async () => {
    const before = await add({ tags: ['moon'], salePrice: 100 });

    const { batchId } = await saved([
      {
        id: before.id,
        version: 1,
        salePrice: 0,
        status: 'draft',
        category: 'Other Curiosities',
        quantity: { from: 4, to: 9 },
      },
    ]);

    const after = { salePrice: 0, status: 'draft', category: 'Other Curiosities', quantity: 9 };
    expect(await read(before.id)).toMatchObject({ ...after, price: 120, tags: ['moon'], variants: [{ quantity: 9 }] });
    const entries = await history(before.id);
    expect(entries.map(({ action }) => action)).toEqual(['stock.adjust', 'product.update', 'product.create']);
    expect(entries[0]?.after).toMatchObject({ quantity: 9, reason: messages.stockReason, batch: batchId });

    await undo(batchId);
    expect(await read(before.id)).toMatchObject({
      salePrice: 100,
      status: 'published',
      category: 'Curiosities',
      quantity: 4,
    });
  });

  test('with values that are current already changes nothing', async () => {
    const { id } = await add();

    expect(await saved([{ id, version: 1, price: 120, status: 'published' }])).toMatchObject({ changed: 0 });
    expect(await read(id)).toMatchObject({ version: 1 });
  });

  test('names the products with a newer version, and changes none', async () => {
    const [stale, current] = [await add({ name: 'Stale Ring' }), await add()];
    await saved([{ id: stale.id, version: 1, price: 130 }]);

    const response = await save([
      { id: current.id, version: 1, price: 150 },
      { id: stale.id, version: 1, price: 150 },
    ]);

    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'edit_conflict',
      message: messages.editConflict(['Stale Ring']),
      errors: [{ field: 'changes.1.version', message: messages.changedSince }],
    });
    expect(await read(current.id)).toMatchObject({ price: 120, version: 1 });
  });

  test('sent twice at the same time with one idempotency key is saved once', async () => {
    const { id } = await add();
    const changes = [{ id, version: 1, quantity: { from: 4, to: 6 } }];
    const key = randomUUID();

    const [one, two] = await Promise.all([save(changes, { key }), save(changes, { key })]);

    expect([one.statusCode, two.statusCode]).toEqual([200, 200]);
    expect(one.json()).toEqual(two.json());
    expect(await read(id)).toMatchObject({ quantity: 6 });
  });

  test('reports the errors of all cells, and changes nothing', async () => {
    const [one, two, three] = [await add(), await add(), await add({ price: 80, ...sizes })];

    const response = await save([
      { id: one.id, version: 1, salePrice: 120, status: 'draft' },
      { id: two.id, version: 1, category: 'Nowhere' },
      { id: three.id, version: 1, price: 40, quantity: { from: 3, to: 5 } },
    ]);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([
      { field: 'changes.0.salePrice', message: adminProductMessages.salePriceTooHigh },
      { field: 'changes.1.category', message: adminProductMessages.categoryUnknown },
      { field: 'changes.2.price', message: adminProductMessages.variantTooCheap },
      { field: 'changes.2.quantity', message: messages.stockOfVariants },
    ]);
    expect(await read(one.id)).toMatchObject({ status: 'published', version: 1 });
  });

  test('rejects more than 100 products, none, and a product twice', async () => {
    const { id } = await add();
    const change = { id, version: 1, price: 130 };
    const many = Array.from({ length: 101 }, () => ({ ...change, id: randomUUID() }));

    for (const changes of [many, [], [change, change]]) expect((await save(changes)).statusCode).toBe(422);
    expect((await save([{ ...change, id: randomUUID() }])).json()).toMatchObject({ code: 'product_not_found' });
  });

  test('requires permission to edit products, and to change stock if it does', async () => {
    const { id } = await add();
    const [packer, content] = [await anAdmin({ role: 'packer' }), await anAdmin({ role: 'content' })];
    const price = [{ id, version: 1, price: 130 }];
    const stock = [{ id, version: 1, quantity: { from: 4, to: 5 } }];

    for (const by of [packer, await aShopper()]) expect((await save(price, { by })).statusCode).toBe(403);
    expect((await save(stock, { by: content })).statusCode).toBe(403);
    expect((await save(price, { by: content })).statusCode).toBe(200);
    const { batchId } = await saved([{ ...stock[0], version: 2 }]);
    expect((await undo(batchId, packer)).statusCode).toBe(403);
    expect((await undo(batchId, content)).statusCode).toBe(403);
    expect(await read(id)).toMatchObject({ quantity: 5 });
  });

  test('keeps units sold since the page was loaded as sold', async () => {
    const { id, variants } = await add();
    await anOrder(db, { of: await aShopper(), items: [{ variantId: variants[0]?.id ?? '', quantity: 3 }] });

    await saved([{ id, version: 1, quantity: { from: 4, to: 10 } }]);

    expect(await read(id)).toMatchObject({ quantity: 7 });
  });

  test('that would leave fewer than 0 units of one product changes none', async () => {
    const [one, two] = [await add(), await add()];
    await anOrder(db, { of: await aShopper(), items: [{ variantId: two.variants[0]?.id ?? '', quantity: 3 }] });

    const response = await save([
      { id: one.id, version: 1, price: 130, quantity: { from: 4, to: 1 } },
      { id: two.id, version: 1, quantity: { from: 4, to: 0 } },
    ]);

    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'insufficient_stock',
      errors: [{ field: 'changes.1.quantity', message: messages.insufficientStock(1) }],
    });
    expect(await read(one.id)).toMatchObject({ price: 120, quantity: 4 });
  });

  test('does not deadlock with one of the same products in opposite order', async () => {
    const products = await addMany(20);
    const stock = products.map(({ id }) => ({ id, version: 1, quantity: { from: 4, to: 5 } }));
    const prices = products.map(({ id }) => ({ id, version: 1, price: 200 }));

    const stocked = await Promise.all([save(stock), save(stock.toReversed())]);
    const priced = await Promise.all([save(prices), save(prices.toReversed())]);

    expect(stocked.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(priced.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await read(products[0]?.id ?? '')).toMatchObject({ price: 200, quantity: 6, version: 2 });
  });
});

describe('undoing a batch', () => {
  test('twice, also at the same time, undoes it once', async () => {
    const { id } = await add();
    const { batchId } = await saved([{ id, version: 1, price: 130, quantity: { from: 4, to: 6 } }]);

    const responses = await Promise.all([undo(batchId), undo(batchId)]);

    for (const response of responses) expect(response.json()).toEqual({ batchId, changed: 1 });
    expect(await read(id)).toMatchObject({ price: 120, quantity: 4, version: 3 });
  });

  test('leaves out what was undone in the audit log, where all of it is shown as undone', async () => {
    const [one, two] = [await add(), await add()];
    const { batchId } = await saved([one, two].map(({ id }) => ({ id, version: 1, price: 130 })));
    const entryOf = async (id: string) =>
      (await grace.get(`/api/admin/audit-log?entity=product&entityId=${id}`))
        .json()
        .find(({ action }: { action: string }) => action === 'product.update');
    const { id: entryId, verb } = await entryOf(one.id);
    const headers = { 'idempotency-key': randomUUID() };
    expect((await grace.post(`/api/admin/audit-log/${entryId}/undo`, {}, headers)).statusCode).toBe(200);

    expect((await undo(batchId)).statusCode).toBe(200);

    expect(verb).toBe('changed the price of');
    expect(await read(one.id)).toMatchObject({ price: 120, version: 3 });
    expect(await read(two.id)).toMatchObject({ price: 120, version: 3 });
    expect(await entryOf(two.id)).toMatchObject({ undo: 'done' });
  });

  test('names the products that were edited later, and undoes nothing', async () => {
    const [one, two] = [await add(), await add({ name: 'Edited Ring' })];
    const { batchId } = await saved([one, two].map(({ id }) => ({ id, version: 1, price: 130 })));
    await saved([{ id: two.id, version: 2, price: 140 }]);

    const response = await undo(batchId);

    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: 'undo_conflict', message: messages.undoConflict(['Edited Ring']) });
    expect(await read(one.id)).toMatchObject({ price: 130, version: 2 });
  });

  test('keeps later changes of other fields, but no contradiction with them', async () => {
    const { id } = await add();
    const lowered = await saved([{ id, version: 1, price: 110 }]);
    await saved([{ id, version: 2, status: 'draft' }]);
    expect((await undo(lowered.batchId)).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({ price: 120, status: 'draft' });

    const raised = await saved([{ id, version: 4, price: 200 }]);
    await saved([{ id, version: 5, salePrice: 150 }]);
    expect((await undo(raised.batchId)).json()).toMatchObject({ code: 'undo_conflict' });
  });

  test('that would take units sold since is rejected', async () => {
    const { id, variants } = await add({ quantity: 0 });
    const { batchId } = await saved([{ id, version: 1, quantity: { from: 0, to: 2 } }]);
    await anOrder(db, { of: await aShopper(), items: [{ variantId: variants[0]?.id ?? '', quantity: 1 }] });

    expect((await undo(batchId)).json()).toMatchObject({ code: 'undo_conflict' });
    expect(await read(id)).toMatchObject({ quantity: 1 });
  });

  test('is possible for 30 days', async () => {
    const { id } = await add();
    const { batchId } = await saved([{ id, version: 1, price: 130 }]);
    await sql.query(`update product_batches set created_at = now() - interval '30 days' where id = $1`, [batchId]);

    expect((await undo(batchId)).json()).toMatchObject({ code: 'undo_expired' });
    expect((await undo(randomUUID())).json()).toMatchObject({ code: 'batch_not_found' });
  });
});

describe('products to edit', () => {
  const forEdit = async (query: string) =>
    BulkEditProducts.parse((await grace.get(`/api/admin/products/for-edit?${query}`)).json());

  test('are returned in the order of their ids, without deleted and unknown ones', async () => {
    const [one, two, deleted] = [await add({ salePrice: 90 }), await add(sizes), await add()];
    await grace.delete(`/api/products/${deleted.id}`);

    const ids = [two.id, one.id, deleted.id, randomUUID()];
    const { products, more } = await forEdit(ids.map((id) => `id=${id}`).join('&'));

    expect(more).toBe(false);
    expect(products).toMatchObject([
      { id: two.id, version: 1, quantity: 3, hasOptions: true },
      { id: one.id, price: 120, salePrice: 90, status: 'published', quantity: 4, hasOptions: false },
    ]);
    expect((await forEdit(`id=${one.id}`)).products).toHaveLength(1);
  });

  test('are the first 100 of the filtered list without ids', async () => {
    for (let place = 0; place < 101; place += 1) await aProduct({ brand: 'House of Many' });

    const { products, more } = await forEdit('brand=House+of+Many');

    expect([products.length, more]).toEqual([100, true]);
    expect(await forEdit('brand=House+of+None')).toEqual({ products: [], more: false });
  });
});
