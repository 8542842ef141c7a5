import { randomUUID } from 'node:crypto';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { unconfirmedEmailMessages } from '@shop/contracts/identity/auth-messages';
import { SignedIn } from '@shop/contracts/identity/schema';
import { describe, expect, test } from 'vitest';
import { createAdmin } from '#identity/auth/create-admin.ts';
import { sendResetLink } from '#identity/auth/own-password.ts';
import { anEmail, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { aVariant } from '#test/builders/cart.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';

describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const shop = await createTestStore({ env: { REDIS_URL } });
  const { config, db, guest, sql } = shop;

  const linkTo = async (email: string, kind: string) =>
    String(
      (
        await sql.query(
          `select payload ->> 'token' as token from email_messages where to_email = $1 and kind = $2 order by id desc limit 1`,
          [email, kind],
        )
      ).rows[0]?.token,
    );
  const confirm = (token: string) => guest.post('/api/auth/confirm-email', { token, password: PASSWORD });

  /** A stranger who has registered with the email address of another person. */
  async function aSquatter(email = anEmail()) {
    const registered = await guest.post('/api/auth/register', { name: 'Mallory', email, password: PASSWORD });
    const { user } = SignedIn.parse(registered.json());
    const cookie = sessionCookie(registered);
    return {
      id: user.id,
      email,
      user,
      get: (url: string) => guest.get(url, { cookie }),
      post: (url: string, body?: object, headers = {}) => guest.post(url, body, { cookie, ...headers }),
    };
  }
  const isConfirmed = async (email: string) =>
    (await sql.query('select email_verified as confirmed from users where email = $1', [email])).rows[0]?.confirmed;

  async function buy(person: Awaited<ReturnType<typeof aSquatter>>, paymentMethod: string) {
    const { variantId } = await aVariant(shop);
    await person.post('/api/addresses', {
      name: 'Home',
      line1: `${randomUUID()} Street`,
      city: 'Springfield',
      state: 'Illinois',
      postalCode: '560001',
      country: 'India',
    });
    await person.post('/api/cart/items', { variantId, quantity: 1 });
    return person.post('/api/payment/create-order', { paymentMethod }, { 'idempotency-key': randomUUID() });
  }

  describe('an account with an unconfirmed email address', () => {
    test('A22 cannot order cash on delivery until it is confirmed', async () => {
      const mallory = await aSquatter();

      const response = await buy(mallory, 'cod');

      expect([response.statusCode, response.json().code, response.json().message]).toEqual([
        409,
        'email_unconfirmed',
        checkoutMessages.emailUnconfirmed,
      ]);
      const { rows } = await sql.query('select from checkouts where user_id = $1', [mallory.id]);
      expect(rows).toEqual([]);
      await confirm(await linkTo(mallory.email, 'welcome'));
      expect((await buy(mallory, 'cod')).json()).toHaveProperty('placed');
    });

    test('can fill a cart and pay online', async () => {
      const response = await buy(await aSquatter(), 'card');

      // No provider runs in this test: all checks before it have passed.
      expect([response.statusCode, response.json().code]).toEqual([503, 'provider_unavailable']);
    });

    test('cannot start or confirm a two-factor setup', async () => {
      const mallory = await aSquatter();
      const expected = [409, 'email_unconfirmed', settingsMessages.twoFactorNeedsConfirmedEmail];

      const setup = await mallory.post('/api/user/two-factor', { password: PASSWORD });
      const confirmed = await mallory.post('/api/user/two-factor/confirmation', { code: '123456' });

      for (const response of [setup, confirmed])
        expect([response.statusCode, response.json().code, response.json().message]).toEqual(expected);
      expect((await sql.query('select from two_factors where user_id = $1', [mallory.id])).rows).toEqual([]);
    });

    test('does not get tickets, subscriptions and alerts of guests with the same email address', async () => {
      const email = anEmail();
      const { variantId } = await aVariant(shop, { quantities: [0] });
      await guest.post('/api/support/tickets', { name: 'Victim', email, subject: 'Private', message: 'My order.' });
      await guest.post('/api/newsletter', { email });
      await guest.post('/api/waitlist', { variantId, email });
      const mallory = await aSquatter(email);

      const before = (await mallory.get('/api/user/export')).json();
      expect(before).toMatchObject({ supportTickets: [], newsletter: null, waitlist: [] });
      const { rows } = await sql.query(
        `select user_id from support_tickets where email = $1 union all select user_id from waitlist where email = $1`,
        [email],
      );
      expect(rows).toEqual([{ user_id: null }, { user_id: null }]);
    });

    test('has emailVerified false in its profile, and true after confirmation', async () => {
      const mallory = await aSquatter();

      expect(mallory.user.emailVerified).toBe(false);
      expect((await mallory.get('/api/user/me')).json().emailVerified).toBe(false);
      await confirm(await linkTo(mallory.email, 'welcome'));
      expect((await mallory.get('/api/user/me')).json().emailVerified).toBe(true);
    });
  });

  describe('the owner of an email address that a stranger has registered', () => {
    test('takes over the account by password reset: confirmed, two-factor removed, sessions ended', async () => {
      const mallory = await aSquatter();
      // Older versions allowed two-factor authentication for an unconfirmed email address.
      await sql.query(
        `with account as (update users set two_factor_enabled = true where id = $1 returning id)
       insert into two_factors (user_id, secret, backup_codes) select id, 'secret', 'codes' from account`,
        [mallory.id],
      );
      await sendResetLink(db, config, mallory.email);
      const password = 'the password of its owner';

      await guest.post('/api/auth/reset-password', { token: await linkTo(mallory.email, 'reset_password'), password });

      expect(await isConfirmed(mallory.email)).toBe(true);
      expect((await mallory.get('/api/user/me')).statusCode).toBe(401);
      const login = await guest.post('/api/auth/login', { email: mallory.email, password });
      expect(SignedIn.parse(login.json()).user.id).toBe(mallory.id);
      expect((await sql.query('select from two_factors where user_id = $1', [mallory.id])).rows).toEqual([]);
      expect((await confirm(await linkTo(mallory.email, 'welcome'))).statusCode).toBe(422);
    });

    test('keeps two-factor authentication when the email address was confirmed days before', async () => {
      const ada = await shop.aShopper({ password: PASSWORD });
      await sql.query(
        `with account as (update users set two_factor_enabled = true, email_confirmed_at = now() - interval '2 days' where id = $1 returning id)
       insert into two_factors (user_id, secret, backup_codes) select id, 'secret', 'codes' from account`,
        [ada.id],
      );
      await sendResetLink(db, config, ada.email);

      const token = await linkTo(ada.email, 'reset_password');
      await guest.post('/api/auth/reset-password', { token, password: 'the password of its owner' });

      expect((await sql.query('select from two_factors where user_id = $1', [ada.id])).rows).toHaveLength(1);
    });
  });

  describe('the link that confirms an email address', () => {
    test('works once, for 24 hours, and only until a newer one is sent', async () => {
      const ada = await aSquatter();
      const first = await linkTo(ada.email, 'welcome');
      const { rows } = await sql.query(
        `select expires_at - created_at = interval '24 hours' as day from verifications where identifier like '%' || $1`,
        [ada.id],
      );
      expect(rows).toEqual([{ day: true }]);

      const resent = await ada.post('/api/user/email-confirmation');
      const second = await linkTo(ada.email, 'confirm_address');

      expect([resent.statusCode, resent.json()]).toEqual([200, { message: unconfirmedEmailMessages.sent(ada.email) }]);
      expect((await confirm(first)).statusCode).toBe(422);
      expect((await confirm(second)).statusCode).toBe(200);
      expect((await confirm(second)).statusCode).toBe(422);
      expect(await isConfirmed(ada.email)).toBe(true);
      expect((await sql.query(`select kind from email_messages where to_email = $1`, [ada.email])).rows).toHaveLength(
        2,
      );
    });

    test('is sent at most twice an hour, including the registration email', async () => {
      const ada = await aSquatter();
      await ada.post('/api/user/email-confirmation');
      const valid = await linkTo(ada.email, 'confirm_address');

      const response = await ada.post('/api/user/email-confirmation');

      expect([response.statusCode, response.json().message]).toEqual([429, unconfirmedEmailMessages.tooMany]);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expect((await confirm(valid)).statusCode).toBe(200);
    });

    test('is not sent to a confirmed account', async () => {
      const ada = await shop.aShopper();

      const response = await ada.post('/api/user/email-confirmation');

      expect([response.statusCode, response.json()]).toEqual([200, { message: unconfirmedEmailMessages.already }]);
      expect((await sql.query('select from email_messages where to_email = $1', [ada.email])).rows).toEqual([]);
    });

    test('of an email change confirms an account that never confirmed its first email address', async () => {
      const [ada, email] = [await aSquatter(), anEmail()];
      const change = { name: 'Ada', email, phone: null, currentPassword: PASSWORD };
      const { cookie } = {
        cookie: sessionCookie(await guest.post('/api/auth/login', { email: ada.email, password: PASSWORD })),
      };
      await guest.patch('/api/user/me', change, { cookie });

      await confirm(await linkTo(email, 'confirm_email'));

      expect(await isConfirmed(email)).toBe(true);
    });
  });

  test('an admin created by the operator counts as confirmed, new or existing', async () => {
    const [email, known] = [anEmail(), await aSquatter()];

    for (const address of [email, known.email])
      await createAdmin(db, { name: 'Grace', email: address, password: 'a password of an admin' });

    expect([await isConfirmed(email), await isConfirmed(known.email)]).toEqual([true, true]);
  });
});
