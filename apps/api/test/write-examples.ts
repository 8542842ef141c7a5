/** One call of every write route a customer may reach, for tests that make a request of each. */
import { randomBytes, randomUUID } from 'node:crypto';
import { TwoFactorSetup } from '@shop/contracts/identity';
import type { LightMyRequestResponse } from 'fastify';
import * as OTPAuth from 'otpauth';
import { sendResetLink } from '#identity/own-password.ts';
import { sessionCookie } from './account.ts';
import { anOrder } from './an-order.ts';
import { aPiece } from './cart.ts';
import type { Shop } from './harness.ts';
import { opened, type paidShop } from './paid-shop.ts';

export type PaidShop = Awaited<ReturnType<typeof paidShop>>;
export type Person = Awaited<ReturnType<typeof aMarkedPerson>>;
type Call = () => Promise<LightMyRequestResponse>;
/** Prepares what the route needs, and gives back the request. */
type Example = (person: Person, shop: PaidShop) => Promise<Call>;

const PASSWORD = 'a quiet violet stone';

/** A customer with a verified address whose every text contains a word that occurs nowhere else. */
export async function aMarkedPerson({ aShopper, sql }: Pick<Shop, 'aShopper' | 'sql'>) {
  const mark = `numbat${randomBytes(4).toString('hex')}`;
  const phone = `+1 555 ${Math.floor(Math.random() * 1e9)}`;
  const shopper = await aShopper({ name: `Ada ${mark}`, email: `${mark}@example.com`, password: PASSWORD });
  await sql.query('update users set email_verified = true, phone = $2 where id = $1', [shopper.id, phone]);
  const address = {
    name: `${mark} home`,
    line1: `1 ${mark} Street`,
    city: mark,
    state: mark,
    postalCode: '62701',
    country: 'United States',
  };
  const { rows } = await sql.query<{ id: string }>(
    `insert into addresses (user_id, name, line1, city, state, postal_code, country, is_default)
     values ($1, $2, $3, $4, $5, $6, $7, true) returning id`,
    [shopper.id, ...Object.values(address)],
  );
  return { ...shopper, mark, phone, address, addressId: rows[0]?.id ?? '' };
}

const idOf = async ({ sql }: PaidShop, text: string, values: unknown[]) =>
  String((await sql.query(text, values)).rows[0].id);
const tokenOf = async ({ sql }: PaidShop, email: string) =>
  String(
    (await sql.query(`select payload ->> 'token' as token from mails where to_email = $1`, [email])).rows[0].token,
  );

/** An order of theirs with the marked address. */
export async function anOrderOf(shop: PaidShop, person: Person, status: 'pending' | 'delivered' = 'pending') {
  const { variantId, productId } = await aPiece(shop);
  const order = await anOrder(shop.db, { of: person, pieces: [{ variantId, quantity: 1 }], status });
  for (const [table, id] of [
    ['orders', order.id],
    ['checkouts', order.checkoutId],
  ])
    await shop.sql.query(`update ${table} set shipping_address = shipping_address || $2 where id = $1`, [
      id,
      person.address,
    ]);
  return { ...order, productId };
}

async function aCart(shop: PaidShop, person: Person) {
  const { variantId } = await aPiece(shop);
  await person.post('/api/cart/items', { variantId, quantity: 1 });
  const lineId = await idOf(
    shop,
    'select l.id from carts c join cart_lines l on l.cart_id = c.id where c.user_id = $1',
    [person.id],
  );
  return { variantId, lineId };
}

async function withTwoFactor(person: Person) {
  const begun = await person.post('/api/user/two-factor', { password: PASSWORD });
  const totp = OTPAuth.URI.parse(TwoFactorSetup.parse(begun.json()).totpUri);
  if (!(totp instanceof OTPAuth.TOTP)) throw new Error('Not a time-based code.');
  const code = () => totp.generate();
  return {
    code,
    confirm: () => person.post('/api/user/two-factor/confirmation', { code: code() }),
  };
}

const keyed = () => ({ 'idempotency-key': randomUUID() });

