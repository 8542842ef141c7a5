import { randomUUID } from 'node:crypto';
import { ORDER_LINK_DAYS, orderLinkCookie } from '@shop/contracts/identity/constants';
import { SignedIn } from '@shop/contracts/identity/schema';
import { describe, expect, test } from 'vitest';
import { sendResetLink } from '#identity/auth/own-password.ts';
import { giftToken } from '#mail/gift-link-rules.ts';
import { orderKey } from '#mail/order-link-rules.ts';
import { anAccount, anEmail, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { aGuestBuyer, aGuestOrder, linkIn } from '#test/builders/guest-buyer.ts';
import { aGift, requestExchange } from '#test/builders/returns/a-gift.ts';
import { keyed } from '#test/builders/returns/a-return.ts';
import { fingerprint } from '#test/fingerprint.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';

/** Links of emails: what they attach to whose account, and what they do for another purpose or again. */
describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const shop = await createTestStore({ env: { REDIS_URL } });
  const { config, db, guest, sql } = shop;

  const register = async (email: string) => {
    const response = await guest.post('/api/auth/register', { name: 'Mallory', email, password: PASSWORD });
    return { id: SignedIn.parse(response.json()).user.id, cookie: sessionCookie(response) };
  };

  /** Every link that gives an email address, and what is stored under it, to an account that another person can hold. */
  const LINKS = {
    'of a registration': async (email: string) => {
      const { cookie } = await register(email);
      return { cookie, token: await linkIn(shop, email, 'welcome'), path: '/api/auth/confirm-email' };
    },
    'of a repeated confirmation': async (email: string) => {
      const { cookie } = await register(email);
      await guest.post('/api/user/email-confirmation', undefined, { cookie });
      return { cookie, token: await linkIn(shop, email, 'confirm_address'), path: '/api/auth/confirm-email' };
    },
    'of a change of email address': async (email: string) => {
      const { cookie } = await anAccount(shop);
      const change = { name: 'Mallory', email, phone: null, currentPassword: PASSWORD };
      await guest.patch('/api/user/me', change, { cookie });
      return { cookie, token: await linkIn(shop, email, 'confirm_email'), path: '/api/auth/confirm-email' };
    },
    'of a guest who chose a password': async (email: string) => {
      const buyer = await aGuestBuyer(shop, { email });
      await buyer.post('/api/auth/guest/account', { password: PASSWORD });
      const token = await linkIn(shop, email, 'guest_account');
      // Not in the session alone: a guest has no password to log in with, so the link asks for it always.
      return { cookie: undefined, token, path: '/api/auth/guest/confirmation' };
    },
  };
  const READERS = {
    'no session': { isHolder: false, as: async () => ({}) },
    'a session of another account': {
      isHolder: false,
      as: async () => ({ cookie: (await anAccount(shop)).cookie }),
    },
    'a session of that account': { isHolder: true, as: async (cookie: string | undefined) => cookie && { cookie } },
    'the right password': { isHolder: true, password: PASSWORD, as: async () => ({}) },
    'a wrong password': { isHolder: false, password: 'not the password', as: async () => ({}) },
  };

  describe('a link that gives an address to an account', () => {
    const rows = Object.entries(LINKS).flatMap(([link, make]) =>
      Object.entries(READERS).map(([reader, how]) => ({ link, reader, make, ...how })),
    );

    test.each(rows)('A41 $link, opened with $reader', async ({ make, isHolder, as, ...rest }) => {
      const email = anEmail();
      const victim = await aGuestBuyer(shop, { email });
      const { orderId } = await aGuestOrder(shop, victim);
      const { cookie, token, path } = await make(email);
      const session = await as(cookie);
      if (!session) return;
      const password = 'password' in rest ? rest.password : undefined;

      const response = await guest.post(path, { token, ...(password && { password }) }, session);

      expect(response.statusCode).toBe(isHolder ? 200 : 422);
      const { rows: confirmed } = await sql.query('select from users where email = $1 and email_verified', [email]);
      expect(confirmed).toHaveLength(isHolder ? 1 : 0);
      // No link moves an order: the customer does, after having seen which.
      const { rows: order } = await sql.query('select user_id as owner from orders where id = $1', [orderId]);
      expect(order).toEqual([{ owner: victim.id }]);
    });

    test.each(Object.entries(LINKS))(
      'A41 %s can be denied by its reader, and then confirms nothing',
      async (_link, make) => {
        const email = anEmail();
        const { token, path } = await make(email);

        const denied = await guest.post('/api/auth/email-denial', { token });

        expect(denied.statusCode).toBe(200);
        expect((await guest.post(path, { token, password: PASSWORD })).statusCode).toBe(422);
        expect((await guest.post('/api/auth/email-denial', { token })).statusCode).toBe(422);
        expect((await sql.query('select from users where email = $1', [email])).rows).toEqual([]);
        expect((await guest.post('/api/auth/login', { email, password: PASSWORD })).statusCode).toBe(401);
      },
    );
  });

  describe('a link', () => {
    const change = (email: string) => ({ name: 'Ada', email, phone: null, currentPassword: PASSWORD });
    const password = 'another quiet stone';
    /** Every link of an email with a secret, and the call that it is for. */
    const ISSUED: Record<string, { url: string; body?: object; issue: (email: string) => Promise<string> }> = {
      confirmation: {
        url: '/api/auth/confirm-email',
        body: { password: PASSWORD },
        issue: async (email) => (await LINKS['of a registration'](email)).token,
      },
      'email change': {
        url: '/api/auth/confirm-email',
        body: { password: PASSWORD },
        issue: async (email) => (await LINKS['of a change of email address'](email)).token,
      },
      'guest account': {
        url: '/api/auth/guest/confirmation',
        body: { password: PASSWORD },
        issue: async (email) => (await LINKS['of a guest who chose a password'](email)).token,
      },
      'password reset': {
        url: '/api/auth/reset-password',
        body: { password },
        issue: async (email) => {
          await register(email);
          await sendResetLink(db, config, email);
          return linkIn(shop, email, 'reset_password');
        },
      },
      'undo of an email change': {
        url: '/api/auth/undo-email-change',
        issue: async (email) => {
          const ada = await shop.aShopper({ email, password: PASSWORD });
          const changed = anEmail();
          await ada.patch('/api/user/me', change(changed));
          const token = await linkIn(shop, changed, 'confirm_email');
          await guest.post('/api/auth/confirm-email', { token, password: PASSWORD });
          return linkIn(shop, email, 'email_changed');
        },
      },
      'newsletter confirmation': {
        url: '/api/newsletter/confirmation',
        issue: async (email) => {
          await guest.post('/api/newsletter', { email });
          return linkIn(shop, email, 'newsletter_confirm');
        },
      },
      unsubscription: {
        url: '/api/newsletter/unsubscription',
        issue: async (email) => {
          await guest.post('/api/newsletter', { email });
          const token = await linkIn(shop, email, 'newsletter_confirm');
          await guest.post('/api/newsletter/confirmation', { token });
          return linkIn(shop, email, 'newsletter_welcome');
        },
      },
    };
    /** What these calls write besides the effect of the link: rejected jobs, counters of attempts, logins. */
    const effects = async () => {
      const { rows } = await sql.query(`
        select (select md5(string_agg(u::text, '|' order by u.id)) from users u) as users,
               (select md5(string_agg(a::text, '|' order by a.id)) from accounts a) as accounts,
               (select md5(string_agg(v::text, '|' order by v.id)) from verifications v) as links,
               (select md5(string_agg(e::text, '|' order by e.id)) from email_change_undos e) as undos,
               (select md5(string_agg(n::text, '|' order by n.id)) from newsletter_subscribers n) as subscribers,
               (select count(*) from email_messages) as emails`);
      return rows[0];
    };

    test.each(Object.keys(ISSUED))('A43 of a %s does nothing for any other purpose', async (kind) => {
      const own = ISSUED[kind];
      const token = (await own?.issue(anEmail())) ?? '';
      expect(token).not.toBe('');
      const before = await effects();

      const others = Object.values(ISSUED).filter(({ url }) => url !== own?.url);
      for (const { url, body } of others) {
        const { statusCode } = await guest.post(url, { token, ...body });
        // An unknown token of an unsubscription gets the same response as a known one.
        if (!url.endsWith('/unsubscription')) expect([url, statusCode]).toEqual([url, 422]);
        expect([url, await effects()]).toEqual([url, before]);
      }
    });

    test.each(Object.keys(ISSUED))('A43 of a %s does nothing when it is used again', async (kind) => {
      const own = ISSUED[kind];
      const token = (await own?.issue(anEmail())) ?? '';
      const use = () => guest.post(own?.url ?? '', { token, ...own?.body });
      expect((await use()).statusCode).toBe(200);
      const before = await effects();

      await use();

      expect(await effects()).toEqual(before);
    });

    test('A43 of an old newsletter does not subscribe again', async () => {
      const email = anEmail();
      const token = (await ISSUED.unsubscription?.issue(email)) ?? '';
      await guest.post('/api/newsletter/unsubscription', { token });
      await sql.query("update unsolicited_emails set created_at = created_at - interval '2 hours'");

      // A stranger with a forwarded newsletter enters the address, and uses the token of its unsubscribe link.
      await guest.post('/api/newsletter', { email });
      const response = await guest.post('/api/newsletter/confirmation', { token });

      expect(response.statusCode).toBe(422);
      const { rows } = await sql.query(
        'select unsubscribed_at is not null as out from newsletter_subscribers where email = $1',
        [email],
      );
      expect(rows).toEqual([{ out: true }]);
    });
  });

  describe('the link to an order, and that of its gift,', () => {
    /** A delivered gift that a guest has bought, with both of its links as they are sent now. */
    async function aBoughtGift() {
      const email = anEmail();
      const buyer = await aGuestBuyer(shop, { email });
      const gift = await aGift(shop, { of: buyer });
      return { ...gift, email, buyer, order: await newOrderKey(gift.orderId), gift: await newGiftToken(gift.orderId) };
    }
    type Bought = Awaited<ReturnType<typeof aBoughtGift>>;

    const versionOf = async (orderId: string, kind: 'order' | 'gift') =>
      Number((await sql.query(`select ${kind}_link_version as v from orders where id = $1`, [orderId])).rows[0].v);
    const newOrderKey = async (orderId: string, sent = new Date(), secret = config.authSecret) =>
      orderKey({ orderId, version: await versionOf(orderId, 'order') }, secret, sent);
    const newGiftToken = async (orderId: string, secret = config.authSecret) =>
      giftToken({ orderId, version: await versionOf(orderId, 'gift') }, secret);
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const deliver = (orderId: string, days: number) =>
      sql.query('update order_status_history set created_at = $2 where order_id = $1', [orderId, daysAgo(days)]);

    const withKey = (orderId: string, key: string) => ({ cookie: `${orderLinkCookie(orderId)}=${key}` });
    /** What each link is for: a read and a write. */
    const USES = {
      order: {
        read: ({ orderId, order }: Bought) => guest.get(`/api/orders/${orderId}`, withKey(orderId, order)),
        write: ({ orderId, order }: Bought) =>
          guest.post(`/api/orders/${orderId}/gift-link`, undefined, withKey(orderId, order)),
      },
      gift: {
        read: ({ gift }: Bought) => guest.get(`/api/gifts/${gift}`),
        write: ({ gift, ...bought }: Bought) => requestExchange(shop, { ...bought, token: gift }),
      },
    };

    const staffRevoke = async ({ orderId }: Bought, link: 'order' | 'gift') => {
      const url = `/api/admin/orders/${orderId}/link-revocations`;
      expect((await (await shop.anAdmin()).post(url, { link }, keyed())).statusCode).toBe(200);
    };
    /** An account with that confirmed address, and what it can do. */
    const accountOf = async (email: string) => shop.aShopper({ email, password: PASSWORD });

    type State = { state: string; order: boolean; gift: boolean; reach: (bought: Bought) => Promise<Partial<Bought>> };
    const STATES: State[] = [
      { state: 'as sent', order: true, gift: true, reach: async () => ({}) },
      {
        state: 'sent 364 days ago',
        order: true,
        gift: true,
        reach: async ({ orderId }) => ({ order: await newOrderKey(orderId, daysAgo(364)) }),
      },
      {
        state: 'whose time is over',
        order: false,
        gift: false,
        reach: async ({ orderId }) => {
          await deliver(orderId, 31);
          return { order: await newOrderKey(orderId, daysAgo(ORDER_LINK_DAYS)) };
        },
      },
      {
        state: 'of an order whose return days of the sale are over, and longer for orders of today',
        order: true,
        gift: false,
        reach: async ({ orderId }) => {
          await sql.query('update orders set return_days = 10 where id = $1', [orderId]);
          await deliver(orderId, 11);
          return {};
        },
      },
      {
        state: 'whose order links staff have revoked',
        order: false,
        gift: true,
        reach: async (bought) => staffRevoke(bought, 'order').then(() => ({})),
      },
      {
        state: 'whose gift link staff have revoked',
        order: true,
        gift: false,
        reach: async (bought) => staffRevoke(bought, 'gift').then(() => ({})),
      },
      {
        state: 'whose gift link the buyer has replaced, by the link to the order,',
        order: true,
        gift: false,
        reach: async ({ orderId, order }) => {
          const replaced = await guest.post(`/api/orders/${orderId}/gift-link`, undefined, withKey(orderId, order));
          expect(replaced.json().path).toBe(`/gift/${await newGiftToken(orderId)}`);
          return {};
        },
      },
      {
        state: 'that was sent after all earlier ones were revoked',
        order: true,
        gift: true,
        reach: async (bought) => {
          for (const link of ['order', 'gift', 'order', 'gift'] as const) await staffRevoke(bought, link);
          return { order: await newOrderKey(bought.orderId), gift: await newGiftToken(bought.orderId) };
        },
      },
      {
        state: 'signed with another secret',
        order: false,
        gift: false,
        reach: async ({ orderId }) => ({
          order: await newOrderKey(orderId, new Date(), 'another secret'),
          gift: await newGiftToken(orderId, 'another secret'),
        }),
      },
      {
        state: 'of another order',
        order: false,
        gift: false,
        reach: async () => {
          const { orderId, order } = await aBoughtGift();
          return { order, gift: (await newGiftToken(orderId)).replace(/^..../, 'AAAA') };
        },
      },
      {
        state: 'with the signature of the other purpose',
        order: false,
        gift: false,
        reach: async ({ order, gift }) => ({ order: gift, gift: order.split('.').at(-1) ?? '' }),
      },
      {
        state: 'of an order that an account has joined',
        order: false,
        gift: true,
        reach: async ({ email }) => {
          expect((await (await accountOf(email)).post('/api/user/guest-orders')).statusCode).toBe(200);
          return {};
        },
      },
      {
        state: 'of an order that was erased with the account of its address',
        order: false,
        gift: false,
        reach: async ({ email }) => {
          const deleted = await (await accountOf(email)).post('/api/user/deletion', { password: PASSWORD });
          expect(deleted.statusCode).toBeLessThan(300);
          return {};
        },
      },
      {
        // A placed order keeps the address; orders that are placed later have the corrected one.
        state: 'of a guest who begins again with a corrected address',
        order: true,
        gift: true,
        reach: async ({ buyer }) => {
          const corrected = anEmail();
          const again = await buyer.post('/api/auth/guest', { email: corrected });
          const session = { cookie: sessionCookie(again) };
          expect((await guest.get('/api/orders', session)).json()).toEqual([]);
          return {};
        },
      },
    ];
    const rows = STATES.flatMap(({ state, reach, ...works }) =>
      (['order', 'gift'] as const).map((kind) => ({ state, kind, works: works[kind], reach })),
    );

    test.each(rows)('A43 $state: the $kind link works: $works', async ({ kind, works, reach }) => {
      const before = await aBoughtGift();
      const bought = { ...before, ...(await reach(before)) };
      const { read, write } = USES[kind];
      const marks = await fingerprint(sql);

      // More than once: email clients and scanners open links too.
      const reads = [await read(bought), await read(bought)].map(({ statusCode }) => statusCode);
      const refused = kind === 'order' ? 401 : 404;
      expect(reads).toEqual(works ? [200, 200] : [refused, refused]);
      expect((await write(bought)).statusCode).toBe(works ? 200 : refused);
      if (!works) expect(await fingerprint(sql)).toEqual(marks);
    });

    test('A43 of a gift works before the delivery, and longer for an exchange that its recipient waits for', async () => {
      const gift = await aGift(shop, { status: 'shipped' });
      await deliver(gift.orderId, 400);
      expect((await guest.get(`/api/gifts/${gift.token}`)).json().blocked).toBe('not_delivered');

      const late = await aGift(shop);
      expect((await requestExchange(shop, late)).statusCode).toBe(200);
      await deliver(late.orderId, 31);

      expect((await guest.get(`/api/gifts/${late.token}`)).json()).toMatchObject({
        blocked: 'too_late',
        exchanges: [{ status: 'requested' }],
      });
      await sql.query(`update returns set status = 'cancelled', closed_at = now() where order_id = $1`, [late.orderId]);
      expect((await guest.get(`/api/gifts/${late.token}`)).json().code).toBe('gift_link_expired');
    });

    test('A43 only staff who can send its emails, and the owner, revoke a link', async () => {
      const bought = await aBoughtGift();
      const staff = async (role: string) => {
        const member = await shop.anAdmin();
        await sql.query('update users set role = $2 where id = $1', [member.id, role]);
        return member;
      };
      const url = `/api/admin/orders/${bought.orderId}/link-revocations`;
      const before = await fingerprint(sql);

      for (const person of [guest, bought.ada, await staff('packer'), await staff('read-only')])
        expect([401, 403]).toContain((await person.post(url, { link: 'order' }, keyed())).statusCode);
      const own = `/api/orders/${bought.orderId}/gift-link`;
      expect((await guest.post(own)).statusCode).toBe(401);
      expect((await guest.post(own, undefined, withKey(bought.orderId, bought.gift))).statusCode).toBe(401);
      expect((await bought.ada.post(own)).statusCode).toBe(404);
      expect((await (await shop.anAdmin()).post(own)).statusCode).toBe(404);

      expect(await versionOf(bought.orderId, 'order')).toBe(0);
      expect(await versionOf(bought.orderId, 'gift')).toBe(0);
      expect((await fingerprint(sql))['public.orders']).toBe(before['public.orders']);
      expect((await (await staff('support')).post(url, { link: 'order' }, keyed())).statusCode).toBe(200);
    });

    const emailsAbout = async (orderId: string) => {
      const { rows } = await sql.query<{ to: string }>(
        `select to_email as to from email_messages where order_id = $1 and kind = 'order_link' order by id`,
        [orderId],
      );
      return rows.map(({ to }) => to);
    };
    const askWith = (orderId: string, key: string) =>
      guest.post(`/api/orders/${orderId}/link`, undefined, withKey(orderId, key));

    test('A43 that has expired says so, and sends a new one to the address of the order alone, twice an hour', async () => {
      const { orderId, email } = await aBoughtGift();
      const expired = await newOrderKey(orderId, daysAgo(ORDER_LINK_DAYS));
      const opened = await guest.get(`/api/orders/${orderId}`, withKey(orderId, expired));
      expect([opened.statusCode, opened.json().code]).toEqual([401, 'order_link_expired']);

      const answers = [];
      for (let asked = 0; asked < 4; asked++) answers.push(await askWith(orderId, expired));

      expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
      expect(answers[0]?.statusCode).toBe(202);
      expect(answers[0]?.body).not.toContain('@');
      expect(await emailsAbout(orderId)).toEqual([email, email]);
    });

    test.each(rows.filter(({ kind, works }) => kind === 'order' && !works))(
      'A43 $state sends no new one unless it has only expired, with the same answer',
      async ({ state, reach }) => {
        const before = await aBoughtGift();
        const usual = await askWith(randomUUID(), before.order);
        const { orderId, order } = { ...before, ...(await reach(before)) };

        const answer = await askWith(orderId, order);

        expect([answer.statusCode, answer.body]).toEqual([usual.statusCode, usual.body]);
        expect(await emailsAbout(orderId)).toHaveLength(state === 'whose time is over' ? 1 : 0);
      },
    );
  });

  test('A41 the owner who denies a registration deletes that account, and can register', async () => {
    const email = anEmail();
    const mallory = await register(email);

    await guest.post('/api/auth/email-denial', { token: await linkIn(shop, email, 'welcome') });

    expect((await guest.get('/api/user/me', { cookie: mallory.cookie })).statusCode).toBe(401);
    const { rows } = await sql.query('select name, deleted_at is not null as deleted from users where id = $1', [
      mallory.id,
    ]);
    expect(rows).toEqual([{ name: 'Deleted customer', deleted: true }]);
    expect((await register(email)).id).not.toBe(mallory.id);
  });

  test('A41 an account that has bought is not deleted by the reader of a mistyped address', async () => {
    const email = anEmail();
    const { id, cookie } = await register(email);
    const post = (url: string, body?: object, headers = {}) => guest.post(url, body, { cookie, ...headers });
    const address = { name: 'Home', line1: '1 Main Street', city: 'Springfield', state: 'Illinois' };
    await post('/api/addresses', { ...address, postalCode: '560001', country: 'India' });
    await aGuestOrder(shop, { post: post as never });

    const token = await linkIn(shop, email, 'welcome');
    const denied = await guest.post('/api/auth/email-denial', { token });

    expect([denied.statusCode, denied.json().code]).toEqual([409, 'account_has_orders']);
    expect((await sql.query('select from users where id = $1 and deleted_at is null', [id])).rows).toHaveLength(1);
  });

  test('A41 a change of address that its owner denies leaves the other account as it is', async () => {
    const email = anEmail();
    const ada = await anAccount(shop);
    const change = { name: 'Ada', email, phone: null, currentPassword: PASSWORD };
    await guest.patch('/api/user/me', change, { cookie: ada.cookie });

    await guest.post('/api/auth/email-denial', { token: await linkIn(shop, email, 'confirm_email') });

    const me = (await guest.get('/api/user/me', { cookie: ada.cookie })).json();
    expect(me).toMatchObject({ email: ada.email, emailVerified: true });
  });

  test.each([
    ['within a day of the first confirmation', '23 hours', 0],
    ['later', '25 hours', 1],
  ])(
    'A41 two-factor authentication turned on %s: what a reset by the owner leaves of it',
    async (_when, after, left) => {
      const { email, user } = await anAccount(shop);
      await sql.query(
        `with account as (update users set two_factor_enabled = true, email_confirmed_at = now() - $2::interval
                         where id = $1 returning id)
       insert into two_factors (user_id, secret, backup_codes) select id, 'secret', 'codes' from account`,
        [user.id, after],
      );
      await sendResetLink(db, config, email);

      const token = await linkIn(shop, email, 'reset_password');
      const reset = await guest.post('/api/auth/reset-password', { token, password: 'the password of its owner' });

      expect(reset.statusCode).toBe(200);
      expect((await sql.query('select from two_factors where user_id = $1', [user.id])).rows).toHaveLength(left);
    },
  );
});
