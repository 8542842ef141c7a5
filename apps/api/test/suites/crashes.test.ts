import { randomUUID } from 'node:crypto';
import { reviewPhotoKey } from '@shop/contracts/reviews/constants';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { replyAddress } from '#mail/reply-address.ts';
import { deleteUnusedPhotos } from '#reviews/photos.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithAddress, aGift, requestExchange } from '#test/builders/returns/a-gift.ts';
import { aPhoto, aProductWithSizes } from '#test/builders/reviewed-product.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { crashAfter, sendWithCrashes } from '#test/statements/crashes.ts';
import { createTestStore } from '#test/test-store.ts';

const SECRET = 'a secret of the relay in this test, and of nothing else';
const ADDRESS = 'support@in.example.com';
const shop = await createTestStore({ env: { INBOUND_MAIL_ADDRESS: ADDRESS, INBOUND_MAIL_SECRET: SECRET } });
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, config, db, disk, guest, sql } = shop;
const sam = await anAdmin({ role: 'support' });
const pools = Object.values(shop.pools);

const keyed = (key: string) => ({ 'idempotency-key': key });
const countJobs = "(select count(*)::int from graphile_worker.jobs where task_identifier = 'send_email')";

/** Counts in one row, and how many more there are than at the first call. */
function effectsOf(query: string, values: unknown[] = []) {
  let first: Record<string, number> | undefined;
  return async () => {
    const { rows } = await sql.query<Record<string, number>>(query, values);
    const counts = rows[0] ?? {};
    first ??= counts;
    return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count - (first?.[name] ?? 0)]));
  };
}

type Effects = Record<string, number>;

/** After every crash either nothing or all of it has happened, and at last all of it once. */
async function expectOnce(send: () => Promise<LightMyRequestResponse>, read: () => Promise<Effects>, all: Effects) {
  const none = await read();
  const { response, effects } = await sendWithCrashes(pools, send, read);

  expect(response.statusCode, response.body).toBeLessThan(300);
  for (const seen of effects) expect([none, all]).toContainEqual(seen);
  expect(effects).toContainEqual(none);
  // The last crash is after the commit and before the response.
  expect(effects.at(-1)).toEqual(all);
  expect(await read()).toEqual(all);
  return { response, crashes: effects.length };
}

