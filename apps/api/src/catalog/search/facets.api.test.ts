import { PRICE_BANDS, RATING_CHOICES } from '@shop/contracts/catalog/constants';
import { Facets, type Product } from '@shop/contracts/catalog/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { guest, aProduct, sql } = await createTestStore();

type Params = Record<string, string | string[]>;
const urlQuery = (params: Params) => {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) for (const one of [value].flat()) query.append(key, one);
  return query;
};

async function facets(params: Params) {
  const response = await guest.get(`/api/products/facets?${urlQuery(params)}`);
  expect(response.statusCode, response.body).toBe(200);
  return Facets.parse(response.json());
}
const counts = (values: Facets[keyof Facets]) => Object.fromEntries(values.map(({ name, count }) => [name, count]));

async function total(params: Params) {
  return Number((await guest.get(`/api/products?${urlQuery({ ...params, limit: '1' })}`)).headers['x-total-count']);
}

describe('facets', () => {
  test('count the products of each further value', async () => {
    const shared = { category: 'Facetted', tags: ['one'] };
    await aProduct({ ...shared, brand: 'First', price: 50, rating: 4.5, quantities: [1, 0] });
    await aProduct({ ...shared, brand: 'Second', price: 99.99, rating: 3.2, tags: ['one', 'two'], quantities: [0, 2] });
    await aProduct({ ...shared, brand: 'Second', price: 500, status: 'draft' });

    const found = await facets({ category: 'Facetted' });

    expect(counts(found.categories)).toMatchObject({ Facetted: 2, Jewelry: 10 });
    expect(counts(found.brands)).toMatchObject({ First: 1, Second: 1, Nocturne: 0 });
    expect(counts(found.prices)).toEqual({ '0-50': 1, '50-100': 2, '100-200': 0, '200-': 0 });
    expect(counts(found.ratings)).toEqual({ 4: 1, 3: 2, 2: 2, 1: 2 });
    expect(found.tags).toEqual([
      { name: 'one', count: 2 },
      { name: 'two', count: 1 },
    ]);
    expect(counts(found.sizes)).toEqual({ 0: 1, 1: 1 });
    expect(counts((await facets({ category: 'Facetted', brand: 'First' })).brands)).toMatchObject({
      First: 1,
      Second: 1,
    });
    expect(counts((await facets({ category: 'Facetted', tags: 'two' })).tags)).toEqual({ one: 2, two: 1 });
  });

  test('list a selected value that matches no product', async () => {
    expect((await facets({ tags: 'no-such-tag', size: 'no-such-size' })).tags).toContainEqual({
      name: 'no-such-tag',
      count: 0,
    });
    expect((await facets({ category: 'No such category' })).brands.every(({ count }) => count === 0)).toBe(true);
  });

  test('count only the products of a search', async () => {
    await aProduct({ name: 'Axolotl', category: 'Searched', brand: 'First' });

    expect(counts((await facets({ q: 'axolotl' })).categories)).toMatchObject({ Searched: 1, Jewelry: 0 });
    expect((await facets({ q: '' })).categories.every(({ count }) => count === 0)).toBe(true);
  });

  test('list tags and sizes without counts if there are too many products', async () => {
    await sql.query(
      `insert into products (category_id, brand_id, name, slug, description, price_cents, tags, options, created_at)
       select (select id from categories limit 1), (select id from brands limit 1), 'Bead', 'bead-' || i, 'A bead.', 777,
              '{beady}', '[{"name": "Size", "values": ["Tiny"]}]', now() + interval '1 day'
         from generate_series(1, 2100) i`,
    );

    const found = await facets({ maxPrice: '50' });

    expect(found.prices[0]?.count).toBeGreaterThan(2_100);
    expect(found.tags).toContainEqual({ name: 'beady', count: null });
    expect(found.sizes).toContainEqual({ name: 'Tiny', count: null });
    await sql.query("delete from products where name = 'Bead'");
  });
});

