import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { aVariant } from '#test/builders/cart.ts';
import { queuedJobs } from '#test/jobs.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { aShopper, guest, sql } = shop;
const password = 'a long enough password';
const { variantId } = await aVariant(shop, { quantities: [0] });

/** A guest with a ticket, a subscription, a back-in-stock alert and queued emails, all by email address alone. */
async function aGuestKnownByEmail() {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const ticket = { name: 'Grace', email, subject: 'Order', message: 'Where is my order?' };
  // The one email of a form in this hour.
  await guest.post('/api/newsletter', { email });
  await guest.post('/api/support/tickets', ticket);
  await guest.post('/api/waitlist', { variantId, email });
  return email;
}

async function storedUnder(email: string) {
  const emails = await sql.query<{ id: string }>(
    `select id from email_messages where to_email = $1 and kind <> 'account_deleted'`,
    [email],
  );
  const ids = emails.rows.map(({ id }) => id);
  const jobs = (await queuedJobs(shop)).filter(({ payload }) => payload.emailId && ids.includes(payload.emailId));
  const { rows } = await sql.query(
    `select (select count(*)::int from support_tickets where email = $1) as tickets,
            (select count(*)::int from newsletter_subscribers where email = $1) as subscriptions,
            (select count(*)::int from waitlist where email = $1) as alerts`,
    [email],
  );
  return { ...rows[0], emails: ids.length, queuedEmails: jobs.length };
}

describe('deleting an account', () => {
  test('with an unverified address keeps data of guests under that address', async () => {
    const email = await aGuestKnownByEmail();
    const mallory = await aShopper({ email, password, emailVerified: false });

    const response = await mallory.post('/api/user/deletion', { password });

    expect(response.statusCode).toBe(204);
    expect(await storedUnder(email)).toEqual({ tickets: 1, subscriptions: 1, alerts: 1, emails: 1, queuedEmails: 1 });
  });

  test('with an unverified address deletes what the account itself created', async () => {
    const ada = await aShopper({ password, emailVerified: false });
    await ada.post('/api/support/tickets', { name: 'Ada', email: ada.email, subject: 'Ring', message: 'Which size?' });
    await ada.post('/api/waitlist', { variantId });

    await ada.post('/api/user/deletion', { password });

    expect(await storedUnder(ada.email)).toMatchObject({ tickets: 0, alerts: 0, emails: 0, queuedEmails: 0 });
  });

  test('with a verified address deletes everything stored under that address', async () => {
    const email = await aGuestKnownByEmail();
    const ada = await aShopper({ email, password });
    await sql.query('update users set email_verified = true where id = $1', [ada.id]);

    await ada.post('/api/user/deletion', { password });

    expect(await storedUnder(email)).toEqual({ tickets: 0, subscriptions: 0, alerts: 0, emails: 0, queuedEmails: 0 });
  });
});

describe('a back-in-stock alert requested by both a guest and an account with the same address', () => {
  const alertOwner = async (email: string) =>
    (await sql.query('select user_id from waitlist where variant_id = $1 and email = $2', [variantId, email])).rows;

  test('belongs to the guest while the account’s address is unverified, whichever request came first', async () => {
    const [first, second] = [await aShopper({ emailVerified: false }), await aShopper({ emailVerified: false })];
    await guest.post('/api/waitlist', { variantId, email: first.email });
    await first.post('/api/waitlist', { variantId });
    await second.post('/api/waitlist', { variantId });
    await guest.post('/api/waitlist', { variantId, email: second.email });

    expect(await alertOwner(first.email)).toEqual([{ user_id: null }]);
    expect(await alertOwner(second.email)).toEqual([{ user_id: null }]);
  });

  test('belongs to the account once its address is verified', async () => {
    const [first, second] = [await aShopper({ emailVerified: false }), await aShopper({ emailVerified: false })];
    await sql.query('update users set email_verified = true where id = any ($1)', [[first.id, second.id]]);
    await guest.post('/api/waitlist', { variantId, email: first.email });
    await first.post('/api/waitlist', { variantId });
    await second.post('/api/waitlist', { variantId });
    await guest.post('/api/waitlist', { variantId, email: second.email });

    expect(await alertOwner(first.email)).toEqual([{ user_id: first.id }]);
    expect(await alertOwner(second.email)).toEqual([{ user_id: second.id }]);
  });
});
