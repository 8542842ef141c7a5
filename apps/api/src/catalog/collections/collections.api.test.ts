import { randomBytes, randomUUID } from 'node:crypto';
import { adminCollectionMessages as texts } from '@shop/contracts/catalog/collection-admin-messages';
import type { CollectionProduct } from '@shop/contracts/catalog/collection-admin-schema';
import type { Product } from '@shop/contracts/catalog/schema';
import { describe, expect, test } from 'vitest';
import { enqueue } from '#platform/queue/queue.ts';
import { aVariant } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { sql, db, guest, anAdmin, aProduct, work } = shop;
const maya = await anAdmin({ role: 'manager' });

const unique = (word: string) => `${word}-${randomBytes(4).toString('hex')}`;
const tagIs = (tag: string) => ({ field: 'tag', operator: 'is', value: tag });
const published = (fields: object) => ({ name: 'Gifts', sort: 'price-asc', status: 'published', ...fields });

async function create(fields: object, headers: Record<string, string> = {}) {
  const response = await maya.post('/api/admin/collections', published(fields), headers);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}
const byRules = (rules: object[], fields: object = {}) => create({ kind: 'rules', rules, ...fields });
const byHand = (fields: object = {}) => create({ kind: 'manual', sort: 'manual', ...fields });

async function productsOf(slug: string) {
  const response = await guest.get(`/api/collections/${slug}/products`);
  return response.json().map(({ id }: Product) => id);
}
const inAdmin = async (id: string) => (await maya.get(`/api/admin/collections/${id}`)).json();
/** What an edit form sends: the collection as it was read, with these changes. */
async function change(id: string, fields: object) {
  const { productCount: _c, refreshing: _r, createdAt: _a, updatedAt: _u, id: _i, ...current } = await inAdmin(id);
  return maya.put(`/api/admin/collections/${id}`, { ...current, ...fields });
}

test('staff list drafts and published collections, a guest no drafts', async () => {
  const [draft, open] = [await byHand({ status: 'draft' }), await byHand()];
  const idsIn = (list: { id: string }[]) => list.map(({ id }) => id);
  const all = idsIn((await maya.get('/api/admin/collections')).json());
  const shown = idsIn((await guest.get('/api/collections')).json());

  expect([all.includes(draft.id), all.includes(open.id)]).toEqual([true, true]);
  expect(shown).not.toContain(draft.id);
});

