import { randomUUID } from 'node:crypto';
import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { AdminProduct, ProductChange, type ProductInput } from '@shop/contracts/catalog/admin-schema';
import { describe, expect, test } from 'vitest';
import { count } from '#platform/database/sql.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { db, sql, guest, aProduct, aShopper, anAdmin } = shop;
await aProduct();
const grace = await anAdmin({ name: 'Grace' });

const draft = (more: Partial<ProductInput> = {}): ProductInput => ({
  name: 'Moon Ring',
  description: 'A ring like the moon.',
  price: 120,
  salePrice: 99.5,
  category: 'Curiosities',
  brand: 'House of Tests',
  stock: true,
  quantity: 4,
  images: ['https://images.example.com/moon.jpg', '/media/moon-1/960.webp'],
  ...more,
});
const sizes = (...values: string[]) => ({
  options: [{ name: 'Size', values }],
  variants: values.map((value, place) => ({ options: { Size: value }, quantity: place + 1 })),
});

const add = async (more?: Partial<ProductInput>) =>
  AdminProduct.parse((await grace.post('/api/products', draft(more))).json());
const read = async (id: string) => AdminProduct.parse((await grace.get(`/api/admin/products/${id}`)).json());
const history = async (id: string) =>
  ProductChange.array().parse((await grace.get(`/api/admin/products/${id}/history`)).json());
const inShop = (slug: string) => guest.get(`/api/products/${slug}`);

describe('adding a product', () => {
  test('API-011 API-012 API-013 accepts and returns JSON, and shows in the storefront at once', async () => {
    const response = await grace.post('/api/products', draft({ name: 'Star Ring', slug: 'star-ring' }));

    expect(response.statusCode).toBe(201);
    expect(response.headers['content-type']).toMatch('application/json');
    expect(response.json()).toMatchObject({
      name: 'Star Ring',
      slug: 'star-ring',
      stock: true,
      quantity: 4,
      version: 1,
    });
    expect((await inShop('star-ring')).json()).toMatchObject({
      price: 120,
      salePrice: 99.5,
      images: draft().images,
      inStock: true,
      quantity: 4,
      hasOptions: false,
    });
  });

  test('API-013 requires a boolean stock, a whole quantity and a list of image URLs', async () => {
    const wrong = { ...draft(), stock: 3, quantity: 1.5, images: 'https://images.example.com/moon.jpg' };

    const response = await grace.post('/api/products', wrong);

    expect(response.statusCode).toBe(422);
    const fields = new Set(response.json().errors.map(({ field }: { field: string }) => field));
    expect(fields).toEqual(new Set(['images', 'quantity', 'stock']));
  });

  test('that is switched off shows it as out of stock', async () => {
    const { slug, inStock } = await add({ name: 'Off', stock: false });

    expect(inStock).toBe(false);
    expect((await inShop(slug)).json()).toMatchObject({ inStock: false, quantity: 4 });
  });

  test('with the name of another one gives it a slug of its own', async () => {
    const [one, two] = [await add({ name: 'Twin Ring' }), await add({ name: 'Twin Ring' })];

    expect([one.slug, two.slug]).toEqual(['twin-ring', 'twin-ring-2']);
  });

  test('twice with one idempotency key adds it once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [one, two] = await Promise.all([
      grace.post('/api/products', draft({ name: 'Once' }), key),
      grace.post('/api/products', draft({ name: 'Once' }), key),
    ]);

    expect(one.json().id).toBe(two.json().id);
    expect((await sql.query("select from products where name = 'Once'")).rowCount).toBe(1);
  });

  test('ENT-020 ENT-021 with sizes creates a variant of each, and sums their quantities', async () => {
    const { slug, quantity, variants } = await add({ name: 'Sized', ...sizes('S', 'M', 'L') });

    expect(quantity).toBe(6);
    expect(variants.map(({ sku }) => sku)).toEqual(['SIZED-S', 'SIZED-M', 'SIZED-L']);
    expect((await inShop(slug)).json()).toMatchObject({ hasOptions: true, quantity: 6 });
  });

  test('with several options keeps their order after it is saved again, in admin panel and storefront', async () => {
    // jsonb sorts keys by length: Metal before Ring size.
    const options = { 'Ring size': 'US 6', Metal: 'Silver' };
    const choices = Object.entries(options).map(([name, value]) => ({ name, values: [value] }));
    const added = await add({ name: 'Two Options', options: choices, variants: [{ options, quantity: 1 }] });
    const { id, slug, variants } = added;
    await grace.put(`/api/products/${id}`, draft({ name: 'Two Options', price: 130, options: choices, variants }));
    const saved = await read(id);

    expect(saved.price).toBe(130);
    for (const product of [added, saved, (await inShop(slug)).json()])
      expect(product.variants.map((one: { options: object }) => Object.values(one.options))).toEqual([
        ['US 6', 'Silver'],
      ]);
  });

  test.each<[string, Partial<ProductInput>, string, string]>([
    ['a name', { name: '   ' }, 'name', messages.nameRequired],
    ['a description', { description: '' }, 'description', messages.descriptionRequired],
    ['a price', { price: 0 }, 'price', messages.priceTooLow],
    ['a sale price below the price', { salePrice: 120 }, 'salePrice', messages.salePriceTooHigh],
    ['an existing category', { category: 'Nowhere' }, 'category', messages.categoryUnknown],
    ['a brand', { brand: '' }, 'brand', messages.brandRequired],
    ['no negative quantity', { quantity: -1 }, 'quantity', messages.quantityNegative],
    ['a URL for every image', { images: [''] }, 'images.0', messages.imageRequired],
    ['an image on a public site', { images: ['http://169.254.169.254/a.jpg'] }, 'images.0', messages.imageNotAllowed],
    ['a slug of its own', { slug: 'star-ring' }, 'slug', messages.slugTaken],
    ['variants that match its options', { ...sizes('S', 'M'), options: [] }, 'variants', messages.variantMismatch],
  ])('requires %s', async (_what, more, field, message) => {
    const response = await grace.post('/api/products', draft(more));

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toContainEqual({ field, message });
  });

  test('ROLE-009 ROLE-010 requires permission, as do changing and deleting it', async () => {
    const { id } = await add();
    for (const user of [await aShopper(), await anAdmin({ role: 'packer' })]) {
      expect((await user.post('/api/products', draft())).statusCode).toBe(403);
      expect((await user.put(`/api/products/${id}`, draft())).statusCode).toBe(403);
      expect((await user.delete(`/api/products/${id}`)).statusCode).toBe(403);
    }
    expect((await guest.post('/api/products', draft())).statusCode).toBe(401);
  });
});