describe('a crash after any statement', () => {
  test('of an order placed as a gift: one order, with its recipient and message', async () => {
    const ada = await aCustomerWithAddress(shop);
    const { variantId } = await aVariant(shop);
    await ada.post('/api/cart/items', { variantId });
    const key = randomUUID();
    const gift = { recipient: 'Mia', message: 'Happy birthday!' };
    const read = effectsOf(
      `select (select count(*)::int from orders where user_id = $1 and gift ->> 'recipient' = 'Mia') as gifts,
              (select count(*)::int from orders where user_id = $1) as orders,
              (select sold::int from stock where variant_id = $2) as sold,
              (select count(*)::int from email_messages m join orders o on o.id = m.order_id where o.user_id = $1) as emails`,
      [ada.id, variantId],
    );

    const { crashes } = await expectOnce(
      () => ada.post('/api/payment/create-order', { paymentMethod: 'cod', gift }, keyed(key)),
      read,
      { gifts: 1, orders: 1, sold: 1, emails: 1 },
    );

    expect(crashes).toBeGreaterThan(10);
  });

  test('of an exchange by the link of a gift: one return, its size reserved once, its emails enqueued', async () => {
    const gift = await aGift(shop);
    const [key, email] = [randomUUID(), 'mia@example.com'];
    const read = effectsOf(
      `select (select count(*)::int from returns where order_id = $1) as returns,
              (select count(*)::int from exchange_reservations where variant_id = $2) as reservations,
              (select reserved::int from stock where variant_id = $2) as reserved,
              (select count(*)::int from email_messages where to_email = 'mia@example.com') as emails,
              ${countJobs} as jobs`,
      [gift.orderId, gift.larger],
    );

    const { response, crashes } = await expectOnce(() => requestExchange(shop, gift, { email, key }), read, {
      returns: 1,
      reservations: 1,
      reserved: 1,
      emails: 1,
      jobs: 1,
    });

    expect(crashes).toBeGreaterThan(8);
    expect(response.json()).toMatchObject({ exchanges: [{ status: 'requested' }] });
  });

  describe('of a conversation', () => {
    const countMessages = (ticketId: string) =>
      effectsOf(
        `select (select count(*)::int from support_messages where ticket_id = t.id) as messages,
                (select count(*)::int from audit_log where entity_id = t.id::text) as entries,
                (select count(*)::int from email_messages
                  where user_id = t.user_id and kind = 'ticket_answered') as emails,
                (t.status = 'answered')::int as answered
           from support_tickets t where id = $1`,
        [ticketId],
      );

    async function aConversation() {
      const ada = await aShopper();
      const { variantId } = await aVariant(shop);
      const { id: orderId } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }] });
      const opened = await ada.post('/api/conversations', { orderId, message: 'Where is it?' }, keyed(randomUUID()));
      const { id } = opened.json<{ id: string }>();
      return { ada, id, orderId };
    }

    test('that is opened: one ticket with one message', async () => {
      const { ada, orderId } = await aConversation();
      const key = randomUUID();

      await expectOnce(
        () => ada.post('/api/conversations', { orderId, message: 'And in gold?' }, keyed(key)),
        effectsOf(
          `select (select count(*)::int from support_messages where body = 'And in gold?') as messages,
                  (select count(*)::int from support_tickets where order_id = $1) as tickets`,
          [orderId],
        ),
        { messages: 1, tickets: 1 },
      );
    });

    test('answered by the customer and by staff: each message once', async () => {
      const { ada, id } = await aConversation();
      const [first, second] = [randomUUID(), randomUUID()];
      const path = `/api/conversations/${id}/messages`;

      await expectOnce(() => ada.post(path, { message: 'Still nothing.' }, keyed(first)), countMessages(id), {
        messages: 1,
        entries: 0,
        emails: 0,
        answered: 0,
      });
      const reply = () => sam.post(`/api/admin/tickets/${id}/messages`, { message: 'Tomorrow.' }, keyed(second));
      await expectOnce(reply, countMessages(id), { messages: 1, entries: 1, emails: 1, answered: 1 });
    });

    test('answered by email: the relay delivers it again, and it is one message', async () => {
      const { ada, id } = await aConversation();
      const email = {
        from: ada.email,
        to: replyAddress(ADDRESS, id, config.authSecret),
        messageId: `<${randomUUID()}@mail.example.com>`,
        text: 'It arrived.',
      };
      const deliver = () => guest.post('/api/inbound-mail', email, { 'x-inbound-secret': SECRET });
      const read = countMessages(id);

      const { response } = await expectOnce(deliver, read, { messages: 1, entries: 0, emails: 0, answered: 0 });

      expect(response.json()).toEqual({ received: true, stored: false });
      expect((await deliver()).json()).toEqual({ received: true, stored: false });
      expect(await read()).toMatchObject({ messages: 1 });
    });
  });

  describe('of the photos of a review', () => {
    const isStored = (id: string) => disk.exists(`originals/${reviewPhotoKey(id)}.webp`);
    async function photosOf(userId: string) {
      const { rows } = await sql.query<{ id: string; reviewId: string | null }>(
        'select id, review_id as "reviewId" from review_photos where user_id = $1 order by id',
        [userId],
      );
      return Promise.all(rows.map(async (photo) => ({ ...photo, isStored: await isStored(photo.id) })));
    }
    async function aReviewOf(ring: Awaited<ReturnType<typeof aProductWithSizes>>) {
      const ada = await ring.aBuyer(0);
      const photos: string[] = [];
      for (let n = 0; n < 2; n += 1) photos.push((await ada.upload(await aPhoto())).json().id);
      return { ada, photos };
    }

    test('that is uploaded: no file has no row, and every upload that was interrupted is in no review and is deleted', async () => {
      const ring = await aProductWithSizes(shop);
      const ada = await ring.aBuyer(0);
      const image = await aPhoto();

      const { response, effects } = await sendWithCrashes(
        pools,
        () => ada.upload(image),
        () => photosOf(ada.id),
      );

      expect(response.statusCode, response.body).toBe(201);
      const { id } = response.json();
      expect(effects[0]).toEqual([]);
      for (const photo of effects.flat()) expect(photo).toMatchObject({ reviewId: null });
      const photos = await photosOf(ada.id);
      expect(photos.find((photo) => photo.id === id)).toMatchObject({ isStored: true });
      expect(photos).toContainEqual(expect.objectContaining({ isStored: false }));
      expect(photos.length).toBeGreaterThan(1);

      expect((await ada.review({ photos: [id] })).statusCode).toBe(200);
      await sql.query("update review_photos set created_at = now() - interval '2 days' where user_id = $1", [ada.id]);
      await deleteUnusedPhotos(db, disk);
      expect(await photosOf(ada.id)).toMatchObject([{ id, isStored: true }]);
    });

    test('that the disk does not take: its row is in no review, and the customer uploads it again', async () => {
      const ada = await (await aProductWithSizes(shop)).aBuyer(0);
      vi.spyOn(disk, 'put').mockRejectedValueOnce(new Error('No space left on the disk.'));

      expect((await ada.upload(await aPhoto())).statusCode).toBe(500);
      expect(await photosOf(ada.id)).toMatchObject([{ reviewId: null, isStored: false }]);
      const { id } = (await ada.upload(await aPhoto())).json();

      expect((await ada.review({ photos: [id] })).json()).toMatchObject({ review: { photos: [{ id }] } });
    });

    test('that belong to a new review: the review with all of its photos, or nothing', async () => {
      const ring = await aProductWithSizes(shop);
      const { ada, photos } = await aReviewOf(ring);
      const read = effectsOf(
        `select (select count(*)::int from reviews where user_id = $1) as reviews,
                (select count(*)::int from review_photos where user_id = $1 and review_id is not null) as photos,
                (select coalesce(sum(photo_count), 0)::int from reviews where user_id = $1) as counted`,
        [ada.id],
      );
      const none = await read();

      const { response, effects } = await sendWithCrashes(pools, () => ada.review({ photos }), read);

      const all = { reviews: 1, photos: 2, counted: 2 };
      for (const seen of effects) expect([none, all]).toContainEqual(seen);
      // The first response was lost after the commit: there is one review for ever.
      expect(response.json()).toMatchObject({ code: 'already_reviewed' });
      expect(await read()).toEqual(all);
      expect((await ada.own()).review?.photos).toHaveLength(2);
    });

    test('that staff approve, and of which they remove one: entry, photo and job are one, and its file is deleted', async () => {
      const ring = await aProductWithSizes(shop);
      const { ada, photos } = await aReviewOf(ring);
      const { review } = (await ada.review({ photos })).json();
      const path = `/api/admin/reviews/${review.id}`;
      const read = effectsOf(
        `select (select count(*)::int from reviews where id = $1::uuid and status = 'approved') as approved,
                (select rating_count::int from products where id = $2) as counted,
                (select count(*)::int from review_photos where review_id = $1::uuid and removed_at is not null) as removed,
                (select count(*)::int from audit_log where entity_id = $1::text) as entries,
                (select count(*)::int from graphile_worker.jobs where task_identifier = 'delete_review_photos') as jobs`,
        [review.id, ring.productId],
      );

      await expectOnce(() => sam.put(`${path}/status`, { status: 'approved' }), read, {
        approved: 1,
        counted: 1,
        removed: 0,
        entries: 1,
        jobs: 0,
      });
      const [removed = '', kept = ''] = photos;
      const none = await read();
      const { response, effects } = await sendWithCrashes(pools, () => sam.delete(`${path}/photos/${removed}`), read);
      const all = { ...none, removed: 1, entries: 2, jobs: 1 };
      for (const seen of effects) expect([none, all]).toContainEqual(seen);
      expect(await read()).toEqual(all);
      expect(response.statusCode).toBe(404);

      await sql.query("update review_photos set created_at = now() - interval '1 hour' where user_id = $1", [ada.id]);
      for (let statements = 1; ; statements += 1) {
        const done = await crashAfter([sql], statements, async () => {
          await deleteUnusedPhotos(db, disk);
          return true;
        });
        // No row is gone whose file is there.
        const rows = (await photosOf(ada.id)).map(({ id }) => id);
        expect([rows.includes(removed), await isStored(removed)]).not.toEqual([false, true]);
        if (done) break;
      }
      expect(await photosOf(ada.id)).toMatchObject([{ id: kept, isStored: true }]);
      expect(await isStored(removed)).toBe(false);
    });
  });
});
