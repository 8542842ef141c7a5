import { randomUUID } from 'node:crypto';
import { ORDER_LINK_DAYS, orderLinkCookie } from '@shop/contracts/identity/constants';
import { SignedIn } from '@shop/contracts/identity/schema';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { orderKey } from '#mail/order-link-rules.ts';
import { anAccount, anEmail, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aFreeCode,
  aGuestBuyer,
  aGuestOrder,
  buyWithCode,
  type GuestBuyer,
  linkIn,
} from '#test/builders/guest-buyer.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { aLine, anIp } from '#test/network.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { callsOf } from '#test/requests/calls.ts';
import { createTestDatabase, createTestStore } from '#test/test-store.ts';
import { medianDifference } from '#test/timing.ts';

/** What a guest may call besides public routes. Every other route is for accounts, or for staff. */
const OPEN_TO_GUESTS = [
  'GET /api/user/me',
  'POST /api/auth/guest/account',
  'POST /api/addresses',
  'PUT /api/addresses',
  'PATCH /api/addresses/:id/set-default',
  'DELETE /api/addresses/:id',
  'POST /api/payment/create-order',
  'POST /api/payment/verify',
  'GET /api/checkouts/:id',
  'GET /api/orders',
  'GET /api/orders/:id',
  'GET /api/orders/:id/gift-receipt',
  'POST /api/orders/:id/gift-link',
  'GET /api/orders/:id/confirmation-email',
  'POST /api/orders/:id/reorder',
  'POST /api/orders/:id/cancellation',
  'GET /api/orders/:id/returns',
  'POST /api/orders/:id/returns',
  'POST /api/orders/:id/returns/:returnId/cancellation',
  'GET /api/orders/:id/invoices',
  'GET /api/orders/:id/invoices/:invoiceId',
  'GET /api/orders/:id/invoices/:invoiceId/pdf',
];

