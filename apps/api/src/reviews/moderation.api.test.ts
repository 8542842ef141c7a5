import { randomUUID } from 'node:crypto';
import { adminReviewMessages } from '@shop/contracts/reviews/admin-messages';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { describe, expect, test } from 'vitest';
import { aVariant } from '#test/builders/cart.ts';
import { aProductWithSizes } from '#test/builders/reviewed-product.ts';
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

test('the reason of a rejection is shown to the author and to staff, and removed by an approval', async () => {
  const ring = await aProductWithSizes(shop);
  const ada = await ring.aBuyer(0);
  const { id } = (await ada.review()).json().review;
  const decide = (decision: object) => sam.put(`/api/admin/reviews/${id}/status`, decision);

  expect((await decide({ status: 'rejected', reason: ' Not about the ring. ' })).json()).toEqual({
    status: 'rejected',
    reason: 'Not about the ring.',
  });
  expect((await ada.own()).review).toMatchObject({ status: 'rejected', reason: 'Not about the ring.' });
  expect((await sam.get(`/api/admin/reviews/${id}`)).json()).toMatchObject({ id, reason: 'Not about the ring.' });

  expect((await decide({ status: 'approved' })).json()).toEqual({ status: 'approved' });
  expect((await ada.own()).review).toMatchObject({ status: 'approved', reason: '' });
  expect((await decide({ status: 'rejected', reason: 'x'.repeat(501) })).statusCode).toBe(422);
});

describe('a reply to a review', () => {
  async function aPublishedReview() {
    const ring = await aProductWithSizes(shop);
    const ada = await ring.aBuyer(0);
    await ada.review();
    const id = await ring.approve(ada.id);
    const reply = (text: string, staff = sam) => staff.put(`/api/admin/reviews/${id}/reply`, { reply: text });
    const noticesOf = async () =>
      (await sql.query(`select title, link from notifications where user_id = $1 and type = 'other'`, [ada.id])).rows;
    const emailsOf = async () =>
      (await sql.query(`select payload from email_messages where user_id = $1 and kind = 'review_reply'`, [ada.id]))
        .rows;
    return { ring, ada, id, reply, noticesOf, emailsOf };
  }

  test('is public, can be edited and removed, and notifies the author once', async () => {
    const { ring, ada, reply, noticesOf, emailsOf } = await aPublishedReview();

    expect((await reply('Thank you, Ada.')).json()).toMatchObject({ reply: { text: 'Thank you, Ada.' } });
    await reply('Thank you, Ada.');
    await reply('Thank you so much, Ada.');

    expect(await ring.reviews()).toMatchObject([{ reply: { text: 'Thank you so much, Ada.' } }]);
    expect((await ada.own()).review?.reply?.text).toBe('Thank you so much, Ada.');
    expect(await noticesOf()).toEqual([{ title: reviewMessages.replyTitle, link: `/product/${ring.slug}#reviews` }]);
    expect(await emailsOf()).toMatchObject([{ payload: { reply: 'Thank you, Ada.' } }]);

    expect((await reply('')).json()).toMatchObject({ reply: null });
    await reply('Again.');
    expect(await emailsOf()).toHaveLength(1);
  });

  test('can be undone from the audit log', async () => {
    const { ring, id, reply } = await aPublishedReview();
    const owner = await anAdmin();
    await reply('Thank you.');
    const { rows } = await sql.query(`select id from audit_log where entity_id = $1 and action = 'review.reply'`, [id]);

    const undone = await owner.post(`/api/admin/audit-log/${rows[0].id}/undo`, {}, { 'idempotency-key': randomUUID() });

    expect(undone.statusCode).toBeLessThan(300);
    expect(await ring.reviews()).toMatchObject([{ reply: null }]);
  });

  test('is refused for a review that is not approved, for an unknown one, and without the permission', async () => {
    const { ring, id, reply } = await aPublishedReview();
    await sam.put(`/api/admin/reviews/${id}/status`, { status: 'rejected' });

    expect((await reply('Hello.')).json()).toMatchObject({ code: 'review_not_approved' });
    const nowhere = await sam.put(`/api/admin/reviews/${UNKNOWN_ID}/reply`, { reply: 'Hello.' });
    expect(nowhere.statusCode).toBe(404);
    expect((await reply('Hello.', await anAdmin({ role: 'packer' }))).statusCode).toBe(403);
    expect((await reply('x'.repeat(2_001))).statusCode).toBe(422);
    expect(await ring.reviews()).toEqual([]);
  });
});
