import { Review } from '@shop/contracts/catalog/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { explainSteps, recordStatements } from '#test/statements/record-statements.ts';
import { createTestStore } from '#test/test-store.ts';

const { guest, aProduct, sql, pools } = await createTestStore();

/** Approved ones, with few distinct numbers of votes and times, sizes and photos. */
const insertReviews = (productId: string, count: number) =>
  sql.query(
    `insert into reviews (product_id, user_name, rating_halves, comment, status, size_bought, helpful_count, photo_count, created_at)
     select $1, 'Someone', 8, 'Number ' || n, 'approved', 'Size ' || n % 50, n % 7, (n % 40 = 0)::int,
            timestamptz '2026-01-01' + n % 5 * interval '1 day'
       from generate_series(1, $2::int) n`,
    [productId, count],
  );

async function walk(slug: string, query: string) {
  const walked: Review[] = [];
  for (let path: string | undefined = `/api/products/${slug}/reviews?${query}`; path; ) {
    const response = await guest.get(path);
    expect(response.statusCode, response.body).toBe(200);
    walked.push(...Review.array().parse(response.json()));
    path = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1];
  }
  return walked;
}

const byVotes = (one: Review, other: Review) =>
  other.helpfulCount - one.helpfulCount || other.createdAt.localeCompare(one.createdAt) || (other.id < one.id ? -1 : 1);
const idsOf = (reviews: Review[]) => reviews.map(({ id }) => id);

test('reviews are sorted by helpful votes, newest first among equals, without gaps or repeats', async () => {
  const { id, slug } = await aProduct();
  await insertReviews(id, 45);
  const newest = await walk(slug, 'limit=100');

  const walked = await walk(slug, 'sortBy=helpful&limit=4');

  expect(idsOf(walked)).toEqual(idsOf(newest.toSorted(byVotes)));
  expect(idsOf(walked)).not.toEqual(idsOf(newest));
  expect(idsOf(await walk(slug, 'sortBy=newest&limit=4'))).toEqual(idsOf(newest));
});

test('the order by votes keeps the filters', async () => {
  const { id, slug } = await aProduct();
  await insertReviews(id, 120);
  const all = (await walk(slug, 'limit=100')).toSorted(byVotes);

  expect(idsOf(await walk(slug, 'sortBy=helpful&limit=1&size=Size+3'))).toEqual(
    idsOf(all.filter(({ size }) => size === 'Size 3')),
  );
  expect(await walk(slug, 'sortBy=helpful&limit=2&photos=true')).toHaveLength(3);
});

test('rejects an unknown order and the cursor of another order', async () => {
  const { id, slug } = await aProduct();
  await insertReviews(id, 3);
  const first = await guest.get(`/api/products/${slug}/reviews?sortBy=helpful&limit=1`);
  const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1];

  expect((await guest.get(`/api/products/${slug}/reviews?sortBy=stars`)).statusCode).toBe(422);
  expect((await guest.get(`/api/products/${slug}/reviews?cursor=${cursor}`)).json()).toMatchObject({
    status: 422,
    code: 'invalid_cursor',
  });
});

describe('with 60,000 reviews', () => {
  let slug = '';
  beforeAll(async () => {
    const [popular, other] = [await aProduct(), await aProduct()];
    slug = popular.slug;
    await insertReviews(popular.id, 40_000);
    await insertReviews(other.id, 20_000);
    await sql.query('vacuum analyze reviews');
  });

  const latePage = async (query: string) => {
    const { rows } = await sql.query<{ id: string; votes: number; created: string }>(
      `select id, helpful_count as votes, (extract(epoch from created_at) * 1000000)::bigint as created from reviews
        where product_id = (select id from products where slug = $1) and status = 'approved' and helpful_count = 1
        order by id limit 1`,
      [slug],
    );
    const [{ id, votes, created } = { id: '', votes: 0, created: '' }] = rows;
    return `${query}&cursor=${Buffer.from(`helpful ${votes} ${created} ${id}`).toString('base64url')}`;
  };

  test.each([
    ['reviews_by_helpful', ''],
    ['reviews_of_size_by_helpful', '&size=Size+3'],
    ['reviews_with_photos_by_helpful', '&photos=true'],
  ])('%s is read for one page only, be it the first or a late one', async (index, filter) => {
    for (const query of [`sortBy=helpful${filter}`, await latePage(`sortBy=helpful${filter}`)]) {
      const path = `/api/products/${slug}/reviews?${query}`;
      const { result, statements } = await recordStatements(pools.browse, () => guest.get(path));
      const [statement] = statements.filter(({ text }) => text.includes('helpful_count desc'));
      if (!statement) throw new Error('The reviews were not read.');
      const steps = await explainSteps(pools.browse, statement, ', analyze');

      expect(result.json()).toHaveLength(10);
      // Nothing sorts the reviews; since version 16 PostgreSQL shows that it sorts the photos of each.
      expect(steps[0]).toMatchObject({ 'Node Type': 'Limit' });
      expect(steps[1]).toMatchObject({ 'Node Type': 'Index Scan', 'Index Name': index, 'Actual Rows': 11 });
    }
  });
});
