import { adminReviewMessages } from '@shop/contracts/reviews/admin-messages';
import { expect, test } from 'vitest';
import { aVariant } from '#test/builders/cart.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { anAdmin, guest, sql } = shop;
const sam = await anAdmin({ role: 'support' });

async function aReview(comment = 'It sparkles.') {
  const { productId, slug } = await aVariant(shop);
  const { rows } = await sql.query(
    `insert into reviews (product_id, user_name, rating_halves, comment) values ($1, 'Ada', 9, $2) returning id`,
    [productId, comment],
  );
  const id: string = rows[0].id;
  return {
    id,
    moderate: (status: string) => sam.put(`/api/admin/reviews/${id}/status`, { status }),
    shown: async () => (await guest.get(`/api/products/${slug}`)).json(),
  };
}
const listed = async (query = '') => (await sam.get(`/api/admin/reviews${query}`)).json();

test('AOTH-004 an approved review is shown and counted; a rejected one is stored, but neither', async () => {
  const review = await aReview();
  expect(await listed()).toContainEqual(expect.objectContaining({ id: review.id, rating: 4.5, status: 'pending' }));

  expect((await review.moderate('approved')).json()).toEqual({ status: 'approved' });
  expect(await review.shown()).toMatchObject({ reviewCount: 1, ratings: 4.5 });

  expect((await review.moderate('rejected')).json()).toEqual({ status: 'rejected' });
  expect(await review.shown()).toMatchObject({ reviews: [], reviewCount: 0, ratings: 0 });
  expect(await listed('?status=rejected')).toContainEqual(expect.objectContaining({ id: review.id, rating: 4.5 }));
});

test('approving a review twice at once counts it once and writes one audit entry', async () => {
  const review = await aReview();

  await Promise.all([review.moderate('approved'), review.moderate('approved')]);

  expect(await review.shown()).toMatchObject({ reviewCount: 1 });
  expect((await sql.query('select from audit_log where entity_id = $1', [review.id])).rowCount).toBe(1);
});

test('the admin review list is paginated, newest first', async () => {
  const ids = [];
  for (let i = 0; i < 31; i += 1) ids.unshift((await aReview(`Number ${i}`)).id);

  const first = await sam.get('/api/admin/reviews?status=pending');
  const [, next = ''] = /<(.+)>; rel="next"/.exec(String(first.headers.link)) ?? [];

  expect(first.json().map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 30));
  expect((await sam.get(next)).json()[0].id).toBe(ids[30]);
});

test('the admin review list sorted by date starts with the oldest review and has no gaps between pages', async () => {
  const { rows } = await sql.query<{ id: string }>(`select id from reviews where status = 'pending' order by id`);

  const first = await sam.get('/api/admin/reviews?sort=date');
  const [, next = ''] = /<(.+)>; rel="next"/.exec(String(first.headers.link)) ?? [];
  const second = await sam.get(next);

  const walked = [...first.json(), ...second.json()].map(({ id }: { id: string }) => id);
  expect(walked).toEqual(rows.slice(0, 60).map(({ id }) => id));
  expect(walked.length).toBeGreaterThan(30);
  expect((await sam.get('/api/admin/reviews?sort=rating')).statusCode).toBe(422);
});

test('moderating a review rejects an invalid status and an unknown review', async () => {
  const review = await aReview();

  expect((await review.moderate('pending')).statusCode).toBe(422);
  const nowhere = await sam.put(`/api/admin/reviews/${UNKNOWN_ID}/status`, {
    status: 'approved',
  });
  expect([nowhere.statusCode, nowhere.json().message]).toEqual([404, adminReviewMessages.notFound]);
});
