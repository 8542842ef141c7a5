import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import { TaxonomyItem } from '@shop/contracts/catalog/taxonomy-schema';
import { describe, expect, test } from 'vitest';
import { listTopRows } from '#analytics/queries.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { db, sql, guest, aProduct, anAdmin, work } = shop;
const maya = await anAdmin({ role: 'manager' });

const created = async (name: string, path = 'categories') =>
  TaxonomyItem.parse((await maya.post(`/api/admin/${path}`, { name })).json());
const merge = (id: string, into: string, path = 'categories') => maya.post(`/api/admin/${path}/${id}/merge`, { into });
/** The field of a product that names its category or brand. */
const labelled = (kind: TaxonomyKind, name: string) => (kind === 'category' ? { category: name } : { brand: name });
const productsOf = async (query: Record<string, string>) =>
  (await guest.get(`/api/products?${new URLSearchParams(query)}`)).json().map(({ slug }: { slug: string }) => slug);
const ruleAbout = (field: string, id: string) => ({ field, operator: 'is', value: id });
const createCollection = (rule: object) =>
  maya.post('/api/admin/collections', {
    name: 'Ruled',
    kind: 'rules',
    sort: 'price-asc',
    status: 'published',
    rules: [{ field: 'price', operator: 'at-least', value: 0 }, rule],
  });
const countIn = async (id: string) =>
  (await sql.query<{ count: number }>('select count(*)::int as count from products where category_id = $1', [id]))
    .rows[0]?.count;

/** More products than one request moves. */
const manyProducts = (categoryId: string, count: number) =>
  sql.query(
    `with many as (
       insert into products (name, slug, description, category_id, brand_id, price_cents)
       select 'Bead', $1::text || '-bead-' || n, 'A bead.', $1::text::uuid, (select id from brands limit 1), 100
         from generate_series(1, $2::int) n returning id, slug),
     each as (insert into variants (product_id, sku) select id, slug from many returning id, product_id)
     insert into stock (variant_id, product_id) select id, product_id from each`,
    [categoryId, count],
  );

describe.each([
  ['categories', 'category'],
  ['brands', 'brand'],
] as const)('merging one of the %s', (path, kind) => {
  test('moves its products of every status, deletes it and redirects its names and slug', async () => {
    const [source, target] = [await created(`Source ${kind}`, path), await created(`Target ${kind}`, path)];
    const edit = { name: `Renamed ${kind}`, slug: `renamed-${kind}`, version: 1 };
    await maya.put(`/api/admin/${path}/${source.id}`, edit);
    const { slug } = await aProduct(labelled(kind, `Renamed ${kind}`));
    for (const status of ['draft', 'archived'] as const)
      await aProduct({ ...labelled(kind, `Renamed ${kind}`), status });
    const deleted = await aProduct(labelled(kind, `Renamed ${kind}`));
    await sql.query(`update products set status = 'deleted' where id = $1`, [deleted.id]);

    expect((await merge(source.id, target.id, path)).json()).toEqual({ done: true });

    const remaining: TaxonomyItem[] = (await maya.get(`/api/admin/${path}`)).json();
    expect(remaining.find(({ id }) => id === target.id)?.products).toBe(3);
    expect(remaining.find(({ id }) => id === source.id)).toBeUndefined();
    for (const address of [`Source ${kind}`, `Renamed ${kind}`, `renamed-${kind}`])
      expect((await guest.get(`/api/${path}/${encodeURIComponent(address)}`)).json().id).toBe(target.id);
    expect(await productsOf({ [kind]: `Source ${kind}` })).toEqual([slug]);
  });

  test('updates search and facets at once', async () => {
    const [source, target] = [await created(`Wombatlabel${kind}`, path), await created(`Quokkalabel${kind}`, path)];
    const { slug } = await aProduct(labelled(kind, source.name));

    await merge(source.id, target.id, path);

    expect(await productsOf({ q: source.name })).toEqual([]);
    expect(await productsOf({ q: target.name })).toEqual([slug]);
    const facets = (await guest.get('/api/products/facets')).json()[path];
    expect(facets).toContainEqual({ name: target.name, count: 1 });
    expect(facets.map(({ name }: { name: string }) => name)).not.toContain(source.name);
  });

  test('changes the rules of collections about it, which then contain the products of both', async () => {
    const [source, target] = [await created(`Ruled ${kind}`, path), await created(`Ruling ${kind}`, path)];
    const moved = await aProduct(labelled(kind, source.name));
    const other = await aProduct(labelled(kind, target.name));
    const { id, slug, version, rules } = (await createCollection(ruleAbout(kind, source.id))).json();
    await work();

    await merge(source.id, target.id, path);

    const changed = (await maya.get(`/api/admin/collections/${id}`)).json();
    expect(changed).toMatchObject({ version: version + 1, refreshing: true });
    expect(changed.rules).toEqual([rules[0], ruleAbout(kind, target.id)]);
    await work();
    const members = (await guest.get(`/api/collections/${slug}/products`)).json();
    expect(members.map((product: { id: string }) => product.id).toSorted()).toEqual([moved.id, other.id].toSorted());
  });

  test('into itself, into an unknown one or of an unknown one is rejected', async () => {
    const item = await created(`Alone ${kind}`, path);

    expect((await merge(item.id, item.id, path)).json()).toMatchObject({ status: 422, errors: [{ field: 'into' }] });
    expect((await merge(item.id, UNKNOWN_ID, path)).json()).toMatchObject({ status: 422, errors: [{ field: 'into' }] });
    expect((await merge(UNKNOWN_ID, item.id, path)).json()).toMatchObject({ status: 404, code: `${kind}_not_found` });
  });
});