describe('a collection by rules', () => {
  test('contains the matching products in its sort order, after the worker has applied the rules', async () => {
    const tag = unique('gift');
    const [dear, cheap] = [await aProduct({ tags: [tag], price: 30 }), await aProduct({ tags: [tag], price: 20 })];
    await aProduct({ tags: [tag], price: 50 });
    await aProduct({ tags: [tag], price: 10, status: 'draft' });

    const { id, slug, refreshing } = await byRules([tagIs(tag), { field: 'price', operator: 'at-most', value: 30 }]);
    expect([refreshing, await productsOf(slug)]).toEqual([true, []]);
    await work();

    expect(await productsOf(slug)).toEqual([cheap.id, dear.id]);
    expect(await inAdmin(id)).toMatchObject({ productCount: '2', refreshing: false });
  });

  test('gains and loses a product when its tags, price, status or stock change', async () => {
    const tag = unique('gift');
    const { slug } = await byRules([tagIs(tag), { field: 'stock', operator: 'is' }]);
    const { productId, variantId } = await aVariant(shop, { quantities: [1] });
    const contains = async () => {
      await work();
      return (await productsOf(slug)).includes(productId);
    };
    expect(await contains()).toBe(false);

    await sql.query('update products set tags = $2 where id = $1', [productId, [tag]]);
    expect(await contains()).toBe(true);
    await sql.query('update stock set available = 0, sold = 1 where variant_id = $1', [variantId]);
    expect(await contains()).toBe(false);
    await sql.query('update stock set available = 1, sold = 0 where variant_id = $1', [variantId]);
    expect(await contains()).toBe(true);
    await sql.query('update products set sellable = false where id = $1', [productId]);
    expect(await contains()).toBe(false);
    await sql.query(`update products set sellable = true, status = 'archived' where id = $1`, [productId]);
    expect(await contains()).toBe(false);
    await sql.query(`update products set status = 'published' where id = $1`, [productId]);
    expect(await contains()).toBe(true);
  });

  test('moves a product when its price changes', async () => {
    const tag = unique('gift');
    const { slug } = await byRules([tagIs(tag)]);
    const [one, two] = [await aProduct({ tags: [tag], price: 10 }), await aProduct({ tags: [tag], price: 20 })];
    await work();
    expect(await productsOf(slug)).toEqual([one.id, two.id]);

    await sql.query('update products set price_cents = 3000 where id = $1', [one.id]);
    await work();

    expect(await productsOf(slug)).toEqual([two.id, one.id]);
  });

  test('has the products of the latest rules when they are changed twice before the worker runs', async () => {
    const [first, second] = [unique('gift'), unique('gift')];
    const [one, two] = [await aProduct({ tags: [first] }), await aProduct({ tags: [second] })];
    const { id, slug } = await byRules([tagIs(first)]);
    await work();
    expect(await productsOf(slug)).toEqual([one.id]);

    await change(id, { rules: [tagIs(second)] });
    await change(id, { rules: [tagIs(first), tagIs(second)], match: 'any', sort: 'newest' });
    await work();

    expect(await productsOf(slug)).toEqual([two.id, one.id]);
  });

  test('loses products that are too old when the daily task runs', async () => {
    const tag = unique('gift');
    const { slug } = await byRules([tagIs(tag), { field: 'created', operator: 'at-most', value: 30 }]);
    const { id } = await aProduct({ tags: [tag] });
    await work();
    expect(await productsOf(slug)).toEqual([id]);

    // As if time had passed: without the job of a changed product.
    await sql.query('alter table products disable trigger products_collections_changed');
    await sql.query(`update products set created_at = now() - interval '31 days' where id = $1`, [id]);
    await sql.query('alter table products enable trigger products_collections_changed');
    await enqueue(db, 'refresh_collections_by_age', {});
    await work();

    expect(await productsOf(slug)).toEqual([]);
  });

  test('has pages that contain every product once, also those with equal prices', async () => {
    const tag = unique('gift');
    const { slug } = await byRules([tagIs(tag)], { sort: 'price-desc' });
    const ids = await Promise.all(
      [10, 10, 10, 20, 30].map(async (price) => (await aProduct({ tags: [tag], price })).id),
    );
    await work();

    const seen: Product[] = [];
    let url: string | undefined = `/api/collections/${slug}/products?limit=2`;
    while (url) {
      const page = await guest.get(url);
      expect(page.headers['x-total-count']).toBe('5');
      seen.push(...page.json());
      url = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1];
    }

    expect(seen.map(({ price }) => price)).toEqual([30, 20, 10, 10, 10]);
    expect(seen.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });
});

describe('a preview of rules', () => {
  const preview = (rules: unknown, match = 'all') =>
    maya.get(`/api/admin/collections/preview?${new URLSearchParams({ match, rules: JSON.stringify(rules) })}`);

  test('counts all matching products and shows eight of them', async () => {
    const tag = unique('gift');
    const ids = await Promise.all(Array.from({ length: 9 }, async () => (await aProduct({ tags: [tag] })).id));

    const { count, products } = (await preview([tagIs(tag)])).json();

    expect([count, products.length]).toEqual(['9', 8]);
    expect(products.every(({ id }: CollectionProduct) => ids.includes(id))).toBe(true);
    expect((await preview([tagIs(unique('none'))])).json()).toEqual({ count: '0', products: [] });
  });

  test.each([[[]], [{}], ['tag'], [[{ field: 'tag', operator: 'is', value: '' }]], [[{ field: 'color' }]]])(
    'of %j is rejected',
    async (rules) => {
      expect((await preview(rules)).statusCode).toBe(422);
    },
  );
});

