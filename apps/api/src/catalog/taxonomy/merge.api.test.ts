import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import { TaxonomyItem } from '@shop/contracts/catalog/taxonomy-schema';
import { effectSentence } from '@shop/contracts/effects/messages';
import { describe, expect, test } from 'vitest';
import { listTopRows } from '#analytics/queries.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { dump, rowsWith } from '#test/builders/personal-data.ts';
import { returnOptions } from '#test/builders/returns/a-return.ts';
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
  const rows = await db.run(listTopRows('category', [year], 5));
  await sql.query('delete from sales where start = $1', [year.start]);

  expect(rows).toMatchObject([{ key: source.id, name: 'Sold before' }]);
});

describe('a merge with a category that cannot be returned', () => {
  const SETTINGS = '/api/admin/settings';
  async function twoCategories(excluded: { source: boolean; target: boolean }) {
    const grace = await anAdmin();
    const [source, target] = [
      await created(`From ${crypto.randomUUID()}`),
      await created(`Into ${crypto.randomUUID()}`),
    ];
    const variants: { variantId: string }[] = [];
    for (const { name } of [source, target]) variants.push(await aVariant(shop, { category: name }));
    const unreturnableCategoryIds = [source, target]
      .filter((_, place) => (place === 0 ? excluded.source : excluded.target))
      .map(({ id }) => id);
    const settings = (await grace.get(SETTINGS)).json();
    await grace.put(SETTINGS, { ...settings, unreturnableCategoryIds });
    const listed = async () => (await grace.get(SETTINGS)).json().unreturnableCategoryIds;
    /** Whether new orders of each product can't be returned. */
    const areExcluded = async () => {
      const ada = await shop.aShopper();
      const found = [];
      for (const { variantId } of variants) {
        const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }], status: 'delivered' });
        found.push((await returnOptions(ada, id)).items[0]?.excluded);
      }
      return found;
    };
    return { grace, source, target, listed, areExcluded };
  }
  type Pair = Awaited<ReturnType<typeof twoCategories>>;
  const preview = async ({ grace, source, target }: Pair, more = {}) => {
    const url = `/api/admin/categories/${source.id}/merge/dry-run`;
    return effectSentence((await grace.post(url, { into: target.id, ...more })).json().effects);
  };

  test.each([
    [{ source: true, target: false }, false, '1 product becomes returnable', [false, false]],
    [{ source: true, target: false }, true, '1 product can no longer be returned', [true, true]],
    [{ source: false, target: true }, false, '1 product can no longer be returned', [true, true]],
    [{ source: true, target: true }, false, undefined, [true, true]],
    [{ source: false, target: false }, true, undefined, [false, false]],
  ])('excluded %j, and the rule asked for: %j. The dry run says so', async (excluded, unreturnable, says, after) => {
    const pair = await twoCategories(excluded);

    const said = await preview(pair, { unreturnable });
    const response = await pair.grace.post(`/api/admin/categories/${pair.source.id}/merge`, {
      into: pair.target.id,
      unreturnable,
    });

    expect(response.json()).toEqual({ done: true });
    if (says) expect(said).toContain(says);
    else expect(said).not.toContain('return');
    expect(await pair.areExcluded()).toEqual(after);
    expect(await pair.listed()).toEqual(after[1] ? [pair.target.id] : []);
  });

  test('cannot extend the rule without the permission to change settings', async () => {
    const { source, target, listed } = await twoCategories({ source: true, target: false });

    const response = await maya.post(`/api/admin/categories/${source.id}/merge`, {
      into: target.id,
      unreturnable: true,
    });

    expect(response.statusCode).toBe(403);
    expect(await listed()).toEqual([source.id]);
  });

  test('deleting the category removes it from the settings', async () => {
    const { listed } = await twoCategories({ source: true, target: false });
    const { id } = await created(`Empty ${crypto.randomUUID()}`);
    await sql.query('update store_settings set unreturnable_category_ids = array[$1::uuid]', [id]);

    expect((await maya.delete(`/api/admin/categories/${id}`)).statusCode).toBe(204);
    expect(await listed()).toEqual([]);
  });
});

