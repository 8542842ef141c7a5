import { reviewMessages } from '@shop/contracts/reviews/messages';
import { expect, test } from 'vitest';
import { getLockedOrder } from '#orders/change-status.ts';
import { transition } from '#orders/transition.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aProductWithSizes } from '#test/builders/reviewed-product.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { aShopper, db, guest, sql } = shop;

test('a review has the size of the latest delivered order and is marked as of a verified buyer', async () => {
  const ring = await aProductWithSizes(shop);
  const ada = await ring.aBuyer(0, 1);
  expect(await ada.own()).toMatchObject({ canReview: true, sizes: ['1', '0'] });

  await ada.review({ fit: 'small' });
  await ring.approve(ada.id);

  expect((await ada.own()).review).toMatchObject({ size: '1', fit: 'small', status: 'approved' });
  expect(await ring.reviews()).toMatchObject([{ size: '1', fit: 'small', verifiedBuyer: true, userId: null }]);
});

test('the mark of a verified buyer stays when the order is cancelled later', async () => {
  const ring = await aProductWithSizes(shop);
  const ada = await ring.aBuyer(0);
  await ada.review();
  await ring.approve(ada.id);

  const { rows } = await sql.query<{ id: string }>('select id from orders where user_id = $1', [ada.id]);
  await db.transaction(async (tx) =>
    transition(tx, await getLockedOrder(tx, rows[0]?.id ?? ''), 'cancelled', { actor: 'admin', userId: null }),
  );

  expect(await ada.own()).toMatchObject({ canReview: false, sizes: [] });
  expect(await ring.reviews()).toMatchObject([{ verifiedBuyer: true, size: '0' }]);
});

test('a customer chooses between the sizes they bought, and no other', async () => {
  const ring = await aProductWithSizes(shop);
  const ada = await ring.aBuyer(0, 1);

  const refused = await ada.review({ size: '2' });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    { code: 'size_not_bought', message: reviewMessages.sizeNotBought },
  ]);
  expect((await ada.review({ size: '0' })).json()).toMatchObject({ review: { size: '0', fit: null } });
});

test('a product without sizes has no fit votes', async () => {
  const vase = await aProductWithSizes(shop);
  const { rows } = await sql.query<{ id: string }>(
    `update variants set option_values = '{"Color": "Gold"}' where product_id = $1 and position = 0 returning id`,
    [vase.productId],
  );
  const ada = await aShopper();
  await anOrder(db, { of: ada, items: [{ variantId: rows[0]?.id ?? '', quantity: 1 }], status: 'delivered' });
  const write = (review: object) =>
    ada.post(`/api/products/${vase.productId}/reviews`, { rating: 4, comment: 'Fine.', ...review });

  expect((await write({ fit: 'large' })).json()).toMatchObject({ code: 'product_without_sizes' });
  expect((await write({ fit: 'wide' })).statusCode).toBe(422);
  expect((await write({})).json()).toMatchObject({ review: { size: null, fit: null } });
});

test('fit votes of approved reviews are counted on the product, and no others', async () => {
  const ring = await aProductWithSizes(shop);
  const [ada, bea, cleo] = [await ring.aBuyer(0), await ring.aBuyer(0), await ring.aBuyer(1)];
  await ada.review({ fit: 'small' });
  await bea.review({ fit: 'true_to_size' });
  await cleo.review({ fit: 'large' });
  expect(await ring.shown()).toMatchObject({ fitCounts: [0, 0, 0], reviewSizes: [] });

  await ring.approve(ada.id);
  await ring.approve(bea.id);
  expect(await ring.shown()).toMatchObject({ fitCounts: [1, 1, 0], reviewCount: 2, reviewSizes: ['0'] });

  await sql.query(`update reviews set status = 'rejected' where user_id = $1`, [ada.id]);
  expect(await ring.shown()).toMatchObject({ fitCounts: [0, 1, 0], reviewCount: 1 });
});

test('reviews are filtered by the size bought, page by page', async () => {
  const ring = await aProductWithSizes(shop);
  await sql.query(
    `insert into reviews (product_id, user_name, rating_halves, comment, size_bought, status, created_at)
     select $1, 'Ada', 9, 'Number ' || n, (n % 2)::text, 'approved', now() - n * interval '1 minute'
       from generate_series(1, 6) n`,
    [ring.productId],
  );

  const first = await guest.get(`/api/products/${ring.slug}/reviews?size=1&limit=2`);
  const [, next = ''] = /<(.+)>; rel="next"/.exec(String(first.headers.link)) ?? [];
  const second = await guest.get(next);

  const comments = [...first.json(), ...second.json()].map(({ comment }: { comment: string }) => comment);
  expect(comments).toEqual(['Number 1', 'Number 3', 'Number 5']);
  expect(await ring.reviews('?size=unknown')).toEqual([]);
});

test('a helpful vote counts once for each customer and can be withdrawn', async () => {
  const ring = await aProductWithSizes(shop);
  const [ada, bea, eve] = [await ring.aBuyer(0), await aShopper(), await aShopper()];
  await ada.review();
  const id = await ring.approve(ada.id);
  const vote = (who: typeof eve, helpful: boolean) => who.put(`/api/reviews/${id}/helpful`, { helpful });

  await Promise.all([vote(bea, true), vote(bea, true), vote(eve, true)]);
  expect((await vote(eve, true)).json()).toEqual({ helpful: true, helpfulCount: 2 });
  expect((await bea.get(`/api/products/${ring.productId}/own-review`)).json()).toMatchObject({ helpful: [id] });
  expect(await ring.reviews()).toMatchObject([{ helpfulCount: 2 }]);

  expect((await vote(eve, false)).json()).toEqual({ helpful: false, helpfulCount: 1 });
  expect((await vote(eve, false)).json()).toEqual({ helpful: false, helpfulCount: 1 });
});

test('a helpful vote is refused for one’s own, a pending and an unknown review, and without a login', async () => {
  const ring = await aProductWithSizes(shop);
  const [ada, eve] = [await ring.aBuyer(0), await aShopper()];
  const id = (await ada.review()).json().review.id;
  const vote = { helpful: true };

  expect((await eve.put(`/api/reviews/${id}/helpful`, vote)).statusCode).toBe(404);
  await ring.approve(ada.id);
  expect((await ada.put(`/api/reviews/${id}/helpful`, vote)).json()).toMatchObject({ code: 'own_review' });
  expect((await eve.put(`/api/reviews/${UNKNOWN_ID}/helpful`, vote)).statusCode).toBe(404);
  expect((await guest.put(`/api/reviews/${id}/helpful`, vote)).statusCode).toBe(401);
  expect(await ring.reviews()).toMatchObject([{ helpfulCount: 0 }]);
});