describe('a hand-picked collection', () => {
  const pick = (id: string, version: number, productIds: string[]) =>
    maya.put(`/api/admin/collections/${id}/products`, { productIds, version });

  test('shows its published products in the picked order, and follows another sort order', async () => {
    const [one, two, draft] = [
      await aProduct({ price: 30 }),
      await aProduct({ price: 20 }),
      await aProduct({ status: 'draft' }),
    ];
    const { id, slug, version } = await byHand();

    await pick(id, version, [two.id, draft.id, one.id]);
    expect(await productsOf(slug)).toEqual([two.id, one.id]);
    await pick(id, version + 1, [one.id, two.id]);
    expect(await productsOf(slug)).toEqual([one.id, two.id]);
    await change(id, { sort: 'price-asc' });
    expect(await productsOf(slug)).toEqual([two.id, one.id]);
    await sql.query('update products set price_cents = 1000 where id = $1', [one.id]);
    await work();
    expect(await productsOf(slug)).toEqual([one.id, two.id]);
    await pick(id, version + 3, [two.id]);
    expect(await productsOf(slug)).toEqual([two.id]);
  });

  test('is changed once when the same list is sent twice, and rejects one based on an older version', async () => {
    const [one, two] = [await aProduct(), await aProduct()];
    const { id, version } = await byHand();

    const responses = [await pick(id, version, [one.id]), await pick(id, version, [one.id])];
    expect(responses.map((response) => response.json().version)).toEqual([version + 1, version + 1]);

    const stale = await pick(id, version, [two.id]);
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'edit_conflict']);
  });

  test('lists its products for staff in the picked order, also when the store sorts them by price', async () => {
    const [one, two] = [await aProduct({ price: 30 }), await aProduct({ price: 20 })];
    const { id, version } = await byHand();
    await pick(id, version, [one.id, two.id]);

    await change(id, { sort: 'price-asc' });

    const listed: CollectionProduct[] = (await maya.get(`/api/admin/collections/${id}/products`)).json();
    expect(listed.map((product) => product.id)).toEqual([one.id, two.id]);
  });

  test('does not count deleted products', async () => {
    const [one, two] = [await aProduct(), await aProduct({ status: 'draft' })];
    const { id, version } = await byHand();
    await pick(id, version, [one.id, two.id]);
    expect(await inAdmin(id)).toMatchObject({ productCount: '2' });

    await sql.query(`update products set status = 'deleted' where id = $1`, [one.id]);

    expect(await inAdmin(id)).toMatchObject({ productCount: '1' });
  });

  test('rejects an unknown product and keeps its products', async () => {
    const { id, slug, version } = await byHand();
    const one = await aProduct();
    await pick(id, version, [one.id]);

    const rejected = await pick(id, version + 1, [randomUUID()]);

    expect(rejected.json().errors).toEqual([{ field: 'productIds', message: texts.unknownProduct }]);
    expect(await productsOf(slug)).toEqual([one.id]);
  });

  test('is the only kind whose products can be picked', async () => {
    const { id, version } = await byRules([tagIs(unique('gift'))]);

    expect((await pick(id, version, [(await aProduct()).id])).json().code).toBe('collection_by_rules');
  });
});

describe('the slug of a collection', () => {
  test('redirects permanently after a rename, and stays taken', async () => {
    const { id, slug } = await byHand({ slug: unique('old') });
    await change(id, { slug: `${slug}-new` });

    const moved = await guest.get(`/api/collections/${slug}`);

    expect([moved.statusCode, moved.headers.location]).toEqual([301, `/api/collections/${slug}-new`]);
    const taken = await maya.post('/api/admin/collections', published({ kind: 'manual', slug }));
    expect(taken.json().errors).toEqual([{ field: 'slug', message: texts.slugTaken }]);
  });

  test('is derived from the name, and is unique when two collections are created at once', async () => {
    const name = unique('Bridal');
    const created = await Promise.all([byHand({ name }), byHand({ name })]);

    expect(created.map(({ slug }) => slug).toSorted()).toEqual([name.toLowerCase(), `${name.toLowerCase()}-2`]);
  });
});