export const WRITES: Record<string, Example> = {
  'POST /api/auth/login': async (person, { guest }) => {
    return () => guest.post('/api/auth/login', { email: person.email, password: PASSWORD });
  },
  'POST /api/auth/two-factor': async (person, { guest }) => {
    const { code, confirm } = await withTwoFactor(person);
    await confirm();
    const login = await guest.post('/api/auth/login', { email: person.email, password: PASSWORD });
    return () => guest.post('/api/auth/two-factor', { challenge: login.json().challenge, code: code() });
  },
  'POST /api/auth/logout': async (person) => () => person.post('/api/auth/logout'),
  'POST /api/auth/forgot-password': async (person, { guest }) => {
    return () => guest.post('/api/auth/forgot-password', { email: person.email });
  },
  'POST /api/auth/reset-password': async (person, shop) => {
    await sendResetLink(shop.db, shop.config, person.email);
    const token = await tokenOf(shop, person.email);
    return () => shop.guest.post('/api/auth/reset-password', { token, password: `${PASSWORD} again` });
  },
  'POST /api/auth/confirm-email': async (person, shop) => {
    const email = `new-${person.email}`;
    await person.patch('/api/user/me', { name: person.mark, email, phone: null });
    const token = await tokenOf(shop, email);
    return () => shop.guest.post('/api/auth/confirm-email', { token });
  },
  'POST /api/user/password': async (person) => () =>
    person.post('/api/user/password', { currentPassword: PASSWORD, newPassword: `${PASSWORD} again` }),
  'POST /api/user/two-factor': async (person) => () => person.post('/api/user/two-factor', { password: PASSWORD }),
  'POST /api/user/two-factor/confirmation': async (person) => (await withTwoFactor(person)).confirm,
  'POST /api/user/two-factor/removal': async (person) => {
    const cookie = sessionCookie(await (await withTwoFactor(person)).confirm());
    return () => person.post('/api/user/two-factor/removal', { password: PASSWORD }, { cookie });
  },
  'POST /api/user/two-factor/recovery-codes': async (person) => {
    const cookie = sessionCookie(await (await withTwoFactor(person)).confirm());
    return () => person.post('/api/user/two-factor/recovery-codes', { password: PASSWORD }, { cookie });
  },
  'PATCH /api/user/me': async (person) => () =>
    person.patch('/api/user/me', { name: person.mark, email: `new-${person.email}`, phone: person.phone }),
  'PUT /api/user/preferences': async (person) => () =>
    person.put('/api/user/preferences', { orderEmails: true, orderSms: true, marketing: true }),
  'DELETE /api/user/sessions': async (person) => () => person.delete('/api/user/sessions'),
  'DELETE /api/user/sessions/:id': async (person, shop) => {
    const id = await idOf(shop, 'select id from sessions where user_id = $1', [person.id]);
    return () => person.delete(`/api/user/sessions/${id}`);
  },
  'POST /api/user/deletion': async (person) => () => person.post('/api/user/deletion', { password: PASSWORD }),
  'POST /api/addresses': async (person) => () => person.post('/api/addresses', person.address),
  'PUT /api/addresses': async (person) => () =>
    person.put('/api/addresses', { ...person.address, id: person.addressId }),
  'PATCH /api/addresses/:id/set-default': async (person) => () =>
    person.patch(`/api/addresses/${person.addressId}/set-default`),
  'DELETE /api/addresses/:id': async (person) => () => person.delete(`/api/addresses/${person.addressId}`),
  'DELETE /api/cart': async (person, shop) => {
    await aCart(shop, person);
    return () => person.delete('/api/cart');
  },
  'POST /api/cart/items': async (person, shop) => {
    const { variantId } = await aPiece(shop);
    return () => person.post('/api/cart/items', { variantId, quantity: 1 });
  },
  'PUT /api/cart/items/:id': async (person, shop) => {
    const { lineId } = await aCart(shop, person);
    return () => person.put(`/api/cart/items/${lineId}`, { quantity: 1 });
  },
  'DELETE /api/cart/items/:id': async (person, shop) => {
    const { lineId } = await aCart(shop, person);
    return () => person.delete(`/api/cart/items/${lineId}`);
  },
  'POST /api/cart/discount': async (person, shop) => {
    await aCart(shop, person);
    return () => person.post('/api/cart/discount', { code: 'CRYSTAL10' });
  },
  'DELETE /api/cart/discount': async (person, shop) => {
    await aCart(shop, person);
    return () => person.delete('/api/cart/discount');
  },
  'PUT /api/cart/shipping': async (person, shop) => {
    await aCart(shop, person);
    return () => person.put('/api/cart/shipping', { method: 'express' });
  },
  'POST /api/cart/acknowledgement': async (person, shop) => {
    await aCart(shop, person);
    return () => person.post('/api/cart/acknowledgement');
  },
  'POST /api/wishlist': async (person, { aProduct }) => {
    const { id: productId } = await aProduct();
    return () => person.post('/api/wishlist', { productId });
  },
  'DELETE /api/wishlist/:productId': async (person, { aProduct }) => {
    const { id: productId } = await aProduct();
    await person.post('/api/wishlist', { productId });
    return () => person.delete(`/api/wishlist/${productId}`);
  },
  'DELETE /api/wishlist': async (person) => () => person.delete('/api/wishlist'),
  'POST /api/payment/create-order': async (person, shop) => {
    await aCart(shop, person);
    return () => person.post('/api/payment/create-order', { paymentMethod: 'cod' }, keyed());
  },
  'POST /api/payment/verify': async (person, shop) => {
    await aCart(shop, person);
    const { order } = opened(await person.post('/api/payment/create-order', { paymentMethod: 'card' }, keyed()));
    const { proof } = await shop.sandbox.pay(order.id);
    return () => person.post('/api/payment/verify', proof);
  },
  'POST /api/newsletter': async (person, { guest }) => {
    return () => guest.post('/api/newsletter', { email: person.email });
  },
  'POST /api/newsletter/confirmation': async (person, shop) => {
    await shop.guest.post('/api/newsletter', { email: person.email });
    const token = await tokenOf(shop, person.email);
    return () => shop.guest.post('/api/newsletter/confirmation', { token });
  },
  'POST /api/newsletter/unsubscription': async (person, shop) => {
    await shop.guest.post('/api/newsletter', { email: person.email });
    const token = await tokenOf(shop, person.email);
    return () => shop.guest.post('/api/newsletter/unsubscription', { token });
  },
  'POST /api/notifications/:id/read': async (person, shop) => {
    const id = await idOf(
      shop,
      `insert into notifications (user_id, type, title, message) values ($1, 'other', $2, $2) returning id`,
      [person.id, person.mark],
    );
    return () => person.post(`/api/notifications/${id}/read`);
  },
  'POST /api/notifications/read-all': async (person) => () => person.post('/api/notifications/read-all'),
  'POST /api/orders/:id/cancellation': async (person, shop) => {
    const { id } = await anOrderOf(shop, person);
    return () => person.post(`/api/orders/${id}/cancellation`, undefined, keyed());
  },
  'POST /api/orders/:id/reorder': async (person, shop) => {
    const { id } = await anOrderOf(shop, person, 'delivered');
    return () => person.post(`/api/orders/${id}/reorder`);
  },
  'POST /api/track-order': async (person, shop) => {
    const { number } = await anOrderOf(shop, person);
    return () => shop.guest.post('/api/track-order', { orderNumber: number, email: person.email });
  },
  'POST /api/products/:id/reviews': async (person, shop) => {
    const { productId } = await anOrderOf(shop, person, 'delivered');
    return () =>
      person.post(`/api/products/${productId}/reviews`, { rating: 4.5, comment: `${person.mark} loves it.` });
  },
  'POST /api/support/tickets': async (person) => () =>
    person.post('/api/support/tickets', {
      name: person.mark,
      email: `work-${person.email}`,
      subject: person.mark,
      message: person.mark,
    }),
  'POST /api/waitlist': async (person, shop) => {
    const { variantId } = await aPiece(shop, { quantities: [0] });
    return () => person.post('/api/waitlist', { variantId });
  },
};

/** What guests may send with an account's email address. */
export const GUEST_WRITES: Record<string, Example> = {
  'POST /api/support/tickets': async (person, { guest }) => {
    const { email, mark } = person;
    return () => guest.post('/api/support/tickets', { name: mark, email, subject: mark, message: mark });
  },
  'POST /api/waitlist': async (person, shop) => {
    const { variantId } = await aPiece(shop, { quantities: [0] });
    return () => shop.guest.post('/api/waitlist', { variantId, email: person.email });
  },
};
