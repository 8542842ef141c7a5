import { reviewPhotoKey, reviewPhotoUrl } from '@shop/contracts/reviews/constants';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { describe, expect, test } from 'vitest';
import { PASSWORD } from '#test/builders/account.ts';
import { aPhoto, aProductWithSizes } from '#test/builders/reviewed-product.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, disk, guest, sql, work } = shop;
const sam = await anAdmin({ role: 'support' });

const isStored = (id: string) => disk.exists(`originals/${reviewPhotoKey(id)}.webp`);
const isPublic = async (id: string) => (await guest.get(reviewPhotoUrl(id))).statusCode === 200;
/** As if uploaded long ago. */
const age = (interval: string) => sql.query(`update review_photos set created_at = now() - $1::interval`, [interval]);
async function deleteUnused() {
  await sql.query("select graphile_worker.add_job('delete_review_photos')");
  await work();
}

async function aReviewWithPhotos(count = 1) {
  const ring = await aProductWithSizes(shop);
  const ada = await ring.aBuyer(0);
  const photos: string[] = [];
  for (let n = 0; n < count; n += 1) photos.push((await ada.upload(await aPhoto())).json().id);
  const response = await ada.review({ photos });
  return { ring, ada, photos, photo: photos[0] ?? '', response, id: response.json().review?.id };
}

describe('photos of a review', () => {
  test('are shown once the review is approved, without metadata, and until it is rejected', async () => {
    const { ring, ada, photos, id } = await aReviewWithPhotos(2);
    expect(await ring.shown()).toMatchObject({ reviews: [], reviewPhotos: [] });
    for (const photo of photos) expect(await isPublic(photo)).toBe(false);

    await sam.put(`/api/admin/reviews/${id}/status`, { status: 'approved' });
    await work();

    const shown = await ring.shown();
    expect(shown.reviews[0].photos).toMatchObject(photos.map((photo) => ({ id: photo, width: 60, height: 40 })));
    expect(shown.reviewPhotos).toMatchObject(photos.map((photo) => ({ id: photo, userName: 'Ada Lovelace' })));
    const response = await guest.get(shown.reviews[0].photos[0].url);
    expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=3600' });
    expect(response.rawPayload.includes('Secret place')).toBe(false);
    expect((await ada.own()).review?.photos).toHaveLength(2);

    await sam.put(`/api/admin/reviews/${id}/status`, { status: 'rejected' });
    expect(await isPublic(photos[0] ?? '')).toBe(false);
  });

  test('make a review wait for moderation even if reviews need no approval', async () => {
    await sql.query('update store_settings set reviews_need_approval = false');
    const { response } = await aReviewWithPhotos();
    await sql.query('update store_settings set reviews_need_approval = true');

    expect(response.json()).toMatchObject({ review: { status: 'pending' } });
  });

  test('that are pending are seen by their author and by staff only', async () => {
    const { ada, photo } = await aReviewWithPhotos();
    const eve = await aShopper();

    expect((await ada.get(`/api/review-photos/${photo}`)).statusCode).toBe(200);
    expect((await eve.get(`/api/review-photos/${photo}`)).statusCode).toBe(404);
    expect((await sam.get(`/api/admin/review-photos/${photo}`)).headers['content-type']).toBe('image/webp');
    expect((await eve.get(`/api/admin/review-photos/${photo}`)).statusCode).toBe(403);
    expect((await guest.get(`/api/review-photos/${photo}`)).statusCode).toBe(401);
    for (const file of [
      `review-photo-${photo}/1.webp`,
      'review-photo-x/960.webp',
      `review-photo-${UNKNOWN_ID}/96.avif`,
    ])
      expect((await guest.get(`/media/${file}`)).statusCode).toBe(404);
  });

  test('filter the reviews of a product', async () => {
    const { ring, ada } = await aReviewWithPhotos();
    const bea = await ring.aBuyer(1);
    await bea.review();
    for (const { id } of [ada, bea]) await ring.approve(id);

    expect(await ring.reviews()).toHaveLength(2);
    expect(await ring.reviews('?photos=true')).toMatchObject([{ size: '0', photos: [{ width: 60 }] }]);
    expect(await ring.reviews('?photos=true&size=1')).toEqual([]);
  });
});