describe('a collection', () => {
  test('is in the store while it is published', async () => {
    const { id, slug } = await byHand({ status: 'draft', name: unique('Quiet') });
    const isListed = async () => (await guest.get('/api/collections')).json().some((row: Product) => row.id === id);
    const status = async () => (await guest.get(`/api/collections/${slug}`)).statusCode;
    expect([await isListed(), await status()]).toEqual([false, 404]);
    expect((await guest.get(`/api/collections/${slug}/products`)).statusCode).toBe(404);

    await change(id, { status: 'published' });

    expect([await isListed(), await status()]).toEqual([true, 200]);
  });

  test('is created once for one idempotency key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const fields = { kind: 'manual', name: unique('Once') };

    expect((await create(fields, headers)).id).toBe((await create(fields, headers)).id);
  });

  test('rejects a change that is based on an older version', async () => {
    const { id, version } = await byHand();
    await change(id, { name: 'First' });

    const stale = await change(id, { name: 'Second', version });

    expect([stale.statusCode, stale.json().message]).toEqual([409, texts.editConflict]);
    expect(await inAdmin(id)).toMatchObject({ name: 'First' });
  });

  test('is changed once when the same change is sent twice', async () => {
    const { id, version } = await byHand();

    const responses = [await change(id, { name: 'Same', version }), await change(id, { name: 'Same', version })];

    expect(responses.map((response) => response.statusCode)).toEqual([200, 200]);
    expect(await inAdmin(id)).toMatchObject({ name: 'Same', version: version + 1 });
  });

  test('is hidden when it is deleted, and its slug is free after the worker ran', async () => {
    const tag = unique('gift');
    await aProduct({ tags: [tag] });
    const { id, slug } = await byRules([tagIs(tag)], { slug: unique('gone') });
    await work();

    expect((await maya.delete(`/api/admin/collections/${id}`)).statusCode).toBe(200);
    expect((await guest.get(`/api/collections/${slug}`)).statusCode).toBe(404);
    expect((await maya.delete(`/api/admin/collections/${id}`)).statusCode).toBe(404);
    await work();

    expect((await sql.query('select from collection_products where collection_id = $1', [id])).rowCount).toBe(0);
    expect((await byHand({ slug })).slug).toBe(slug);
  });

  test.each([
    [{ name: ' ' }, 'name', texts.nameRequired],
    [{ slug: 'a b' }, 'slug', texts.slugInvalid],
    [{ image: 'http://localhost/a.png' }, 'image', texts.imageNotAllowed],
    [{ kind: 'rules', rules: [] }, 'rules', texts.rulesMissing],
    [{ kind: 'rules', rules: [tagIs('gift')], sort: 'manual' }, 'sort', texts.sortNeedsPicks],
    [{ kind: 'rules', rules: [tagIs('')] }, 'rules.0.value', texts.badTag],
    [{ kind: 'rules', rules: [{ field: 'price', operator: 'is', value: 1 }] }, 'rules.0.operator', texts.badRule],
    [{ kind: 'rules', rules: [{ field: 'created', operator: 'at-most', value: 0.5 }] }, 'rules.0.value', texts.badDays],
    [
      { kind: 'rules', rules: [{ field: 'brand', operator: 'is', value: randomUUID() }] },
      'rules.0.value',
      texts.badBrand,
    ],
  ])('with %j is rejected with a field error', async (wrong, field, message) => {
    const response = await maya.post('/api/admin/collections', published({ kind: 'manual', ...wrong }));

    expect(response.statusCode).toBe(422);
    expect(response.json().errors[0]).toEqual({ field, message });
  });

  test('cannot change from hand-picked to rules', async () => {
    const { id } = await byHand();

    const rejected = await change(id, { kind: 'rules', rules: [tagIs('gift')], sort: 'newest' });

    expect(rejected.json().errors).toEqual([{ field: 'kind', message: texts.kindFixed }]);
  });
});
