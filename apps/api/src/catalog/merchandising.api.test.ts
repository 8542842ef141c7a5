import { expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { guest, sql, aProduct, work } = await createTestStore();
const category = 'Merchandised';
const featured = async (): Promise<string[]> =>
  (await guest.get(`/api/products?${new URLSearchParams({ category })}`))
    .json()
    .map(({ name }: { name: string }) => name);
const rate = (id: string, halves: number) =>
  sql.query('update products set rating_halves = $2, rating_count = 1 where id = $1', [id, halves]);
const mismatches = async () =>
  (
    await sql.query(
      'select from products join product_search on product_id = id where products.featured_score <> product_search.featured_score',
    )
  ).rowCount;

test('a product without reviews is never before one with good reviews, and before those with bad ones', async () => {
  const good = await aProduct({ category, name: 'Good', createdAt: new Date('2020-02-01') });
  const bad = await aProduct({ category, name: 'Bad', createdAt: new Date('2026-02-01') });
  await aProduct({ category, name: 'Old', createdAt: new Date('2021-02-01') });
  await aProduct({ category, name: 'New', createdAt: new Date('2026-03-01') });
  await rate(good.id, 8);
  await rate(bad.id, 4);

  expect(await featured()).toEqual(['Good', 'New', 'Old', 'Bad']);
  expect(await mismatches()).toBe(0);
});

test('summaries of products are in the order of their ids, without those that are not published', async () => {
  const [one, two, draft] = await Promise.all([
    aProduct({ name: 'One', price: 20, salePrice: 15 }),
    aProduct({ name: 'Two' }),
    aProduct({ status: 'draft' }),
  ]);
  const read = (ids: string) => guest.get(`/api/products/summaries?ids=${ids}`);

  const response = await read([two.id, draft.id, one.id].join(','));

  expect(response.json()).toEqual([
    { name: 'Two', slug: two.slug, image: null, price: 10, salePrice: 0 },
    { name: 'One', slug: one.slug, image: null, price: 20, salePrice: 15 },
  ]);
  expect(response.headers['cache-control']).toMatch(/^public/);
  expect((await read('')).statusCode).toBe(422);
  expect((await read(Array(13).fill(one.id).join(','))).statusCode).toBe(422);
});

test('the worker computes outdated scores again, without a change of the products', async () => {
  const expected = await featured();
  await sql.query('update products set featured_score = extract(epoch from created_at)');
  const updated = await sql.query<{ at: Date }>('select max(updated_at) as at from products');
  expect(await featured()).not.toEqual(expected);

  await sql.query(`select graphile_worker.add_job('update_featured_scores', '{}')`);
  await work();

  expect(await featured()).toEqual(expected);
  expect(await mismatches()).toBe(0);
  expect((await sql.query('select max(updated_at) as at from products')).rows).toEqual(updated.rows);
});