describe.each(redisModesIfRequested())('%s', async (mode, REDIS_URL) => {
  const databaseUrl = await createTestDatabase();
  const shop = await createTestStore({ databaseUrl, env: { REDIS_URL } });
  checkInvariantsAfterAll(shop);
  const { app, config, guest, sql } = shop;

  /** With the real limits, behind a trusted proxy, so that requests can come from any IP address. */
  async function aStrictStore() {
    const env = { REDIS_URL, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' };
    const strict = await createTestStore({ databaseUrl, env });
    if (mode === 'with Redis') await vi.waitUntil(() => strict.redis.usable(), { timeout: 30_000 });
    return strict;
  }

  const chooses = (buyer: GuestBuyer) => buyer.post('/api/auth/guest/account', { password: PASSWORD });
  const finish = (token: string, password = PASSWORD, headers = {}) =>
    guest.post('/api/auth/guest/confirmation', { token, password }, headers);
  const keyed = () => ({ 'idempotency-key': randomUUID() });
  const readsOf = (orderId: string) => [
    `/api/orders/${orderId}`,
    `/api/orders/${orderId}/confirmation-email`,
    `/api/orders/${orderId}/invoices`,
  ];
  const ownerOf = async (orderId: string) =>
    (await sql.query('select user_id as owner from orders where id = $1', [orderId])).rows[0]?.owner;
  /** All that a response can reveal, without what differs by chance. */
  const seen = ({ statusCode, body, headers }: LightMyRequestResponse, email: string) => ({
    statusCode,
    body: body.replaceAll(email, 'EMAIL').replaceAll(/[\da-f-]{36}|"token":"[^"]+"/g, '…'),
    headers: Object.keys(headers).toSorted(),
    cookies: [headers['set-cookie'] ?? []].flat().map((line) => line.replace(/=[^;]+/, '=…')),
  });

  describe('a guest', () => {
    test('A04 A05 cannot read, cancel or repeat the order of a customer, or of a guest with the same address', async () => {
      const email = anEmail();
      const victim = await aGuestBuyer(shop, { email });
      const { orderId } = await aGuestOrder(shop, victim);
      const { orderId: ofAccount } = await aGuestOrder(shop, await shop.aShopper().then(withAddress));
      const mallory = await aGuestBuyer(shop, { email });

      for (const id of [orderId, ofAccount]) {
        for (const url of readsOf(id)) expect([url, (await mallory.get(url)).statusCode]).toEqual([url, 404]);
        expect((await mallory.post(`/api/orders/${id}/cancellation`, undefined, keyed())).statusCode).toBe(404);
        expect((await mallory.post(`/api/orders/${id}/reorder`)).statusCode).toBe(404);
      }
      expect((await mallory.get('/api/orders')).json()).toEqual([]);
    });

    test('A06 A31 reaches no route of accounts or staff', async () => {
      const buyer = await aGuestBuyer(shop);
      const closed = app.routes.filter(({ config }) => config?.access && config.access !== 'public');
      const open = closed.filter(({ config }) => config?.guests).map(({ method, url }) => `${method} ${url}`);

      expect(open.filter((route) => !route.startsWith('HEAD')).toSorted()).toEqual(OPEN_TO_GUESTS.toSorted());
      const isOpen = (method: string, url: string) =>
        OPEN_TO_GUESTS.some((route) => {
          const [verb, path = ''] = route.split(' ');
          const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
          return (verb === method || (method === 'HEAD' && verb === 'GET')) && pattern.test(url);
        });
      for (const { method, url } of callsOf(app).filter(({ access }) => access !== 'public')) {
        if (isOpen(method, url)) continue;
        const headers = { cookie: buyer.cookie, origin: config.publicOrigin };
        const response = await app.inject({ method, url, headers });
        expect([method, url, response.statusCode]).toEqual([method, url, 403]);
      }
    });

    test('A31 cannot become staff', async () => {
      const owner = await shop.anAdmin({ password: PASSWORD });
      const buyer = await aGuestBuyer(shop);

      const response = await owner.put(`/api/admin/customers/${buyer.id}/role`, { role: 'packer', password: PASSWORD });

      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      expect(response.statusCode).toBeLessThan(500);
      const promote = sql.query(`update users set role = 'packer' where id = $1`, [buyer.id]);
      await expect(promote).rejects.toThrow('users_guest_is_limited');
    });

    test('A03 cannot use a code again that is limited per customer, by new sessions, tags or an account', async () => {
      const code = await aFreeCode(shop, { perUserLimit: 1 });
      const email = anEmail();
      const first = await aGuestBuyer(shop, { email });
      expect((await buyWithCode(shop, first, code)).json()).toHaveProperty('placed');

      const tagged = email.replace('@', '+again@');
      for (const again of [first, await aGuestBuyer(shop, { email }), await aGuestBuyer(shop, { email: tagged })])
        expect((await buyWithCode(shop, again, code)).json()).not.toHaveProperty('placed');

      const account = await shop.aShopper({ email }).then(withAddress);
      expect((await buyWithCode(shop, account, code)).json()).not.toHaveProperty('placed');
      const other = await aGuestBuyer(shop);
      expect((await buyWithCode(shop, other, code)).json()).toHaveProperty('placed');
    });

    test('A03 cannot use a code again that the account of the same address has used', async () => {
      const code = await aFreeCode(shop, { perUserLimit: 1 });
      const account = await shop.aShopper().then(withAddress);
      expect((await buyWithCode(shop, account, code)).json()).toHaveProperty('placed');

      const buyer = await aGuestBuyer(shop, { email: account.email });

      expect((await buyWithCode(shop, buyer, code)).json()).not.toHaveProperty('placed');
    });

    test('A15 does not learn in the cart whether the customer of an address has used a code', async () => {
      const code = await aFreeCode(shop, { perUserLimit: 1 });
      const ada = await shop.aShopper().then(withAddress);
      expect((await buyWithCode(shop, ada, code)).json()).toHaveProperty('placed');

      const applied = [];
      for (const email of [ada.email, anEmail()]) {
        const mallory = await aGuestBuyer(shop, { email });
        await mallory.post('/api/cart/items', { variantId: (await aVariant(shop, { price: 100 })).variantId });
        const response = await mallory.post('/api/cart/discount', { code });
        applied.push([response.statusCode, response.json().discountCode, response.json().code]);
      }

      expect(applied).toEqual([
        [200, code, undefined],
        [200, code, undefined],
      ]);
    });

    test('A03 does not hold the only use of the customer of an address by a checkout that is never paid', async () => {
      const code = await aFreeCode(shop, { perUserLimit: 1 });
      await sql.query('update discount_codes set percent_bp = 1000 where code = $1', [code]);
      const ada = await shop.aShopper().then(withAddress);
      const mallory = await aGuestBuyer(shop, { email: ada.email });
      // No provider runs in this test: the checkout stays open, with its redemption.
      expect((await buyWithCode(shop, mallory, code)).statusCode).toBe(503);
      const held = 'select from discount_redemptions where user_id = $1 and released_at is null';
      expect((await sql.query(held, [mallory.id])).rowCount).toBe(1);

      await sql.query('update discount_codes set percent_bp = 10000 where code = $1', [code]);
      expect((await buyWithCode(shop, ada, code)).json()).toHaveProperty('placed');
    });

    test('A20 cannot begin more than ten sessions an hour from one IP address', async () => {
      const strict = await aStrictStore();
      const from = { 'x-forwarded-for': anIp() };

      const codes: number[] = [];
      for (let i = 0; i < 12; i++)
        codes.push((await strict.guest.post('/api/auth/guest', { email: anEmail() }, from)).statusCode);

      expect(codes).toEqual([...Array(10).fill(201), 429, 429]);
    });

    test('A39 ten networks of one IPv6 line begin no more sessions than one IP address', async () => {
      const strict = await aStrictStore();
      const line = aLine();

      const codes: number[] = [];
      for (let i = 0; i < 30; i++) {
        const from = { 'x-forwarded-for': line(i % 10) };
        codes.push((await strict.guest.post('/api/auth/guest', { email: anEmail() }, from)).statusCode);
      }

      expect(codes).toEqual([...Array(10).fill(201), ...Array(20).fill(429)]);
    });
  });

  /** A shopper of the store who can check out. */
  async function withAddress<Shopper extends { post: GuestBuyer['post'] }>(shopper: Shopper) {
    await shopper.post('/api/addresses', {
      name: 'Home',
      line1: `${randomUUID()} Street`,
      city: 'Springfield',
      state: 'Illinois',
      postalCode: '560001',
      country: 'India',
    });
    return shopper;
  }

  describe('whether an address has an account', () => {
    test('A15 is not revealed by the start of a guest session', async () => {
      const { email: known } = await anAccount(shop);
      const unknown = anEmail();

      const [one, other] = [await aGuestBuyer(shop, { email: known }), await aGuestBuyer(shop, { email: unknown })];

      expect(seen(one.started, known)).toEqual(seen(other.started, unknown));
    });

    test('A15 is not revealed by choosing a password, nor by what the session can do then', async () => {
      const confirmed = await anAccount(shop);
      const unconfirmed = await anAccount(shop, { confirmed: false });
      const emails = [anEmail(), confirmed.email, unconfirmed.email];

      const responses = [];
      for (const email of emails) {
        const buyer = await aGuestBuyer(shop, { email });
        const login = await guest.post('/api/auth/login', { email, password: 'not the password' });
        responses.push({
          chosen: seen(await chooses(buyer), email),
          me: seen(await buyer.get('/api/user/me'), email).body.replaceAll(/"line1":"[^"]+"/g, ''),
          account: (await buyer.get('/api/user/preferences')).statusCode,
          login: [login.statusCode, login.json().code],
        });
      }

      expect(responses[1]).toEqual(responses[0]);
      expect(responses[2]).toEqual(responses[0]);
      const kinds = await sql.query(
        `select kind from email_messages where to_email = any ($1) and kind like 'guest%' order by id`,
        [emails],
      );
      expect(kinds.rows.map(({ kind }) => kind)).toEqual([
        'guest_account',
        'guest_join_orders',
        'guest_account_unconfirmed',
      ]);
    });

    test.runIf(process.env.THOROUGH)('A15 is not revealed by the time of either', async () => {
      const { email } = await anAccount(shop);
      const start = (address: string) => guest.post('/api/auth/guest', { email: address });
      expect(
        await medianDifference(
          40,
          () => start(email),
          () => start(anEmail()),
        ),
      ).toBeLessThan(0.1);
    });
  });

  describe('the link to an order', () => {
    const withKey = (orderId: string, key: string) => ({ cookie: `${orderLinkCookie(orderId)}=${key}` });
    const keyFor = (orderId: string, placed = new Date()) =>
      orderKey({ orderId, version: 0 }, config.authSecret, placed);

    test('A04 A27 opens this order only, also of the same guest, and no list, cart or account', async () => {
      const buyer = await aGuestBuyer(shop);
      const { orderId } = await aGuestOrder(shop, buyer);
      const { orderId: second } = await aGuestOrder(shop, buyer);
      const headers = withKey(orderId, keyFor(orderId));

      expect((await guest.get(`/api/orders/${orderId}`, headers)).json()).toMatchObject({ id: orderId });
      for (const cookie of [headers, withKey(second, keyFor(orderId))])
        expect((await guest.get(`/api/orders/${second}`, cookie)).statusCode).toBe(401);
      for (const url of ['/api/orders', '/api/user/me', `/api/orders/${orderId}/confirmation-email`])
        expect([url, (await guest.get(url, headers)).statusCode]).toEqual([url, 401]);
      expect((await guest.post(`/api/orders/${orderId}/reorder`, undefined, headers)).statusCode).toBe(401);
    });

    test('A27 is rejected when expired, forged, or for an order of an account', async () => {
      const { orderId } = await aGuestOrder(shop, await aGuestBuyer(shop));
      const { orderId: ofAccount } = await aGuestOrder(shop, await shop.aShopper().then(withAddress));
      const old = new Date(Date.now() - ORDER_LINK_DAYS * 86_400_000);
      const statusWith = async (id: string, key: string) =>
        (await guest.get(`/api/orders/${id}`, withKey(id, key))).statusCode;

      expect(await statusWith(orderId, keyFor(orderId, old))).toBe(401);
      expect(await statusWith(orderId, orderKey({ orderId, version: 0 }, 'another secret', new Date()))).toBe(401);
      expect(await statusWith(orderId, '')).toBe(401);
      expect(await statusWith(ofAccount, keyFor(ofAccount))).toBe(401);
    });

    test('A27 ends when the order is joined to an account', async () => {
      const buyer = await aGuestBuyer(shop);
      const { orderId } = await aGuestOrder(shop, buyer);
      await chooses(buyer);
      const finished = await finish(await linkIn(shop, buyer.email, 'guest_account'));
      expect(finished.statusCode).toBe(200);

      expect((await guest.get(`/api/orders/${orderId}`, withKey(orderId, keyFor(orderId)))).statusCode).toBe(401);
    });

    test('A17 lets no other site cancel the order', async () => {
      const { orderId } = await aGuestOrder(shop, await aGuestBuyer(shop));
      const headers = { ...withKey(orderId, keyFor(orderId)), ...keyed(), origin: 'https://evil.example' };

      expect((await guest.post(`/api/orders/${orderId}/cancellation`, undefined, headers)).statusCode).toBe(403);
    });
  });

  describe('history', () => {
    test('A05 is joined neither by registering, nor by logging in, before the address is confirmed', async () => {
      const email = anEmail();
      const victim = await aGuestBuyer(shop, { email });
      const { orderId } = await aGuestOrder(shop, victim);

      const mallory = await guest.post('/api/auth/register', { name: 'Mallory', email, password: PASSWORD });
      const login = await guest.post('/api/auth/login', { email, password: PASSWORD });

      for (const response of [mallory, login]) {
        const cookie = sessionCookie(response);
        expect((await guest.get('/api/orders', { cookie })).json()).toEqual([]);
        expect((await guest.get(`/api/orders/${orderId}`, { cookie })).statusCode).toBe(404);
        expect((await guest.get('/api/user/export', { cookie })).json().orders).toEqual([]);
      }
      expect(await ownerOf(orderId)).toBe(victim.id);
    });

    test('A05 A27 is joined by no password of an impostor, and by no link for another purpose', async () => {
      const email = anEmail();
      const victim = await aGuestBuyer(shop, { email });
      const { orderId } = await aGuestOrder(shop, victim);
      const mallory = await aGuestBuyer(shop, { email });
      await chooses(mallory);
      const token = await linkIn(shop, email, 'guest_account');

      // Mallory has no link, and the owner of the address does not know the password.
      const forged = `${mallory.id}.${randomUUID()}`;
      expect((await finish(forged)).statusCode).toBe(422);
      expect((await finish(token, 'the password of its owner')).statusCode).toBe(422);
      expect((await guest.post('/api/auth/confirm-email', { token, password: PASSWORD })).statusCode).toBe(422);
      expect((await guest.post('/api/auth/reset-password', { token, password: PASSWORD })).statusCode).toBe(422);

      expect(await ownerOf(orderId)).toBe(victim.id);
      const { rows } = await sql.query('select from users where email = $1', [email]);
      expect(rows).toEqual([]);
    });

    test('A05 is joined to an unconfirmed account by no link, and after its confirmation only by the customer', async () => {
      const { email, user, cookie } = await anAccount(shop, { confirmed: false });
      const buyer = await aGuestBuyer(shop, { email });
      const { orderId } = await aGuestOrder(shop, buyer);
      await chooses(buyer);
      const token = await linkIn(shop, email, 'guest_account_unconfirmed');

      expect((await finish(token)).statusCode).toBe(422);
      expect((await guest.post('/api/user/guest-orders', undefined, { cookie })).json().code).toBe('email_unconfirmed');
      expect((await guest.get('/api/user/guest-orders', { cookie })).json()).toEqual([]);
      expect(await ownerOf(orderId)).toBe(buyer.id);

      const link = { token: await linkIn(shop, email, 'welcome'), password: PASSWORD };
      expect((await guest.post('/api/auth/confirm-email', link)).statusCode).toBe(200);
      expect(await ownerOf(orderId)).toBe(buyer.id);
      await guest.post('/api/user/guest-orders', undefined, { cookie });
      expect(await ownerOf(orderId)).toBe(user.id);
    });

    test('A27 the link works once, for 24 hours, and only the newest', async () => {
      const buyer = await aGuestBuyer(shop);
      await chooses(buyer);
      const first = await linkIn(shop, buyer.email, 'guest_account');
      await chooses(buyer);
      const second = await linkIn(shop, buyer.email, 'guest_account');

      expect((await finish(first)).statusCode).toBe(422);
      await sql.query(`update verifications set expires_at = now() where identifier like '%' || $1`, [buyer.id]);
      expect((await finish(second)).statusCode).toBe(422);
      await sql.query(
        `update verifications set expires_at = now() + interval '1 hour' where identifier like '%' || $1`,
        [buyer.id],
      );
      expect((await finish(second)).statusCode).toBe(200);
      expect((await finish(second)).statusCode).toBe(422);
    });
  });

  test('A16 the account gets a new session, and every session of the guest ends', async () => {
    const buyer = await aGuestBuyer(shop);
    await chooses(buyer);

    const finished = await finish(await linkIn(shop, buyer.email, 'guest_account'), PASSWORD, { cookie: buyer.cookie });

    const cookie = sessionCookie(finished);
    expect(cookie).not.toBe(buyer.cookie);
    expect((await guest.get('/api/user/me', { cookie: buyer.cookie })).statusCode).toBe(401);
    const user = SignedIn.shape.user.parse((await guest.get('/api/user/me', { cookie })).json());
    expect([user.id, user.guest]).toEqual([buyer.id, undefined]);
  });

  test('A20 the password of the link can be guessed ten times', async () => {
    const strict = await aStrictStore();
    const buyer = await aGuestBuyer(shop);
    await chooses(buyer);
    const token = await linkIn(shop, buyer.email, 'guest_account');

    const codes: number[] = [];
    for (let i = 0; i < 12; i++) {
      const from = { 'x-forwarded-for': anIp() };
      const guess = { token, password: `guess number ${i}` };
      codes.push((await strict.guest.post('/api/auth/guest/confirmation', guess, from)).statusCode);
    }

    expect(codes).toEqual([...Array(10).fill(422), 429, 429]);
  });
});