describe('changing a product', () => {
  test('API-014 shows in the storefront at once, and its previous slug redirects to the new one', async () => {
    const { id, slug } = await add({ name: 'Old Name' });

    const response = await grace.put(`/api/products/${id}`, draft({ name: 'New Name', price: 200 }));

    expect(response.json()).toMatchObject({ id, name: 'New Name', slug: 'new-name', version: 2 });
    expect((await inShop('new-name')).json()).toMatchObject({ price: 200 });
    expect((await inShop(slug)).headers.location).toBe('/api/products/new-name');
  });

  test('does not change its stock, even from a stale form', async () => {
    const { id, variants } = await add({ quantity: 4 });
    await anOrder(db, { of: await aShopper(), items: [{ variantId: variants[0]?.id ?? '', quantity: 3 }] });

    await grace.put(`/api/products/${id}`, draft({ quantity: 4, price: 121 }));

    expect((await read(id)).quantity).toBe(1);
  });

  test('from a stale version returns what another editor has changed, and overwrites nothing', async () => {
    const { id, version } = await add({ name: 'Shared' });
    await grace.put(`/api/products/${id}`, draft({ name: 'Shared', price: 150, version }));

    const wim = await anAdmin({ name: 'Wim', role: 'content' });
    const second = await wim.put(`/api/products/${id}`, draft({ name: 'Mine', version }));

    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({
      code: 'edit_conflict',
      message: messages.editConflict('Grace', ['Price']),
      errors: [{ field: 'price', message: messages.currentValue('150') }],
    });
    expect(await read(id)).toMatchObject({ name: 'Shared', price: 150 });
  });

  test('concurrently from one version succeeds only once', async () => {
    const { id, version } = await add();
    const save = (price: number) => grace.put(`/api/products/${id}`, draft({ price, version }));

    const responses = await Promise.all([save(131), save(132), save(133)]);

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  });

  test('adds and archives sizes, and restores the variant of a size that is added again', async () => {
    const { id, variants } = await add({ name: 'Growing', ...sizes('S', 'M') });
    const [small, medium] = variants;
    const save = (...savedVariants: object[]) =>
      grace.put(`/api/products/${id}`, {
        ...draft({ name: 'Growing' }),
        options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
        variants: savedVariants,
      });

    await save(
      { id: medium?.id, sku: small?.sku, options: { Size: 'S' } },
      { id: small?.id, sku: 'OTHER-1', options: { Size: 'M' } },
      { options: { Size: 'L' }, quantity: 7 },
    );
    expect((await read(id)).variants.map(({ options, quantity }) => [options.Size, quantity])).toEqual([
      ['S', 2],
      ['M', 1],
      ['L', 7],
    ]);
    await save({ id: small?.id, sku: 'OTHER-1', options: { Size: 'M' } });
    await save({ id: small?.id, sku: 'OTHER-1', options: { Size: 'M' } }, { options: { Size: 'S' }, quantity: 5 });

    expect((await read(id)).variants.map(({ id: variantId, quantity }) => [variantId, quantity])).toEqual([
      [small?.id, 1],
      [medium?.id, 5],
    ]);
  });

  test('swaps the SKUs of two variants that a checkout references, without waiting for it', async () => {
    const { id, slug, variants } = await add(sizes('S', 'M'));
    const skus = variants.map(({ sku }) => sku).toReversed();
    const exchanged = variants.map(({ id, options }, place) => ({ id, options, sku: skus[place] }));

    const response = await db.transaction(async (checkout) => {
      // The lock that the foreign keys of cart, checkout and order lines take.
      await checkout.run(count('test.lockVariants')`select from variants where product_id = ${id} for key share`);
      return grace.put(`/api/products/${id}`, draft({ ...sizes('S', 'M'), slug, variants: exchanged }));
    });

    expect(response.statusCode, response.body).toBe(200);
    expect((await read(id)).variants.map(({ sku }) => sku)).toEqual(skus);
  });

  test('rejects a variant of another product', async () => {
    const other = await aVariant(shop);
    const { id } = await add();

    const variants = [{ id: other.variantId, options: {} }];
    const response = await grace.put(`/api/products/${id}`, draft({ options: [], variants }));

    expect(response.json().errors).toEqual([{ field: 'variants', message: messages.variantUnknown }]);
  });

  test('shows it in the storefront only while it is published', async () => {
    const { id, slug } = await add({ name: 'Secret', status: 'draft' });
    expect((await inShop(slug)).statusCode).toBe(404);

    await grace.put(`/api/products/${id}`, draft({ name: 'Secret', status: 'published' }));
    expect((await inShop(slug)).statusCode).toBe(200);
    await grace.put(`/api/products/${id}`, draft({ name: 'Secret', status: 'archived' }));
    expect((await inShop(slug)).statusCode).toBe(404);
  });
});

