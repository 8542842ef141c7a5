import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { anAccount, anEmail, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { unitsOf } from '#test/builders/an-order.ts';
import { aFullCart, aVariant, cartCookieOf, cartIn } from '#test/builders/cart.ts';
import { aGuestBuyer, type GuestBuyer } from '#test/builders/guest-buyer.ts';
import { createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { guest, sandbox, sql } = shop;
const address = () => ({
  name: 'Home',
  recipient: 'Ada',
  line1: `${randomUUID()} Street`,
  city: 'Springfield',
  state: 'Illinois',
  postalCode: '560001',
  country: 'India',
});
const keyed = () => ({ 'idempotency-key': randomUUID() });

async function aGuestWhoPays(quantities: number[]) {
  const { variantId } = await aVariant(shop, { price: 100, quantities });
  const buyer = await aGuestBuyer(shop);
  await buyer.post('/api/cart/items', { variantId });
  const { order } = startedCheckout(await buyer.post('/api/payment/create-order', { paymentMethod: 'card' }, keyed()));
  return { buyer, variantId, providerOrderId: order.id };
}

/** Who the guest is next, while the payment window is open. */
const BECOMES = {
  'logs in': async (buyer: GuestBuyer) => {
    const { email } = await anAccount(shop);
    return guest.post('/api/auth/login', { email, password: PASSWORD }, { cookie: buyer.cookie });
  },
  'logs in to an account with a cart': async (buyer: GuestBuyer) => {
    const { email, cookie } = await anAccount(shop);
    await guest.post('/api/cart/items', { variantId: (await aVariant(shop)).variantId }, { cookie });
    return guest.post('/api/auth/login', { email, password: PASSWORD }, { cookie: buyer.cookie });
  },
  registers: (buyer: GuestBuyer) =>
    guest.post('/api/auth/register', { name: 'Ada', email: anEmail(), password: PASSWORD }, { cookie: buyer.cookie }),
  'corrects the email address': (buyer: GuestBuyer) => buyer.post('/api/auth/guest', { email: anEmail() }),
};

async function theBuyer(become: (buyer: GuestBuyer) => ReturnType<typeof guest.post>, buyer: GuestBuyer) {
  const session = { cookie: sessionCookie(await become(buyer)) };
  return {
    get: async (url: string) => (await guest.get(url, session)).json(),
    post: (url: string, body: object, headers = {}) => guest.post(url, body, { ...session, ...headers }),
  };
}

describe.each(Object.entries(BECOMES))('a guest who %s while the payment window is open', (_what, become) => {
  test.each(['page', 'provider'])(
    'gets the order, and an empty cart, when the %s reports the payment',
    async (reporter) => {
      const { buyer, variantId, providerOrderId } = await aGuestWhoPays([5]);
      const own = await theBuyer(become, buyer);

      const { verification } = await sandbox.pay(providerOrderId);
      const url = reporter === 'page' ? '/api/payment/verify' : '/api/payment/callback';
      const placed = await own.post(url, verification);

      expect([placed.statusCode, placed.body]).toEqual([200, expect.anything()]);
      expect((await own.get('/api/orders')).map(({ items }: { items: object[] }) => items)).toMatchObject([
        [{ variantId }],
      ]);
      const cart: { items: { variantId: string }[] } = await own.get('/api/cart');
      expect(cart.items.map((line) => line.variantId)).not.toContain(variantId);
      expect((await guest.post('/api/payment/callback', verification)).statusCode).toBe(200);
      expect(await own.get('/api/orders')).toHaveLength(1);
    },
  );

  test('can buy the last unit that the open checkout holds, and a payment of the old one is refunded', async () => {
    const { buyer, variantId, providerOrderId } = await aGuestWhoPays([1]);
    const own = await theBuyer(become, buyer);
    const cart: { items: { variantId: string }[] } = await own.get('/api/cart');
    expect(cart.items.find((line) => line.variantId === variantId)).toMatchObject({
      quantity: 1,
      availableQuantity: 1,
    });
    await own.post('/api/addresses', address());

    // Another charge: the same one keeps its order at the provider.
    const express = { paymentMethod: 'card', shippingMethod: 'express' };
    const again = await own.post('/api/payment/create-order', express, keyed());

    const { order } = startedCheckout(again);
    const [first, second] = [await sandbox.pay(providerOrderId), await sandbox.pay(order.id)];
    for (const { verification } of [first, second]) await guest.post('/api/payment/callback', verification);
    expect(await own.get('/api/orders')).toHaveLength(1);
    const { rows } = await sql.query(
      'select status, order_id is not null as placed from payments where provider_payment_id = any ($1) order by id',
      [[first.payment.id, second.payment.id]],
    );
    expect(rows).toEqual([
      { status: 'refunded', placed: false },
      { status: 'captured', placed: true },
    ]);
    const { rows: refunds } = await sql.query(
      'select from refunds r join payments p on p.id = r.payment_id where p.provider_payment_id = $1',
      [first.payment.id],
    );
    expect(refunds).toHaveLength(1);
  });
});

test('an open checkout of the account is replaced by that of the guest who logs in: its units are available, its payment is refunded', async () => {
  const { email, cookie } = await anAccount(shop);
  const own = await aGuestBuyer(shop);
  const { variantId } = await aVariant(shop, { price: 100, quantities: [5] });
  await own.post('/api/cart/items', { variantId });
  const { order } = startedCheckout(await own.post('/api/payment/create-order', { paymentMethod: 'card' }, keyed()));
  const logIn = (session: string) => guest.post('/api/auth/login', { email, password: PASSWORD }, { cookie: session });
  await logIn(own.cookie);
  const { buyer, providerOrderId } = await aGuestWhoPays([5]);

  expect((await logIn(buyer.cookie)).statusCode).toBe(200);

  expect(await unitsOf(shop, variantId)).toMatchObject({ available: 5, reserved: 0 });
  const [first, second] = [await sandbox.pay(order.id), await sandbox.pay(providerOrderId)];
  const answers = [];
  for (const { verification } of [first, second])
    answers.push((await guest.post('/api/payment/callback', verification)).statusCode);
  expect(answers).toEqual([409, 200]);
  expect((await guest.get('/api/orders', { cookie })).json()).toHaveLength(1);
});

describe('a guest who logs in to an account with a full cart while the payment window is open', () => {
  async function logIn(session: string) {
    const { email, user } = await anAccount(shop);
    await aFullCart(shop, user.id);
    const response = await guest.post('/api/auth/login', { email, password: PASSWORD }, { cookie: session });
    const cartCookie = cartCookieOf(response)?.split(';')[0] ?? '';
    const cookie = `${sessionCookie(response)}; ${cartCookie}`;
    return {
      status: response.statusCode,
      cartCookie,
      cart: async () => cartIn(await guest.get('/api/cart', { cookie })),
      orders: async () => (await guest.get('/api/orders', { cookie })).json(),
      post: (url: string, body: object, headers = {}) => guest.post(url, body, { cookie, ...headers }),
      delete: (url: string) => guest.delete(url, undefined, { cookie }),
    };
  }

  test.each(['open', 'expired'])(
    'gets the order of the %s checkout, and every line that was not bought once there is room',
    async (status) => {
      const { buyer, variantId, providerOrderId } = await aGuestWhoPays([5]);
      const later = await aVariant(shop);
      await buyer.post('/api/cart/items', { variantId: later.variantId });
      if (status === 'expired') {
        await sql.query("update checkouts set expires_at = now() - interval '1 second' where user_id = $1", [buyer.id]);
        await sql.query("select graphile_worker.add_job('expire_checkouts')");
        await shop.work();
      }
      const own = await logIn(buyer.cookie);
      const full = await own.cart();

      const { verification } = await sandbox.pay(providerOrderId);
      const placed = await own.post('/api/payment/verify', verification);

      expect([own.status, placed.statusCode]).toEqual([200, 200]);
      expect(await own.orders()).toMatchObject([{ items: [{ variantId }] }]);
      await own.delete(`/api/cart/items/${full.items[0]?.id}`);
      const after = (await own.cart()).items.map((item) => item.variantId);
      expect(after.toSorted()).toEqual(
        [...full.items.slice(1).map((item) => item.variantId), later.variantId].toSorted(),
      );
    },
  );

  test('gets the order even if another customer checks out in the same browser before the payment', async () => {
    const { buyer, variantId, providerOrderId } = await aGuestWhoPays([5]);
    const own = await logIn(buyer.cookie);

    const { email } = await anAccount(shop);
    const login = { email, password: PASSWORD };
    const next = sessionCookie(await guest.post('/api/auth/login', login, { cookie: own.cartCookie }));
    await guest.post('/api/addresses', address(), { cookie: next });
    const other = await guest.post(
      '/api/payment/create-order',
      { paymentMethod: 'card' },
      { cookie: next, ...keyed() },
    );

    expect(startedCheckout(other).order.id).not.toBe(providerOrderId);
    const { verification } = await sandbox.pay(providerOrderId);
    expect((await own.post('/api/payment/verify', verification)).statusCode).toBe(200);
    expect(await own.orders()).toMatchObject([{ items: [{ variantId }] }]);
  });
});

test('the payment is read before the login and placed after it: the order is the buyer’s', async () => {
  const { buyer, providerOrderId } = await aGuestWhoPays([5]);
  const { verification } = await sandbox.pay(providerOrderId);
  // The provider answers only after the login.
  const fetched = { on: 'GET /v1/payments/:id', do: 'latency' };
  await sandbox.fail({ ...fetched, times: 1, ms: 1_500 });
  // Stays, and so counts the request.
  await sandbox.fail({ ...fetched, ms: 1 });
  const verified = buyer.post('/api/payment/verify', verification);
  await vi.waitUntil(async () => (await sandbox.met()) > 0, { timeout: 30_000, interval: 20 });
  const own = await theBuyer(BECOMES['logs in'], buyer);
  await verified;
  await sandbox.recover();

  expect(await own.get('/api/orders')).toHaveLength(1);
  expect((await own.get('/api/cart')).items).toEqual([]);
});
