import { randomUUID } from 'node:crypto';
import { AdminReview } from '@shop/contracts/reviews/admin-schema';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { describe, expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, guest, db, sql } = shop;

type Status = Parameters<typeof anOrder>[1]['status'];
async function aCustomerWithOrder(status: Status = 'delivered') {
  const customer = await aShopper({ name: 'Ada Lovelace' });
  const variant = await aVariant(shop, { quantities: [10] });
  await anOrder(db, { of: customer, items: [{ variantId: variant.variantId, quantity: 1 }], status });
  const reviews = `/api/products/${variant.productId}/reviews`;
  return {
    ...customer,
    ...variant,
    review: (body: object = { rating: 4.5, comment: 'It sparkles.' }) => customer.post(reviews, body),
    own: async () => (await customer.get(`/api/products/${variant.productId}/own-review`)).json(),
    shown: async () => (await guest.get(`/api/products/${variant.slug}`)).json(),
  };
}

describe('a verified buyer', () => {
  test('PDP-015 can review a delivered product, in half stars, under their name', async () => {
    const ada = await aCustomerWithOrder();
    expect(await ada.own()).toMatchObject({ canReview: true, review: null });

    const response = await ada.review();

    const stored = { rating: 4.5, comment: 'It sparkles.', status: 'pending' };
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ canReview: false, review: stored });
    expect(await ada.own()).toEqual(response.json());
    const { rows } = await sql.query('select user_name, rating_halves, status from reviews where user_id = $1', [
      ada.id,
    ]);
    expect(rows).toEqual([{ user_name: 'Ada Lovelace', rating_halves: 9, status: 'pending' }]);
  });

  test.each([
    ['approved', [{ userName: 'Ada Lovelace', rating: 4.5 }], 1],
    ['rejected', [], 0],
  ])('PDP-016 has a review that is pending until staff have %s it', async (status, reviews, reviewCount) => {
    const ada = await aCustomerWithOrder();
    const sam = await anAdmin({ role: 'support' });
    const comment = `It sparkles. ${randomUUID()}`;
    await ada.review({ rating: 4.5, comment });
    expect(await ada.shown()).toMatchObject({ reviews: [], reviewCount: 0, ratings: 0 });

    const pending = AdminReview.array().parse((await sam.get('/api/admin/reviews?status=pending')).json());
    const { id } = pending.find((review) => review.comment === comment) ?? {};
    const decision = await sam.put(`/api/admin/reviews/${id}/status`, { status });

    expect([decision.statusCode, decision.json()]).toEqual([200, { status }]);
    expect(await ada.shown()).toMatchObject({ reviews, reviewCount, ratings: reviewCount * 4.5 });
    expect(await ada.own()).toMatchObject({ canReview: false, review: { status } });
  });

  test('PDP-016 needs no approval if the owner requires none in the store settings', async () => {
    const owner = await anAdmin();
    const requireApproval = async (reviewsNeedApproval: boolean) => {
      const settings = (await owner.get('/api/admin/settings')).json();
      const response = await owner.put('/api/admin/settings', { ...settings, reviewsNeedApproval });
      expect(response.statusCode).toBe(200);
    };
    await requireApproval(false);
    const ada = await aCustomerWithOrder();

    expect((await ada.review()).json()).toMatchObject({ review: { status: 'approved' } });

    expect(await ada.shown()).toMatchObject({ reviewCount: 1 });
    await requireApproval(true);
  });

  test('can review a product only once, even concurrently and after a rejection', async () => {
    const ada = await aCustomerWithOrder();

    const responses = await Promise.all([ada.review(), ada.review()]);
    await sql.query("update reviews set status = 'rejected' where user_id = $1", [ada.id]);
    const third = await ada.review();

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(third.statusCode).toBe(409);
    expect(await ada.own()).toMatchObject({ canReview: false, review: { status: 'rejected' } });
    expect(third.json()).toMatchObject({ code: 'already_reviewed', message: reviewMessages.already });
  });

  test.each([
    { rating: 0, comment: 'x' },
    { rating: 5.5, comment: 'x' },
    { rating: 4.3, comment: 'x' },
    { rating: '5', comment: 'x' },
    { rating: null, comment: 'x' },
    { rating: 5, comment: '   ' },
    { rating: 5, comment: 'x'.repeat(5_001) },
    { rating: 5, comment: 'nul\u0000' },
    { rating: 5 },
    { rating: 5, comment: 'x', status: 'approved' },
    { rating: 5, comment: 'x', userName: 'The owner', userId: UNKNOWN_ID },
  ])('cannot submit %j', async (body) => {
    const ada = await aCustomerWithOrder();

    expect((await ada.review(body)).statusCode).toBe(422);
    expect(await ada.own()).toMatchObject({ canReview: true, review: null });
  });
});

describe('a customer who has not received the product', () => {
  test.each(['pending', 'processing', 'shipped', 'cancelled'] as const)(
    'PDP-015 cannot review it with an order that is %s',
    async (status) => {
      const ada = await aCustomerWithOrder(status);

      const response = await ada.review();

      expect(await ada.own()).toMatchObject({ canReview: false, review: null });
      expect(response.statusCode).toBe(403);
      expect(response.json()).toMatchObject({
        code: 'not_a_verified_buyer',
        message: reviewMessages.onlyVerifiedBuyers,
      });
    },
  );

  test('PDP-015 cannot review it without an order, nor can an admin', async () => {
    const ada = await aCustomerWithOrder();
    const [eve, grace] = await Promise.all([aShopper(), anAdmin()]);
    const other = await aVariant(shop, { quantities: [1] });

    for (const [who, productId] of [
      [eve, ada.productId],
      [grace, ada.productId],
      [ada, other.productId],
      [ada, UNKNOWN_ID],
    ] as const)
      expect((await who.post(`/api/products/${productId}/reviews`, { rating: 5, comment: 'x' })).statusCode).toBe(403);
    expect(
      (await sql.query('select from reviews where product_id = any ($1)', [[ada.productId, other.productId]])).rowCount,
    ).toBe(0);
  });

  test('gets 401 without a login', async () => {
    const { productId } = await aVariant(shop);

    expect((await guest.get(`/api/products/${productId}/own-review`)).statusCode).toBe(401);
    expect((await guest.post(`/api/products/${productId}/reviews`, { rating: 5, comment: 'x' })).statusCode).toBe(401);
  });
});