describe('an editor without permission to change stock', () => {
  test('can add a product without stock only, and gets an error otherwise', async () => {
    const editor = await anAdmin({ name: 'Emilie', role: 'content' });
    const expectedError = { status: 403, code: 'opening_stock_not_allowed', message: messages.openingStockNotAllowed };

    expect((await editor.post('/api/products', draft({ name: 'Unasked', quantity: 1 }))).json()).toMatchObject(
      expectedError,
    );
    expect((await editor.post('/api/products', draft({ name: 'Unasked', ...sizes('S') }))).json()).toMatchObject(
      expectedError,
    );
    expect((await sql.query("select from products where name = 'Unasked'")).rowCount).toBe(0);

    const added = await editor.post('/api/products', draft({ name: 'Empty stock', quantity: 0 }));
    expect(added.json()).toMatchObject({ quantity: 0, inStock: false });
  });

  test('adds a size without stock, and restores an archived one with its remaining stock', async () => {
    const editor = await anAdmin({ name: 'Emilie', role: 'content' });
    const { id, variants } = await add({ name: 'Resized', ...sizes('S', 'M') });
    const [small] = variants;
    const edit = (values: string[], quantity: number) =>
      editor.put(`/api/products/${id}`, {
        ...draft({ name: 'Resized' }),
        options: [{ name: 'Size', values }],
        variants: values.map((value) =>
          value === 'S' ? { id: small?.id, options: { Size: 'S' } } : { options: { Size: value }, quantity },
        ),
      });
    await edit(['S'], 0);

    expect((await edit(['S', 'L'], 3)).statusCode).toBe(403);
    expect((await edit(['S', 'M', 'L'], 0)).json().variants).toMatchObject([
      { options: { Size: 'S' }, quantity: 1 },
      { options: { Size: 'M' }, quantity: 2 },
      { options: { Size: 'L' }, quantity: 0 },
    ]);
  });

  test('copies a product without its stock', async () => {
    const editor = await anAdmin({ name: 'Emilie', role: 'content' });
    const { id } = await add({ name: 'To be copied' });

    const copy = await editor.post(`/api/admin/products/${id}/duplicate`, {});

    expect(copy.json()).toMatchObject({ status: 'draft', quantity: 0 });
  });

  test('copies a long name shortened between characters, not within an emoji', async () => {
    const { id } = await add({ name: `${'x'.repeat(189)}💎 ring` });

    const copy = await grace.post(`/api/admin/products/${id}/duplicate`, {});

    expect(copy.json().name).toBe(`${'x'.repeat(189)} (copy)`);
  });

  test.each(['', 'x'.repeat(201)])('cannot send an Idempotency-Key that is empty or too long (%#)', async (key) => {
    const { id } = await add({ name: 'To be copied' });

    for (const url of [`/api/admin/products/${id}/duplicate`, '/api/products'])
      expect((await grace.post(url, draft(), { 'idempotency-key': key })).statusCode).toBe(422);
  });
});

