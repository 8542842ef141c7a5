import { randomUUID } from 'node:crypto';
import { addressMessages } from '@shop/contracts/identity/account-messages';
import { ORDER_LINK_DAYS } from '@shop/contracts/identity/constants';
import { guestAccountMessages, orderLinkMessages } from '@shop/contracts/identity/guest-messages';
import { SignedIn } from '@shop/contracts/identity/schema';
import { describe, expect, test, vi } from 'vitest';
import { countCustomers } from '#analytics/roll-up-queries.ts';
import { orderKey, readOrderKey } from '#mail/order-link-rules.ts';
import { anAccount, anEmail, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { aGuest, aVariant, cartIn, contents } from '#test/builders/cart.ts';
import { aGuestBuyer, aGuestOrder, type GuestBuyer, linkIn } from '#test/builders/guest-buyer.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { aMailServer } from '#test/mail-server.ts';
import { createTestStore } from '#test/test-store.ts';

const mail = await aMailServer();
const shop = await createTestStore({ env: { SMTP_URL: mail.url } });
checkInvariantsAfterAll(shop);
const { guest, sql, db } = shop;

const chooses = (buyer: GuestBuyer, password = PASSWORD) => buyer.post('/api/auth/guest/account', { password });
const finish = (token: string, password = PASSWORD, headers = {}) =>
  guest.post('/api/auth/guest/confirmation', { token, password }, headers);
const ordersOf = async (reader: Pick<GuestBuyer, 'get'>) =>
  (await reader.get('/api/orders')).json().map(({ id }: { id: string }) => id);

describe('a guest at checkout', () => {
  test('begins with an email address, fills in an address and is named after its recipient', async () => {
    const email = anEmail();

    const buyer = await aGuestBuyer(shop, { email: email.toUpperCase() });

    expect(buyer.user).toMatchObject({ email, guest: true, emailVerified: false, role: 'customer', name: 'Guest' });
    expect((await buyer.get('/api/user/me')).json()).toMatchObject({ email, guest: true, name: 'Ada Lovelace' });
    expect((await buyer.get('/api/session')).json().user).toEqual({
      name: 'Ada Lovelace',
      role: 'customer',
      guest: true,
    });
  });

  test('cannot save an address without the name of its recipient', async () => {
    const buyer = await aGuestBuyer(shop);
    const [saved] = (await buyer.get('/api/user/me')).json().addresses;
    const unnamed = { ...saved, id: undefined, recipient: ' ' };
    const error = { field: 'recipient', message: addressMessages.recipientRequired };

    const [added, changed] = [
      await buyer.post('/api/addresses', unnamed),
      await buyer.put('/api/addresses', { ...unnamed, id: saved.id }),
    ];

    for (const response of [added, changed]) {
      expect(response.statusCode).toBe(422);
      expect(response.json().errors).toEqual([error]);
    }
    expect((await buyer.get('/api/user/me')).json().addresses).toEqual([saved]);
  });

  test('takes the cart of the visitor along, and back to an account at login', async () => {
    const visitor = aGuest(shop);
    const { variantId } = await aVariant(shop);
    await visitor.post('/api/cart/items', { variantId, quantity: 2 });
    const started = await guest.post('/api/auth/guest', { email: anEmail() }, { cookie: visitor.cookie() });
    const cookie = sessionCookie(started);
    expect(contents(cartIn(await guest.get('/api/cart', { cookie })))).toEqual([[variantId, 2]]);
    const { email } = await anAccount(shop);

    const login = await guest.post('/api/auth/login', { email, password: PASSWORD }, { cookie });

    const own = { cookie: sessionCookie(login) };
    expect(contents(cartIn(await guest.get('/api/cart', own)))).toEqual([[variantId, 2]]);
    expect((await guest.get('/api/user/me', { cookie })).statusCode).toBe(401);
  });

  test('keeps the cart when starting again with another address', async () => {
    const buyer = await aGuestBuyer(shop);
    const { variantId } = await aVariant(shop);
    await buyer.post('/api/cart/items', { variantId });

    const again = await buyer.post('/api/auth/guest', { email: anEmail() });

    const cookie = sessionCookie(again);
    expect(contents(cartIn(await guest.get('/api/cart', { cookie })))).toEqual([[variantId, 1]]);
  });

  test('keeps the orders when starting again with the same address, in a new session', async () => {
    const buyer = await aGuestBuyer(shop);
    const { orderId } = await aGuestOrder(shop, buyer);

    const again = await buyer.post('/api/auth/guest', { email: buyer.email });

    const cookie = sessionCookie(again);
    expect(await ordersOf({ get: (url: string) => guest.get(url, { cookie }) })).toEqual([orderId]);
    expect((await buyer.get('/api/orders')).statusCode).toBe(401);
  });

  test('buys, sees the order, cancels it, and tracks it by number and address', async () => {
    const buyer = await aGuestBuyer(shop);

    const { orderId, number } = await aGuestOrder(shop, buyer);

    expect(await ordersOf(buyer)).toEqual([orderId]);
    expect((await buyer.get('/api/session')).json().unreadCount).toBe(0);
    const tracked = await guest.post('/api/track-order', { number, email: buyer.email });
    expect([tracked.statusCode, tracked.json().number]).toEqual([200, number]);
    const key = { 'idempotency-key': randomUUID() };
    const cancelled = await buyer.post(`/api/orders/${orderId}/cancellation`, undefined, key);
    expect(cancelled.json()).toMatchObject({ id: orderId, status: 'cancelled' });
  });

  test('cannot pay cash on delivery, which needs a confirmed address', async () => {
    const buyer = await aGuestBuyer(shop);
    await buyer.post('/api/cart/items', { variantId: (await aVariant(shop)).variantId });

    const key = { 'idempotency-key': randomUUID() };
    const response = await buyer.post('/api/payment/create-order', { paymentMethod: 'cod' }, key);

    expect([response.statusCode, response.json().code]).toEqual([409, 'email_unconfirmed']);
  });

  test('is no customer in the panel, in campaigns and in the count of new customers, and is shown as a guest', async () => {
    const admin = await shop.anAdmin();
    await countCustomers(db);
    const counted = async () =>
      (await sql.query(`select sum(count)::int as count from daily_counts where metric = 'customers'`)).rows[0].count;
    const before = await counted();
    const buyer = await aGuestBuyer(shop);
    const { orderId } = await aGuestOrder(shop, buyer);
    await countCustomers(db);

    expect(await counted()).toBe(before);
    const local = buyer.email.split('@')[0];
    expect((await admin.get(`/api/admin/customers?q=${local}`)).json()).toEqual([]);
    const orders = (await admin.get(`/api/admin/orders?q=${local}`)).json();
    expect(orders.map(({ id }: { id: string }) => id)).toEqual([orderId]);
    const shown = (await admin.get(`/api/admin/customers/${buyer.id}`)).json();
    expect(shown).toMatchObject({ guest: true, email: buyer.email, marketing: false, orderCount: 1 });
    const { rows } = await sql.query('select from users where id = $1 and wants_marketing', [buyer.id]);
    expect(rows).toEqual([]);
  });
});

describe('the emails of a guest', () => {
  test('have a link that opens the order without a login, and cancels it', async () => {
    const buyer = await aGuestBuyer(shop);
    const { orderId } = await aGuestOrder(shop, buyer);
    await shop.work();

    const [message] = await mail.waitFor(buyer.email);

    const [, key = ''] = new RegExp(`/orders/${orderId}\\?key=([\\w.-]+)`).exec(message?.text ?? '') ?? [];
    const cookie = `__Host-crystalline_order_${orderId}=${key}`;
    expect((await guest.get(`/api/orders/${orderId}`, { cookie })).json()).toMatchObject({ id: orderId });
    expect((await guest.get(`/api/orders/${orderId}/invoices`, { cookie })).statusCode).toBe(200);
    const headers = { cookie, 'idempotency-key': randomUUID() };
    const cancelled = await guest.post(`/api/orders/${orderId}/cancellation`, undefined, headers);
    expect(cancelled.json()).toMatchObject({ status: 'cancelled' });
  });
});

test('an expired link of a guest’s order is replaced by email, and the new one opens the order for twelve months', async () => {
  const buyer = await aGuestBuyer(shop);
  const { orderId, number } = await aGuestOrder(shop, buyer);
  const { authSecret } = shop.config;
  const placed = new Date(Date.now() - ORDER_LINK_DAYS * 86_400_000);
  const cookieOf = (key: string) => ({ cookie: `__Host-crystalline_order_${orderId}=${key}` });

  const expired = cookieOf(orderKey({ orderId, version: 0 }, authSecret, placed));
  const asked = await guest.post(`/api/orders/${orderId}/link`, undefined, expired);
  await shop.work();

  expect([asked.statusCode, asked.json()]).toEqual([202, { message: orderLinkMessages.sent }]);
  const messages = await mail.waitFor(buyer.email);
  const text = messages.find(({ subject }) => subject === `New link to your order #${number}`)?.text ?? '';
  const [, key = ''] = new RegExp(`/orders/${orderId}\\?key=([\\w.-]+)`).exec(text) ?? [];
  expect((await guest.get(`/api/orders/${orderId}`, cookieOf(key))).json()).toMatchObject({ id: orderId });
  expect(readOrderKey(key, orderId, [authSecret])?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 365 * 86_400_000);
});

test('emails sent after the links of an order are revoked have a link that opens it', async () => {
  const buyer = await aGuestBuyer(shop);
  const { orderId } = await aGuestOrder(shop, buyer);
  const admin = await shop.anAdmin();
  await shop.work();
  const newestKey = async () => {
    const text = (await mail.waitFor(buyer.email)).at(-1)?.text ?? '';
    return new RegExp(`/orders/${orderId}\\?key=([\\w.-]+)`).exec(text)?.[1] ?? '';
  };
  const open = async (key: string) =>
    (await guest.get(`/api/orders/${orderId}`, { cookie: `__Host-crystalline_order_${orderId}=${key}` })).statusCode;
  const first = await newestKey();
  expect(await open(first)).toBe(200);

  const keyed = () => ({ 'idempotency-key': randomUUID() });
  await admin.post(`/api/admin/orders/${orderId}/link-revocations`, { link: 'order' }, keyed());
  expect(await open(first)).toBe(401);
  const [email] = (await admin.get(`/api/admin/orders/${orderId}`)).json().emails;
  await admin.post(`/api/admin/orders/${orderId}/emails/${email.id}/copies`, undefined, keyed());
  await shop.work();

  const resent = await newestKey();
  expect([await open(first), await open(resent)]).toEqual([401, 200]);
});

describe('one password', () => {
  test('makes the guest an account once the link is followed, with its order, and lists those of earlier guests to add', async () => {
    const email = anEmail();
    const first = await aGuestOrder(shop, await aGuestBuyer(shop, { email }));
    const buyer = await aGuestBuyer(shop, { email });
    const second = await aGuestOrder(shop, buyer);

    const requested = await chooses(buyer);

    expect([requested.statusCode, requested.json()]).toEqual([202, { message: guestAccountMessages.sent(email) }]);
    expect((await guest.post('/api/auth/login', { email, password: PASSWORD })).statusCode).toBe(401);
    const finished = await finish(await linkIn(shop, email, 'guest_account'));
    const { user } = SignedIn.parse(finished.json());
    expect(user).toMatchObject({ id: buyer.id, email, emailVerified: true });
    expect(user.guest).toBeUndefined();
    const session = { cookie: sessionCookie(finished) };
    const account = {
      get: (url: string) => guest.get(url, session),
      post: (url: string) => guest.post(url, undefined, session),
    };
    expect(await ordersOf(account)).toEqual([second.orderId]);
    expect((await account.get('/api/user/guest-orders')).json()).toMatchObject([{ number: first.number }]);
    expect((await account.post('/api/user/guest-orders')).statusCode).toBe(200);
    expect((await ordersOf(account)).toSorted()).toEqual([first.orderId, second.orderId].toSorted());
    expect((await account.get('/api/user/me')).json().addresses).toHaveLength(1);
    expect((await guest.post('/api/auth/login', { email, password: PASSWORD })).statusCode).toBe(200);
  });

  test('for an address with an account sends a link to the page that lists the orders and adds them', async () => {
    const { email, cookie } = await anAccount(shop);
    const buyer = await aGuestBuyer(shop, { email });
    const { orderId, number } = await aGuestOrder(shop, buyer);
    const account = { get: (url: string) => guest.get(url, { cookie }) };

    await chooses(buyer);

    expect(await ordersOf(account)).toEqual([]);
    expect((await account.get('/api/user/export')).json().orders).toMatchObject([{ id: orderId }]);
    await shop.work();
    const message = (await mail.waitFor(email)).find(({ subject }) => subject === 'You already have an account');
    expect(message?.text).toMatch(/\/add-guest-orders$/m);
    const [listed] = (await account.get('/api/user/guest-orders')).json();
    expect(listed).toEqual({ number, createdAt: expect.stringMatching(/Z$/) });
    for (const _ of ['once', 'again'])
      expect((await guest.post('/api/user/guest-orders', undefined, { cookie })).statusCode).toBe(200);
    expect(await ordersOf(account)).toEqual([orderId]);
    expect(await ordersOf(buyer)).toEqual([]);
    expect((await account.get('/api/user/guest-orders')).json()).toEqual([]);
  });

  test('moves sales, notifications, emails and discount codes with the orders', async () => {
    const { email, user, cookie } = await anAccount(shop);
    const buyer = await aGuestBuyer(shop, { email });
    const { orderId } = await aGuestOrder(shop, buyer);
    await sql.query(`select graphile_worker.add_job('count_sales')`);
    await shop.work();
    const sales = async (id: string) =>
      (
        await sql.query(`select orders::int from sales where subject = 'customer' and grain = 'day' and key = $1`, [id])
      ).rows.map(({ orders }) => orders);
    expect([await sales(buyer.id), await sales(user.id)]).toEqual([[1], []]);

    await guest.post('/api/user/guest-orders', undefined, { cookie });
    await sql.query(`select graphile_worker.add_job('count_sales')`);
    await shop.work();

    expect([await sales(buyer.id), await sales(user.id)]).toEqual([[0], [1]]);
    const { rows } = await sql.query(
      `select o.user_id as orders, c.user_id as checkouts, r.user_id as redemptions,
              (select min(user_id::text) from notifications where link = '/orders/' || o.id) as notifications,
              (select min(user_id::text) from email_messages where order_id = o.id) as emails
         from orders o join checkouts c on c.id = o.checkout_id join discount_redemptions r on r.checkout_id = c.id
        where o.id = $1`,
      [orderId],
    );
    const { id } = user;
    expect(rows).toEqual([{ orders: id, checkouts: id, redemptions: id, notifications: id, emails: id }]);
  });

  test('is rejected if it is weak, and is not needed by an account', async () => {
    const buyer = await aGuestBuyer(shop);
    expect((await chooses(buyer, 'password1')).statusCode).toBe(422);
    const ada = await shop.aShopper();

    const response = await ada.post('/api/auth/guest/account', { password: PASSWORD });

    expect([response.statusCode, response.json().code]).toEqual([409, 'not_guest']);
  });
});

describe('the job that deletes old guests', () => {
  const ageAll = (ids: string[]) =>
    sql.query(`update users set created_at = now() - interval '31 days' where id = any ($1)`, [ids]);
  const run = async () => {
    await sql.query(`select graphile_worker.add_job('delete_old_guests', max_attempts => 1)`);
    await shop.work();
  };

  test('deletes those who never began to buy, erases those without an order, and keeps those with one', async () => {
    const [idle, abandoned, bought] = [await aGuestBuyer(shop), await aGuestBuyer(shop), await aGuestBuyer(shop)];
    await aGuestOrder(shop, bought);
    await abandoned.post('/api/cart/items', { variantId: (await aVariant(shop)).variantId });
    const key = { 'idempotency-key': randomUUID() };
    // No provider runs in this test: the checkout stays unpaid.
    await abandoned.post('/api/payment/create-order', { paymentMethod: 'card' }, key);
    await sql.query(`update checkouts set expires_at = now() - interval '1 minute' where user_id = $1`, [abandoned.id]);
    await sql.query(`select graphile_worker.add_job('expire_checkouts')`);
    await shop.work();
    await ageAll([idle.id, abandoned.id, bought.id]);

    await run();
    await run();

    const { rows } = await sql.query(
      `select id, guest_email as email, deleted_at is not null as deleted from users where id = any ($1) order by id`,
      [[idle.id, abandoned.id, bought.id]],
    );
    expect(rows).toEqual([
      { id: abandoned.id, email: null, deleted: true },
      { id: bought.id, email: bought.email, deleted: false },
    ]);
    expect(await ordersOf(bought)).toHaveLength(1);
  });
});

test('deleting an account also anonymizes guest orders with its confirmed address', async () => {
  const { email, cookie } = await anAccount(shop);
  const { orderId } = await aGuestOrder(shop, await aGuestBuyer(shop, { email }));

  await guest.post('/api/user/deletion', { password: PASSWORD }, { cookie });

  const { rows } = await sql.query('select email, shipping_address ->> $2 as line1 from orders where id = $1', [
    orderId,
    'line1',
  ]);
  expect(rows[0].email).toMatch(/@deleted\.invalid$/);
  expect(rows[0].line1).toBe('');
});

test('staff can change the status of a guest’s order while it is joined to an account', async () => {
  const grace = await shop.anAdmin();
  const { email, user } = await anAccount(shop);
  const { orderId } = await aGuestOrder(shop, await aGuestBuyer(shop, { email }));
  const holder = await sql.connect();
  await holder.query('begin');
  // As the join does it, with the order and its account locked.
  await holder.query('select from users where id = $1 for update', [user.id]);
  await holder.query(
    `update discount_redemptions set user_id = $2, joined = true
      where checkout_id = (select checkout_id from orders where id = $1)`,
    [orderId, user.id],
  );
  await holder.query(
    'update checkouts set user_id = $2, address_id = null where id = (select checkout_id from orders where id = $1)',
    [orderId, user.id],
  );
  await holder.query('update orders set user_id = $2, address_id = null where id = $1', [orderId, user.id]);

  const changed = grace.put(
    `/api/orders/${orderId}/status`,
    { status: 'processing' },
    { 'idempotency-key': randomUUID() },
  );
  const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitUntil(async () => (await sql.query(isWaiting)).rowCount === 1);
  await holder.query('commit');
  holder.release();

  const response = await changed;
  expect([response.statusCode, response.json().status]).toEqual([200, 'processing']);
});