/** Every column that can hold the id of a category or brand, by what a merge does with it. */
const REFERENCES = {
  replaced: [
    ...['products.category_id', 'products.brand_id', 'collections.rules', 'store_settings.unreturnable_category_ids'],
    ...['taxonomy_redirects.category_id', 'taxonomy_redirects.brand_id'],
  ],
  'derived from products': [
    ...['catalog_facets.category_id', 'catalog_facets.brand_id', 'facet_changes.category_id', 'facet_changes.brand_id'],
    ...['product_cards.category_id', 'product_cards.brand_id'],
  ],
  'of the merge itself': ['categories.merging_into', 'brands.merging_into', 'taxonomy_redirects.former_id'],
  'kept, because it is about past orders': [
    ...['order_lines.category_id', 'store_settings.earlier_unreturnable_category_ids'],
  ],
  'kept, because it says what happened': ['audit_log.before', 'audit_log.after'],
  'without such ids': [
    ...[
      'alerts.details',
      'checkout_lines.option_values',
      'checkouts.gift',
      'checkouts.promise',
      'checkouts.shipping_address',
    ],
    ...['email_messages.payload', 'idempotency_keys.response', 'invoices.document', 'order_lines.option_values'],
    ...['orders.gift', 'orders.shipping_address', 'payment_page_versions.changes', 'payment_page_versions.snapshot'],
    ...['product_batches.product_ids', 'product_cards.variant_ids', 'product_import_items.lines'],
    ...['product_import_items.problems', 'products.options', 'products.specifications'],
    ...['reconciliation_differences.details', 'setup_checks.details', 'store_settings.delivery'],
    ...['variants.option_values', 'webhook_inbox.payload'],
  ],
};

test.each([
  ['categories', 'category'],
  ['brands', 'brand'],
] as const)('after merging one of the %s its id is only where a merge keeps it', async (path, kind) => {
  const grace = await anAdmin();
  const [source, target] = [await created(crypto.randomUUID(), path), await created(crypto.randomUUID(), path)];
  await maya.put(`/api/admin/${path}/${source.id}`, { name: crypto.randomUUID(), version: 1 });
  const { variantId } = await aVariant(
    shop,
    labelled(kind, (await grace.get(`/api/admin/${path}/${source.id}`)).json().name),
  );
  await createCollection(ruleAbout(kind, source.id));
  if (kind === 'category')
    await sql.query('update store_settings set unreturnable_category_ids = array[$1::uuid]', [source.id]);
  await anOrder(db, { of: await shop.aShopper(), items: [{ variantId, quantity: 1 }] });
  await work();

  await merge(source.id, target.id, path);
  await work();

  const tables = rowsWith([source.id], await dump(sql)).map((row) => row.slice(0, row.indexOf(':')));
  // Changes of facets are added up by the worker, both for the merged one and for the other.
  const kept = [
    'public.facet_changes',
    'public.audit_log',
    'public.order_lines',
    'public.taxonomy_redirects',
    'public.sales',
  ];
  expect([...new Set(tables)].filter((table) => !kept.includes(table))).toEqual([]);
});

test('every column that can hold the id of a category or brand is in the list of what a merge changes', async () => {
  const { rows } = await sql.query<{ name: string }>(
    `select c.table_name || '.' || c.column_name as name
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and (c.udt_name in ('json', 'jsonb', '_uuid') or c.udt_name = 'uuid' and c.column_name ~ 'categor|brand|former|merging'
             or exists (select from information_schema.constraint_column_usage u
                          join information_schema.key_column_usage k using (constraint_schema, constraint_name)
                         where u.table_name in ('categories', 'brands') and k.table_name = c.table_name
                           and k.column_name = c.column_name and k.position_in_unique_constraint is not null))
      order by 1`,
  );

  expect(rows.map(({ name }) => name)).toEqual(Object.values(REFERENCES).flat().toSorted());
});