describe('deleting a product', () => {
  test('API-015 removes it from the storefront and the admin list, and keeps its orders', async () => {
    const { id, slug, variants } = await add({ name: 'Gone' });
    const ada = await aShopper();
    const order = await anOrder(db, { of: ada, items: [{ variantId: variants[0]?.id ?? '', quantity: 1 }] });

    const response = await grace.delete(`/api/products/${id}`, '', { 'content-type': 'application/json' });

    expect(response.json()).toMatchObject({ id, name: 'Gone' });
    expect((await inShop(slug)).statusCode).toBe(404);
    expect((await grace.get('/api/admin/products?q=Gone')).json()).toEqual([]);
    expect((await ada.get(`/api/orders/${order.id}`)).json().items).toHaveLength(1);
    expect((await grace.delete(`/api/products/${id}`)).statusCode).toBe(404);
  });
});

describe('a stock adjustment', () => {
  const change = (variantId: string, delta: number, key = randomUUID()) =>
    grace.post('/api/admin/stock', { variantId, delta, reason: 'Received' }, { 'idempotency-key': key });

  test('is added to the current stock after sales, and once per idempotency key', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5] });
    await anOrder(db, { of: await aShopper(), items: [{ variantId, quantity: 2 }] });
    const key = randomUUID();

    await change(variantId, 10, key);
    const again = await change(variantId, 10, key);

    expect(again.json()).toMatchObject({ quantity: 13 });
    const { rows } = await sql.query('select delta, reason from stock_movements where variant_id = $1', [variantId]);
    expect(rows).toEqual([{ delta: '10', reason: 'Received' }]);
  });

  test('cannot make the stock negative', async () => {
    const { variantId } = await aVariant(shop, { quantities: [2] });

    expect((await change(variantId, -3)).json()).toMatchObject({ status: 409, message: messages.insufficientStock(2) });
    expect((await change(variantId, -2)).statusCode).toBe(200);
  });
});

describe('undoing a product change', () => {
  const undo = (id: string, changeId = '') => grace.post(`/api/admin/products/${id}/undo`, { changeId });

  test('restores what the edit changed, and keeps later edits and sales', async () => {
    const { id, variants } = await add({ name: 'Undone', price: 120 });
    await grace.put(`/api/products/${id}`, draft({ name: 'Undone', price: 300 }));
    await grace.put(`/api/products/${id}`, draft({ name: 'Undone', price: 300, description: 'Better words.' }));
    await anOrder(db, { of: await aShopper(), items: [{ variantId: variants[0]?.id ?? '', quantity: 1 }] });
    const [, dearer] = await history(id);

    const response = await undo(id, dearer?.id);

    expect(response.json()).toMatchObject({ price: 120, description: 'Better words.', quantity: 3 });
  });

  test('is rejected if the same field has been changed again', async () => {
    const { id } = await add({ name: 'Twice' });
    await grace.put(`/api/products/${id}`, draft({ name: 'Twice', price: 300 }));
    const [dearer] = await history(id);
    await grace.put(`/api/products/${id}`, draft({ name: 'Twice', price: 400 }));

    expect((await undo(id, dearer?.id)).json()).toMatchObject({ status: 409, message: messages.undoConflict });
  });

  test('restores a deleted product and a removed size', async () => {
    const { id, slug } = await add({ name: 'Back again', ...sizes('S', 'M') });
    const { variants, ...plain } = draft({ name: 'Back again' });
    await grace.put(`/api/products/${id}`, { ...plain, options: [], variants: [{ options: {} }] });
    const { changeId } = (await grace.delete(`/api/products/${id}`)).json();

    await undo(id, changeId);
    const edit = (await history(id)).find(({ action }) => action === 'product.update');
    await undo(id, edit?.id);

    expect((await inShop(slug)).json()).toMatchObject({ hasOptions: true, quantity: 3 });
  });

  test('is possible for 30 days', async () => {
    const { id } = await add({ name: 'Long ago' });
    const { changeId } = (await grace.delete(`/api/products/${id}`)).json();
    await sql.query(`update audit_log set created_at = now() - interval '30 days 1 second' where id = $1`, [changeId]);

    expect((await undo(id, changeId)).json()).toMatchObject({ status: 409, message: messages.undoExpired });
  });

  test('rejects a change of another product', async () => {
    const [one, two] = [await add(), await add()];
    const { changeId } = (await grace.delete(`/api/products/${one.id}`)).json();

    expect((await undo(two.id, changeId)).statusCode).toBe(404);
  });
});

