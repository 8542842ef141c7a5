import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { ProductSummary } from '@shop/contracts/catalog/admin-schema';
import { describe, expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { aProduct, anAdmin, sql } = await createTestStore();
const grace = await anAdmin();

type Listed = {
  id: string;
  name: string;
  price: number;
  quantity: number;
  updated: string;
  status: 'draft' | 'published';
  isBranded: boolean;
};

/** More than a page, with few distinct values, in a category of their own. */
const added: Listed[] = [];
for (let n = 0; n < 57; n += 1) {
  const status = n % 3 ? 'published' : 'draft';
  const name = `${['amber', 'Beryl', 'coral'][n % 3]} sort`;
  const isBranded = n % 2 === 0;
  const { id } = await aProduct({
    name,
    category: 'Sorted',
    brand: isBranded ? 'Sort & Sons' : 'House of Tests',
    price: 20 + (n % 4),
    salePrice: n % 2 ? 10 + (n % 4) : undefined,
    quantities: [n % 3, n % 2],
    status,
  });
  const updated = `2020-01-0${1 + (n % 5)}T00:00:00Z`;
  added.push({ id, name, price: (n % 2 ? 10 : 20) + (n % 4), quantity: (n % 3) + (n % 2), updated, status, isBranded });
}
// Sets the time of the last update, which a trigger would set to now.
await sql.query('alter table products disable trigger products_touch');
for (const { id, updated } of added)
  await sql.query('update products set updated_at = $2 where id = $1', [id, updated]);
await sql.query('alter table products enable trigger products_touch');

async function walk(query: string) {
  const walked: ProductSummary[] = [];
  for (let path: string | undefined = `/api/admin/products?${query}`; path; ) {
    const response = await grace.get(path);
    expect(response.statusCode, response.body).toBe(200);
    walked.push(...ProductSummary.array().parse(response.json()));
    path = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1];
  }
  return walked;
}

const KEYS: Record<string, (product: Listed) => string | number> = {
  name: ({ name }) => name.toLowerCase(),
  price: ({ price }) => price,
  quantity: ({ quantity }) => quantity,
  updated: ({ updated }) => updated,
  created: ({ id }) => id,
};
function inOrder(products: Listed[], sort: string) {
  const keyOf = KEYS[sort.replace('-', '')] ?? (({ id }: Listed) => id);
  const sorted = products.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    return a < b || (a === b && one.id < other.id) ? -1 : 1;
  });
  return (sort.startsWith('-') ? sorted.toReversed() : sorted).map(({ id }) => id);
}

describe.each(Object.keys(KEYS).flatMap((key) => [key, `-${key}`]))('products sorted by %s', (sort) => {
  test.each<[string, (product: Listed) => boolean]>([
    ['category=Sorted', () => true],
    ['category=Sorted&status=draft', ({ status }) => status === 'draft'],
    ['brand=Sort+%26+Sons', ({ isBranded }) => isBranded],
    ['q=beryl+sort', ({ name }) => name === 'Beryl sort'],
    ['category=Sorted&stock=in', ({ quantity }) => quantity > 0],
    ['category=Sorted&stock=out', ({ quantity }) => quantity === 0],
  ])('have no gaps or repeats between pages with %s', async (filter, matches) => {
    const walked = await walk(`${filter}&sort=${sort}`);

    expect(walked.map(({ id }) => id)).toEqual(inOrder(added.filter(matches), sort));
  });

  test('have no gaps or repeats between pages of the whole store', async () => {
    const [walked, unsorted] = [await walk(`sort=${sort}`), await walk('')];

    const ids = walked.map(({ id }) => id);
    expect(ids.toSorted()).toEqual(unsorted.map(({ id }) => id).toSorted());
    const ofCategory = new Set(added.map(({ id }) => id));
    expect(ids.filter((id) => ofCategory.has(id))).toEqual(inOrder(added, sort));
  });
});

test('a filter with more than 10,000 products is sorted by an index, but not by quantity', async () => {
  const before = (await walk('category=Sorted&status=draft&sort=price')).map(({ id }) => id);
  await sql.query(
    `insert into products (category_id, brand_id, name, slug, description, price_cents, status)
     select category_id, brand_id, 'Bulk ' || n, 'bulk-' || n, 'A thing.', 500000 + n % 7, 'draft'
       from products, generate_series(1, 10001) n where id = $1`,
    [added[0]?.id],
  );
  const get = (sort: string) => grace.get(`/api/admin/products?category=Sorted&status=draft&sort=${sort}`);

  const first = await get('price');
  const ids = ProductSummary.array()
    .parse(first.json())
    .map(({ id }) => id);
  expect(ids.slice(0, before.length)).toEqual(before);
  const next = /<([^>]+)>/.exec(String(first.headers.link ?? ''))?.[1] ?? '';
  const second = ProductSummary.array().parse((await grace.get(next)).json());
  expect(second).toHaveLength(50);
  expect(new Set([...ids, ...second.map(({ id }) => id)]).size).toBe(100);
  for (const sort of ['name', '-name', '-price', 'updated', '-updated', 'created'])
    expect((await get(sort)).statusCode, sort).toBe(200);
  const outOfStock = await grace.get('/api/admin/products?status=draft&stock=out&q=bulk&sort=name');
  expect(outOfStock.json()).toHaveLength(50);
  const tooBroad = {
    status: 422,
    code: 'sort_too_broad',
    errors: [{ field: 'sort', message: adminProductMessages.tooManyToSort }],
  };
  expect((await get('-quantity')).json()).toMatchObject(tooBroad);
  // Few of the many that would have to be checked are in stock.
  expect((await grace.get('/api/admin/products?status=draft&stock=in&sort=price')).json()).toMatchObject(tooBroad);
});

test('rejects an unknown sort order', async () => {
  const response = await grace.get('/api/admin/products?sort=brand');

  expect(response.statusCode).toBe(422);
  expect(response.json().errors[0].field).toBe('sort');
});

test.each([
  ['products_by_status_name', 'searchable(name)'],
  ['products_by_status_price', 'current_price_cents'],
  ['products_by_status_updated', 'updated_at'],
])('%s has the products of a status in order', async (index, key) => {
  const client = await sql.connect();
  await client.query('begin; set local enable_seqscan = off; set local enable_sort = off');
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain select id from products where status = 'draft' order by ${key} desc, id desc limit 51`,
  );
  await client.query('rollback');
  client.release();

  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(new RegExp(`Scan Backward using ${index}`));
});