describe('a photo upload is refused', () => {
  test('to customers who cannot review the product, and to guests', async () => {
    const { ring, ada } = await aReviewWithPhotos();
    const eve = await aShopper();
    const path = `/api/products/${ring.productId}/review-photos`;
    const png = { 'content-type': 'image/png' };

    expect((await eve.post(path, await aPhoto(), png)).json()).toMatchObject({ code: 'not_a_verified_buyer' });
    expect((await ada.upload(await aPhoto())).json()).toMatchObject({ code: 'already_reviewed' });
    expect((await guest.post(path, await aPhoto(), png)).statusCode).toBe(401);
  });

  test.each([
    ['a script', '<script>alert(1)</script>', 'image/jpeg'],
    ['an empty file', '', 'image/png'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ])('A28 for %s', async (_what, bytes, type) => {
    const ring = await aProductWithSizes(shop);
    const ada = await ring.aBuyer(0);

    const { statusCode } = await ada.upload(bytes, type);

    expect([415, 422, 400]).toContain(statusCode);
    expect((await sql.query('select from review_photos where user_id = $1', [ada.id])).rowCount).toBe(0);
  });

  test('once many belong to no review', async () => {
    const ring = await aProductWithSizes(shop);
    const ada = await ring.aBuyer(0);
    await sql.query(
      `insert into review_photos (product_id, user_id, width, height) select $1, $2, 1, 1 from generate_series(1, 12)`,
      [ring.productId, ada.id],
    );

    expect((await ada.upload(await aPhoto())).json()).toMatchObject({ code: 'too_many_photos' });
  });
});

test('a review is refused with more than 4 photos, and with photos of others, of other products or used before', async () => {
  const { ring, photo } = await aReviewWithPhotos();
  const bea = await ring.aBuyer(0);
  const other = await (await aProductWithSizes(shop)).aBuyer(0);
  const stranger: string = (await other.upload(await aPhoto())).json().id;

  for (const photos of [[photo], [stranger], [UNKNOWN_ID]]) {
    const refused = await bea.review({ photos });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { code: 'photo_not_found', message: reviewMessages.photoNotFound },
    ]);
  }
  const own: string = (await bea.upload(await aPhoto())).json().id;
  expect((await bea.review({ photos: [own, own] })).statusCode).toBe(422);
  expect((await bea.review({ photos: Array(5).fill(own) })).statusCode).toBe(422);
  expect((await bea.own()).review).toBeNull();
  expect((await bea.review({ photos: [own] })).statusCode).toBe(200);
});

describe('files of photos are deleted', () => {
  test('when staff remove a photo', async () => {
    const { ring, ada, photos, id } = await aReviewWithPhotos(2);
    await ring.approve(ada.id);
    const [first = '', second = ''] = photos;
    expect(await isPublic(first)).toBe(true);
    await age('1 hour');

    const response = await sam.delete(`/api/admin/reviews/${id}/photos/${first}`);

    expect(response.json()).toMatchObject({ photos: [{ id: second }] });
    expect(await isPublic(first)).toBe(false);
    expect((await sam.delete(`/api/admin/reviews/${id}/photos/${first}`)).statusCode).toBe(404);
    await work();
    expect([await isStored(first), await isStored(second)]).toEqual([false, true]);
    expect(await ring.reviews()).toMatchObject([{ photos: [{ id: second }] }]);
  });

  test('when the account is deleted', async () => {
    const ring = await aProductWithSizes(shop, { password: PASSWORD });
    const ada = await ring.aBuyer(0);
    const photo: string = (await ada.upload(await aPhoto())).json().id;
    await ada.review({ photos: [photo] });
    await ring.approve(ada.id);

    const { statusCode } = await ada.post('/api/user/deletion', { password: PASSWORD });
    await age('1 hour');
    await deleteUnused();

    expect(statusCode).toBeLessThan(300);
    expect(await isStored(photo)).toBe(false);
    expect((await sql.query('select from review_photos where id = $1', [photo])).rowCount).toBe(0);
  });

  test('a day after an upload without a review, and not before', async () => {
    const ring = await aProductWithSizes(shop);
    const ada = await ring.aBuyer(0);
    const photo: string = (await ada.upload(await aPhoto())).json().id;

    await deleteUnused();
    expect(await isStored(photo)).toBe(true);

    await age('25 hours');
    expect((await ada.review({ photos: [photo] })).json()).toMatchObject({ code: 'photo_not_found' });
    await deleteUnused();
    expect(await isStored(photo)).toBe(false);
  });
});
