import { CART_COOKIE, CART_LINES_MAX } from '@shop/contracts/cart/constants';
import { cartMessages } from '@shop/contracts/cart/messages';
import * as OTPAuth from 'otpauth';
import { describe, expect, test } from 'vitest';
import { anAccount, anEmail, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { aFullCart, aGuest, aVariant, cartCookieOf, cartIn, contents } from '#test/builders/cart.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';
import { mergeGuestCart } from './merge-cart.ts';

const lines: string[] = [];
const shop = await createTestStore({ log: (line) => lines.push(line) });
checkInvariantsAfterAll(shop);
const { app, sql, guest } = shop;

const ring = await aVariant(shop, { price: 20, quantities: [1_000] });
const gown = await aVariant(shop, { price: 90, quantities: [1_000] });
const add = (who: Pick<ReturnType<typeof aGuest>, 'post'>, variantId: string, quantity: number) =>
  who.post('/api/cart/items', { variantId, quantity });

async function aCustomerWith(...items: [variantId: string, quantity: number][]) {
  const account = await anAccount(shop);
  for (const [variantId, quantity] of items)
    await guest.post('/api/cart/items', { variantId, quantity }, { cookie: account.cookie });
  return account;
}
async function aGuestWith(...items: [variantId: string, quantity: number][]) {
  const visitor = aGuest(shop);
  for (const [variantId, quantity] of items) await add(visitor, variantId, quantity);
  return visitor;
}
const login = (email: string, who: { cookie: () => string }) =>
  guest.post('/api/auth/login', { email, password: PASSWORD }, { cookie: who.cookie() });
const cartOf = async (cookie: string) => cartIn(await guest.get('/api/cart', { cookie }));
const guestCarts = async (cookie: string) =>
  (
    await sql.query('select from carts where guest_token_hash = sha256($1::bytea)', [
      Buffer.from(cookie.split('=')[1] ?? ''),
    ])
  ).rowCount;

describe('at login', () => {
  test('CART-016 the guest cart merges into the customer’s: quantities add up, and the cookie is cleared', async () => {
    const { email } = await aCustomerWith([ring.variantId, 2]);
    const visitor = await aGuestWith([ring.variantId, 3], [gown.variantId, 1]);

    const response = await login(email, visitor);

    expect(contents(await cartOf(sessionCookie(response)))).toEqual([
      [ring.variantId, 5],
      [gown.variantId, 1],
    ]);
    expect(cartCookieOf(response)).toBe(`${CART_COOKIE}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`);
    expect(await guestCarts(visitor.cookie())).toBe(0);
    expect(cartIn(await visitor.get('/api/cart')).items).toEqual([]);
  });

  test('CART-017 merged quantities are capped by stock', async () => {
    const scarce = await aVariant(shop, { quantities: [4] });
    const { email } = await aCustomerWith([scarce.variantId, 3]);
    const visitor = await aGuestWith([scarce.variantId, 3]);

    const response = await login(email, visitor);

    expect((await cartOf(sessionCookie(response))).items).toMatchObject([{ quantity: 4, availableQuantity: 4 }]);
  });

  test('an item that is out of stock since is kept and shown as such', async () => {
    const fleeting = await aVariant(shop);
    const { email } = await aCustomerWith();
    const visitor = await aGuestWith([fleeting.variantId, 2]);
    await sql.query('update stock set received = 0, available = 0 where variant_id = $1', [fleeting.variantId]);

    const response = await login(email, visitor);

    expect((await cartOf(sessionCookie(response))).items).toMatchObject([
      { variantId: fleeting.variantId, availableQuantity: 0 },
    ]);
  });

  test('a new customer keeps items, discount code and shipping method', async () => {
    const visitor = await aGuestWith([gown.variantId, 2]);
    await visitor.post('/api/cart/discount', { code: 'crystal10' });
    const before = cartIn(await visitor.put('/api/cart/shipping', { method: 'express' }));

    const registration = { name: 'Ada', email: anEmail(), password: PASSWORD };
    const response = await guest.post('/api/auth/register', registration, { cookie: visitor.cookie() });

    const { items, version: _version, ...after } = await cartOf(sessionCookie(response));
    expect(items.map(({ variantId, quantity }) => [variantId, quantity])).toEqual(contents(before));
    expect(after).toMatchObject({ discountCode: 'CRYSTAL10', shippingMethod: 'express', total: before.total });
  });

  test('lines keep their ids and order, so that an open page can still change them', async () => {
    const variants = await Promise.all([1, 2, 3, 4].map(() => aVariant(shop)));
    const { email } = await aCustomerWith([ring.variantId, 1]);
    const visitor = await aGuestWith(...variants.map(({ variantId }): [string, number] => [variantId, 1]));
    const before = cartIn(await visitor.get('/api/cart')).items.map(({ id }) => id);

    const cookie = sessionCookie(await login(email, visitor));
    const changed = await guest.put(`/api/cart/items/${before[2]}`, { quantity: 2 }, { cookie });

    expect(changed.statusCode).toBe(200);
    expect(
      cartIn(changed)
        .items.slice(1)
        .map(({ id }) => id),
    ).toEqual(before);
  });

  test('the customer’s own discount code and shipping method take precedence', async () => {
    const { email, cookie } = await aCustomerWith([ring.variantId, 1]);
    await guest.post('/api/cart/discount', { code: 'CRYSTAL20' }, { cookie });
    const visitor = await aGuestWith([gown.variantId, 1]);
    await visitor.post('/api/cart/discount', { code: 'CRYSTAL10' });
    await visitor.put('/api/cart/shipping', { method: 'express' });

    const response = await login(email, visitor);

    expect(await cartOf(sessionCookie(response))).toMatchObject({
      discountCode: 'CRYSTAL20',
      shippingMethod: 'standard',
    });
  });

  test('with two-factor authentication the cart merges after the second step', async () => {
    const { email, cookie, user } = await aCustomerWith();
    const visitor = await aGuestWith([ring.variantId, 1]);
    const setup = await guest.post('/api/user/two-factor', { password: PASSWORD }, { cookie });
    const totp = OTPAuth.URI.parse(setup.json().totpUri);
    await guest.post('/api/user/two-factor/confirmation', { code: totp.generate() }, { cookie });

    const first = await login(email, visitor);
    const before = await sql.query('select from carts where user_id = $1', [user.id]);
    const { challenge } = first.json();
    const code = setup.json().recoveryCodes[0];
    const second = await guest.post('/api/auth/two-factor', { challenge, code }, { cookie: visitor.cookie() });

    expect(cartCookieOf(first)).toBeUndefined();
    expect(before.rowCount).toBe(0);
    expect(contents(await cartOf(sessionCookie(second)))).toEqual([[ring.variantId, 1]]);
  });
});

describe('under concurrency and errors', () => {
  test('concurrent logins merge the cart once', async () => {
    const { email, user } = await aCustomerWith([ring.variantId, 1]);
    const visitor = await aGuestWith([ring.variantId, 3], [gown.variantId, 2]);

    const responses = await Promise.all(Array.from({ length: 4 }, () => login(email, visitor)));
    await mergeGuestCart(app.checkoutDb, visitor.cookie().split('=')[1] ?? '', user.id);

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(contents(await cartOf(sessionCookie(responses[0] ?? fail())))).toEqual([
      [ring.variantId, 4],
      [gown.variantId, 2],
    ]);
  });

  test('several guest carts merge concurrently into one account, and no item is lost', async () => {
    const { user, cookie } = await aCustomerWith();
    const visitors = await Promise.all(
      [1, 2, 3].map((quantity) => aGuestWith([ring.variantId, quantity], [gown.variantId, 1])),
    );

    await Promise.all(
      visitors.map((visitor) => mergeGuestCart(app.checkoutDb, visitor.cookie().split('=')[1] ?? '', user.id)),
    );

    expect(new Map(contents(await cartOf(cookie)).map(([variant, quantity]) => [variant, quantity]))).toEqual(
      new Map([
        [ring.variantId, 6],
        [gown.variantId, 3],
      ]),
    );
  });

  test('a failed merge does not prevent the login, and is retried with the next request for the cart', async () => {
    const { email } = await aCustomerWith([ring.variantId, 1]);
    const visitor = await aGuestWith([gown.variantId, 2]);
    const busy = await sql.connect();
    await busy.query('begin');
    await busy.query('select from carts where guest_token_hash = sha256($1::bytea) for update', [
      Buffer.from(visitor.cookie().split('=')[1] ?? ''),
    ]);
    lines.length = 0;

    const response = await login(email, visitor);
    await busy.query('rollback');
    busy.release();

    const cookie = sessionCookie(response);
    expect(response.statusCode).toBe(200);
    expect(cartCookieOf(response)).toBeUndefined();
    expect(lines.join()).toContain('could not be merged yet');
    expect(contents(await cartOf(cookie))).toEqual([[ring.variantId, 1]]);
    const looked = await guest.get('/api/cart', { cookie: `${cookie}; ${visitor.cookie()}` });
    expect(contents(cartIn(looked))).toEqual([
      [ring.variantId, 1],
      [gown.variantId, 2],
    ]);
    expect(cartCookieOf(looked)).toContain('Max-Age=0');
  });

  test('a guest cart that would exceed the line limit is kept until there is room', async () => {
    const { email, user } = await aCustomerWith();
    const visitor = await aGuestWith([gown.variantId, 2]);
    await aFullCart(shop, user.id);

    const cookie = sessionCookie(await login(email, visitor));
    const both = { cookie: `${cookie}; ${visitor.cookie()}` };
    const full = cartIn(await guest.get('/api/cart', both));
    await guest.delete(`/api/cart/items/${full.items[0]?.id}`, undefined, { cookie });

    expect(full.items).toHaveLength(CART_LINES_MAX);
    expect(full.notice).toBe(cartMessages.fullAtLogin);
    expect(full.items.map(({ variantId }) => variantId)).not.toContain(gown.variantId);
    const merged = cartIn(await guest.get('/api/cart', both));
    expect(contents(merged)).toContainEqual([gown.variantId, 2]);
    expect(merged.notice).toBeNull();
  });

  test('a cookie without a cart is cleared and creates none', async () => {
    const { email, user } = await aCustomerWith();

    const response = await login(email, { cookie: () => `${CART_COOKIE}=${'x'.repeat(43)}` });

    expect(cartCookieOf(response)).toContain('Max-Age=0');
    expect((await sql.query('select from carts where user_id = $1', [user.id])).rowCount).toBe(0);
  });
});

const fail = () => {
  throw new Error('There is no login response.');
};
