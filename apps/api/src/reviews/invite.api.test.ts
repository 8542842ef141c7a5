import { REVIEW_INVITATION_DAYS } from '@shop/contracts/reviews/constants';
import { afterAll, expect, test } from 'vitest';
import { getLockedOrder } from '#orders/change-status.ts';
import { transition } from '#orders/transition.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aMailServer } from '#test/mail-server.ts';
import { createTestStore } from '#test/test-store.ts';

const server = await aMailServer();
afterAll(server.close);
const shop = await createTestStore({ env: { SMTP_URL: server.url, PUBLIC_URL: 'https://shop.example.com' } });
const { aShopper, db, sql, work } = shop;
const vase = await aVariant(shop, { quantities: [100], name: 'Bud Vase' });
const coupe = await aVariant(shop, { quantities: [100], name: 'Coupe' });
const items = [vase, coupe].map(({ variantId }) => ({ variantId, quantity: 1 }));

const invitations = (email: string) =>
  server.messages.filter(
    (message) => message.to?.[0]?.address === email && message.subject === 'How do you like your order?',
  );

async function delivered(of: { id: string }, daysAgo: number) {
  const order = await anOrder(db, { of, items, status: 'delivered' });
  await sql.query(
    `update order_status_history set created_at = now() - make_interval(days => $2)
      where order_id = $1 and to_status = 'delivered'`,
    [order.id, daysAgo],
  );
  return order;
}
/** Runs the job that cron runs every hour. */
async function invite() {
  await sql.query("select graphile_worker.add_job('invite_to_review')");
  await work();
}

test('a review invitation is sent once per order, some days after delivery', async () => {
  const ada = await aShopper();
  const { id } = await delivered(ada, REVIEW_INVITATION_DAYS);
  await delivered(ada, REVIEW_INVITATION_DAYS - 1);

  await invite();
  await invite();
  for (const status of ['shipped', 'delivered'] as const)
    await db.transaction(async (tx) =>
      transition(tx, await getLockedOrder(tx, id), status, { actor: 'admin', userId: null }),
    );
  await sql.query(`update order_status_history set created_at = created_at - interval '8 days' where order_id = $1`, [
    id,
  ]);
  await invite();

  const [message, ...more] = invitations(ada.email);
  expect(more).toEqual([]);
  for (const text of ['Bud Vase', 'Coupe', `https://shop.example.com/product/${vase.slug}/review\n`])
    expect(message?.text).toContain(text);
});

test('a review invitation omits products that the customer has already reviewed', async () => {
  const [ada, bea] = [await aShopper(), await aShopper()];
  await delivered(ada, REVIEW_INVITATION_DAYS);
  await delivered(bea, REVIEW_INVITATION_DAYS);
  const review = { rating: 5, comment: 'Lovely.' };
  await ada.post(`/api/products/${vase.productId}/reviews`, review);
  for (const { productId } of [vase, coupe]) await bea.post(`/api/products/${productId}/reviews`, review);

  await invite();

  expect(invitations(ada.email)).toHaveLength(1);
  expect(invitations(ada.email)[0]?.text).toContain(`/product/${coupe.slug}/review`);
  expect(invitations(ada.email)[0]?.text).not.toContain('Bud Vase');
  expect(invitations(bea.email)).toEqual([]);
});

test('a review invitation is not sent to opted-out or deleted customers, nor for cancelled orders', async () => {
  const [quiet, unhappy, deleted] = [await aShopper(), await aShopper(), await aShopper()];
  for (const customer of [quiet, deleted]) await delivered(customer, REVIEW_INVITATION_DAYS);
  const { id } = await delivered(unhappy, REVIEW_INVITATION_DAYS);
  await sql.query('update users set wants_order_emails = false where id = $1', [quiet.id]);
  await db.transaction(async (tx) =>
    transition(tx, await getLockedOrder(tx, id), 'cancelled', { actor: 'admin', userId: null }),
  );
  await sql.query('update users set deleted_at = now() where id = $1', [deleted.id]);

  await invite();

  for (const customer of [quiet, unhappy, deleted]) expect(invitations(customer.email)).toEqual([]);
});