describe('the admin product list', () => {
  test('is filtered by stock level, combined with every other filter', async () => {
    const brand = 'Stock & Sons';
    const make = (name: string, more: object) => aProduct({ name, brand, category: 'Stocked', ...more });
    await make('Full', { quantities: [30, 30] });
    await make('One size low', { quantities: [30, 5] });
    await make('Sold out', { quantities: [0, 0] });
    await make('Switched off', { quantities: [30], sellable: false });
    await make('Empty draft', { quantities: [0], status: 'draft' });
    const lost = await make('Low size archived', { quantities: [30, 1] });
    await sql.query('update variants set archived_at = now() where product_id = $1 and position = 1', [lost.id]);
    const expected = {
      in: ['Low size archived', 'One size low', 'Full'],
      low: ['Empty draft', 'Sold out', 'One size low'],
      out: ['Empty draft', 'Switched off', 'Sold out'],
    };

    for (const [stock, names] of Object.entries(expected)) {
      const ofBrand = new URLSearchParams({ stock, brand });
      expect(await list(`${ofBrand}`), `${stock}, by brand`).toEqual(names);
      expect(await list(`stock=${stock}&category=Stocked`), `${stock}, by category`).toEqual(names);
      expect(await list(`${ofBrand}&q=low`), `${stock}, by name`).toEqual(names.filter((name) => /low/i.test(name)));
      expect(await list(`stock=${stock}&category=Stocked&status=draft`), `${stock}, by status`).toEqual(
        names.filter((name) => name === 'Empty draft'),
      );
    }
    expect((await grace.get('/api/admin/products?stock=plenty')).statusCode).toBe(422);
  });

  test.each(['in', 'low', 'out'])('has no gaps or repeats between pages with the stock level "%s"', async (stock) => {
    const category = `Paged ${stock}`;
    const quantities = { in: [9], low: [1], out: [0] }[stock] ?? [];
    for (let n = 1; n <= 52; n += 1)
      await aProduct({ name: `Paged ${n}`, category, quantities, sellable: stock !== 'out' || n % 2 > 0 });

    const first = await grace.get(`/api/admin/products?${new URLSearchParams({ stock, category })}`);
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await grace.get(next);

    const names = [...first.json(), ...second.json()].map(({ name }: { name: string }) => name);
    expect(names).toEqual(Array.from({ length: 52 }, (_, place) => `Paged ${52 - place}`));
  });

  const list = async (query: string) =>
    (await grace.get(`/api/admin/products?${query}`)).json().map(({ name }: { name: string }) => name);

  test('includes drafts, is filtered by name, SKU, category, brand and status, and is paginated', async () => {
    for (let n = 1; n <= 52; n += 1) await aProduct({ name: `Glimmer ${n}`, brand: 'Many & Co', status: 'draft' });
    await aProduct({ name: 'Glimmer éclat', brand: 'Many & Co', slug: 'eclat', category: 'Lamps' });

    const first = await grace.get('/api/admin/products?brand=Many+%26+Co');
    expect(first.json()).toHaveLength(50);
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    expect((await grace.get(next)).json().map(({ name }: { name: string }) => name)).toEqual([
      'Glimmer 3',
      'Glimmer 2',
      'Glimmer 1',
    ]);
    expect(await list('q=ECLAT+glim')).toEqual(['Glimmer éclat']);
    expect(await list('q=eclat-0')).toEqual(['Glimmer éclat']);
    expect(await list('q=glimmer&status=published')).toEqual(['Glimmer éclat']);
    expect(await list('brand=Many+%26+Co&category=Lamps')).toEqual(['Glimmer éclat']);
    expect(await list('category=Lamps&status=archived')).toEqual([]);
    expect(await list('category=Nowhere')).toEqual([]);
    expect(await list('q=100%25')).toEqual([]);
  });
});