const PRODUCTS = Array.from({ length: 40 }, (_, i) => ({
  category: ['Cat one', 'Cat two'][i % 2] ?? '',
  brand: ['Brand one', 'Brand two', 'Brand three'][i % 3] ?? '',
  price: [10, 50, 75, 100, 150, 200, 300][i % 7] ?? 1,
  rating: [0, 1.5, 2, 3.99, 4, 5][i % 6] ?? 0,
  tags: [`tag-${i % 4}`],
  quantities: [i % 2, i % 3],
}));

const anyParams = fc.record(
  {
    category: fc.constantFrom('Cat one', 'Cat two'),
    brand: fc.constantFrom('Brand one', 'Brand two'),
    price: fc.constantFrom(['0', '50'], ['50', '100'], ['100', '200'], ['200', ''], ['60', '120']),
    rating: fc.constantFrom('4', '3', '1'),
    tags: fc.constantFrom('tag-0', 'tag-1'),
    size: fc.constantFrom('0', '1'),
    q: fc.constantFrom('thing', 'brand'),
  },
  { requiredKeys: [] },
);

test('the price bands of the database are those of the catalog, with both bounds in a band', async () => {
  const bounds = PRICE_BANDS.map(({ min }) => min * 100);
  const prices = bounds.flatMap((bound) => [bound - 1, bound, bound + 1]).filter((cents) => cents >= 0);
  const bandsOf = (cents: number) =>
    PRICE_BANDS.flatMap(({ min, max = Number.POSITIVE_INFINITY }, place) =>
      cents >= min * 100 && cents <= max * 100 ? [place + 1] : [],
    );

  const { rows } = await sql.query<{ cents: number; bands: number[] }>(
    'select cents::int, array_remove(price_bands(cents), 0::smallint) as bands from unnest($1::bigint[]) cents',
    [prices],
  );

  expect(rows).toEqual(prices.map((cents) => ({ cents, bands: bandsOf(cents) })));
});

/** Every kind of edit that affects counts. */
const EDITS = [
  'update products set price_cents = 5000 where id = $1',
  "update products set status = 'archived' where id = $1",
  "update products set status = 'published' where id = $1",
  'update products set rating_halves = rating_count * 6 where id = $1',
  "update products set category_id = (select id from categories where name = 'Cat two') where id = $1",
  'update stock set available = 0, sold = received where product_id = $1',
  'update stock set available = received, sold = 0 where product_id = $1',
  'update variants set archived_at = now() where product_id = $1',
  'update variants set archived_at = null where product_id = $1',
  'select refresh_facets() where $1::uuid is not null',
];

test('each facet count equals the total of the list with that value, for any filters and after any edits', {
  timeout: 60_000,
}, async () => {
  const products: { id: string }[] = [];
  for (const product of PRODUCTS) products.push(await aProduct(product));
  await fc.assert(
    fc.asyncProperty(
      anyParams,
      fc.array(fc.tuple(fc.constantFrom(...EDITS), fc.nat(PRODUCTS.length - 1)), { maxLength: 4 }),
      async ({ price, ...chosen }, edits) => {
        for (const [edit, place] of edits) await sql.query(edit, [products[place]?.id]);
        const [minPrice = '', maxPrice = ''] = price ?? [];
        const params = { ...chosen, minPrice, maxPrice };

        const found = await facets(params);

        for (const name of ['Cat one', 'Cat two'])
          expect(counts(found.categories)[name]).toBe(await total({ ...params, category: name }));
        for (const name of ['Brand one', 'Brand three'])
          expect(counts(found.brands)[name]).toBe(await total({ ...params, brand: name }));
        for (const { name, min, max } of PRICE_BANDS)
          expect(counts(found.prices)[name]).toBe(
            await total({ ...params, minPrice: `${min}`, maxPrice: `${max ?? ''}` }),
          );
        for (const rating of RATING_CHOICES)
          expect(counts(found.ratings)[rating]).toBe(await total({ ...params, rating }));
        for (const { name, count } of found.tags.slice(0, 3))
          expect(count).toBe(await total({ ...params, tags: name }));
        for (const { name, count } of found.sizes.slice(0, 3))
          expect(count).toBe(await total({ ...params, size: name }));
        const all: Product[] = (await guest.get(`/api/products?${urlQuery({ ...params, limit: '100' })}`)).json();
        expect(all).toHaveLength(await total(params));
      },
    ),
    { numRuns: 25 },
  );
});