describe('a merge of more products than one request moves', () => {
  test('is completed by the worker, and the category can be neither edited nor deleted until then', async () => {
    const [source, target, third] = [await created('Large'), await created('Larger'), await created('Largest')];
    await manyProducts(source.id, 450);

    expect((await merge(source.id, target.id)).json()).toEqual({ done: false });

    expect((await maya.get(`/api/admin/categories/${source.id}`)).json()).toMatchObject({
      mergingInto: 'Larger',
      products: 250,
    });
    const rejected = [
      await maya.put(`/api/admin/categories/${source.id}`, { name: 'Larger still', version: 1 }),
      await maya.delete(`/api/admin/categories/${source.id}`),
      await merge(source.id, third.id),
      await merge(target.id, third.id),
      await maya.delete(`/api/admin/categories/${target.id}`),
    ];
    for (const response of rejected) expect(response.json()).toMatchObject({ status: 409, code: 'merge_in_progress' });
    const named = await createCollection(ruleAbout('category', source.id));
    expect(named.json()).toMatchObject({ status: 422, errors: [{ field: 'rules.1.value' }] });

    await work();

    expect(await countIn(target.id)).toBe(450);
    expect((await maya.get(`/api/admin/categories/${source.id}`)).statusCode).toBe(404);
    expect((await guest.get('/api/categories/Large')).json()).toMatchObject({ name: 'Larger' });
  });

  test('continues when it is requested again', async () => {
    const [source, target] = [await created('Repeated'), await created('Repeated target')];
    await manyProducts(source.id, 250);

    expect((await merge(source.id, target.id)).json()).toEqual({ done: false });
    expect((await merge(source.id, target.id)).json()).toEqual({ done: true });

    expect(await countIn(target.id)).toBe(250);
    const { rowCount } = await sql.query(`select from audit_log where action = 'category.merge' and entity_id = $1`, [
      source.id,
    ]);
    expect(rowCount).toBe(1);
  });
});

test('two merges in opposite directions end with one of the categories', async () => {
  const [one, other] = [await created('East'), await created('West')];
  await aProduct({ category: 'East' });
  await aProduct({ category: 'West' });

  const responses = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)]);
  await work();

  expect(responses.map(({ statusCode }) => statusCode).toSorted()).not.toEqual([200, 200]);
  const { rows } = await sql.query(`select id from categories where name in ('East', 'West')`);
  expect(rows).toHaveLength(1);
  expect(await countIn(rows[0].id)).toBe(2);
});

test('sales of a merged category are reported under the name it had', async () => {
  const [source, target] = [await created('Sold before'), await created('Sold after')];
  const year = { grain: 'year', start: '1999-01-01' } as const;
  await sql.query(
    `insert into sales (subject, grain, start, key, orders, units, cents)
     values ('category', $1, $2, $3, 1, 1, 100)`,
    [year.grain, year.start, source.id],
  );

  await merge(source.id, target.id);
  const rows = await listTopRows(db, 'category', [year], 5);
  await sql.query('delete from sales where start = $1', [year.start]);

  expect(rows).toMatchObject([{ key: source.id, name: 'Sold before' }]);
});
