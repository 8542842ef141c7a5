/** One call of every write route of customers, for tests that call each route. */
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { sendResetLink } from '#identity/auth/own-password.ts';
import { PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCart,
  anOrderOf,
  idOf,
  type MarkedCustomer,
  type StoreWithPayments,
  startTwoFactor,
  tokenOf,
} from '#test/builders/marked-customer.ts';
import { startedCheckout } from '#test/builders/store-with-payments.ts';

type Call = () => Promise<LightMyRequestResponse>;
/** Prepares the data of the route, and returns a function that sends the request. */
type Example = (customer: MarkedCustomer, shop: StoreWithPayments) => Promise<Call>;

const keyed = () => ({ 'idempotency-key': randomUUID() });

export const WRITES: Record<string, Example> = {
  'POST /api/auth/login': async (customer, { guest }) => {
    return () => guest.post('/api/auth/login', { email: customer.email, password: PASSWORD });
  },
  'POST /api/auth/two-factor': async (customer, { guest }) => {
    const { recoveryCode: code, confirm } = await startTwoFactor(customer);
    await confirm();
    const login = await guest.post('/api/auth/login', { email: customer.email, password: PASSWORD });
    return () => guest.post('/api/auth/two-factor', { challenge: login.json().challenge, code });
  },
  'POST /api/auth/logout': async (customer) => () => customer.post('/api/auth/logout'),
  'POST /api/auth/forgot-password': async (customer, { guest }) => {
    return () => guest.post('/api/auth/forgot-password', { email: customer.email });
  },
  'POST /api/auth/reset-password': async (customer, shop) => {
    await sendResetLink(shop.db, shop.config, customer.email);
    const token = await tokenOf(shop, customer.email);
    return () => shop.guest.post('/api/auth/reset-password', { token, password: `${PASSWORD} again` });
  },
  'POST /api/auth/confirm-email': async (customer, shop) => {
    const email = `new-${customer.email}`;
    await customer.patch('/api/user/me', { name: customer.mark, email, phone: null, currentPassword: PASSWORD });
    const token = await tokenOf(shop, email);
    return () => shop.guest.post('/api/auth/confirm-email', { token });
  },
  'POST /api/user/email-confirmation': async (customer, { sql }) => {
    await sql.query('update users set email_verified = false where id = $1', [customer.id]);
    return () => customer.post('/api/user/email-confirmation');
  },
  'POST /api/auth/undo-email-change': async (customer, shop) => {
    const email = `new-${customer.email}`;
    await customer.patch('/api/user/me', { name: customer.mark, email, phone: null, currentPassword: PASSWORD });
    await shop.guest.post('/api/auth/confirm-email', { token: await tokenOf(shop, email) });
    const token = await tokenOf(shop, customer.email);
    return () => shop.guest.post('/api/auth/undo-email-change', { token });
  },
  'POST /api/user/password': async (customer) => () =>
    customer.post('/api/user/password', { currentPassword: PASSWORD, newPassword: `${PASSWORD} again` }),
  'POST /api/user/two-factor': async (customer) => () => customer.post('/api/user/two-factor', { password: PASSWORD }),
  'POST /api/user/two-factor/confirmation': async (customer) => (await startTwoFactor(customer)).confirm,
  'POST /api/user/two-factor/removal': async (customer) => {
    const { recoveryCode: code, confirm } = await startTwoFactor(customer);
    const cookie = sessionCookie(await confirm());
    return () => customer.post('/api/user/two-factor/removal', { password: PASSWORD, code }, { cookie });
  },
  'POST /api/user/two-factor/recovery-codes': async (customer) => {
    const { recoveryCode: code, confirm } = await startTwoFactor(customer);
    const cookie = sessionCookie(await confirm());
    return () => customer.post('/api/user/two-factor/recovery-codes', { password: PASSWORD, code }, { cookie });
  },
  'PATCH /api/user/me': async (customer) => () =>
    customer.patch('/api/user/me', {
      name: customer.mark,
      email: `new-${customer.email}`,
      phone: customer.phone,
      currentPassword: PASSWORD,
    }),
  'PUT /api/user/preferences': async (customer) => () =>
    customer.put('/api/user/preferences', { orderEmails: true, orderSms: true, marketing: true }),
  'DELETE /api/user/sessions': async (customer) => () => customer.delete('/api/user/sessions'),
  'DELETE /api/user/sessions/:id': async (customer, shop) => {
    const id = await idOf(shop, 'select id from sessions where user_id = $1', [customer.id]);
    return () => customer.delete(`/api/user/sessions/${id}`);
  },
  'POST /api/user/staff-invitation': async (customer, shop) => {
    const owner = await shop.anAdmin({ password: PASSWORD });
    const invitation = { email: customer.email, role: 'packer', password: PASSWORD };
    await owner.post('/api/admin/staff/invitations', invitation, keyed());
    const token = await tokenOf(shop, customer.email);
    return () => customer.post('/api/user/staff-invitation', { token });
  },
  'POST /api/user/deletion': async (customer) => () => customer.post('/api/user/deletion', { password: PASSWORD }),
  'POST /api/addresses': async (customer) => () => customer.post('/api/addresses', customer.address),
  'PUT /api/addresses': async (customer) => () =>
    customer.put('/api/addresses', { ...customer.address, id: customer.addressId }),
  'PATCH /api/addresses/:id/set-default': async (customer) => () =>
    customer.patch(`/api/addresses/${customer.addressId}/set-default`),
  'DELETE /api/addresses/:id': async (customer) => () => customer.delete(`/api/addresses/${customer.addressId}`),
  'DELETE /api/cart': async (customer, shop) => {
    await aCart(shop, customer);
    return () => customer.delete('/api/cart');
  },
  'POST /api/cart/items': async (customer, shop) => {
    const { variantId } = await aVariant(shop);
    return () => customer.post('/api/cart/items', { variantId, quantity: 1 });
  },
  'PUT /api/cart/items/:id': async (customer, shop) => {
    const { lineId } = await aCart(shop, customer);
    return () => customer.put(`/api/cart/items/${lineId}`, { quantity: 1 });
  },
  'DELETE /api/cart/items/:id': async (customer, shop) => {
    const { lineId } = await aCart(shop, customer);
    return () => customer.delete(`/api/cart/items/${lineId}`);
  },
  'POST /api/cart/discount': async (customer, shop) => {
    await aCart(shop, customer);
    return () => customer.post('/api/cart/discount', { code: 'CRYSTAL10' });
  },
  'DELETE /api/cart/discount': async (customer, shop) => {
    await aCart(shop, customer);
    return () => customer.delete('/api/cart/discount');
  },
  'PUT /api/cart/shipping': async (customer, shop) => {
    await aCart(shop, customer);
    return () => customer.put('/api/cart/shipping', { method: 'express' });
  },
  'POST /api/cart/acknowledgement': async (customer, shop) => {
    await aCart(shop, customer);
    return () => customer.post('/api/cart/acknowledgement');
  },
  'POST /api/wishlist': async (customer, { aProduct }) => {
    const { id: productId } = await aProduct();
    return () => customer.post('/api/wishlist', { productId });
  },
  'DELETE /api/wishlist/:productId': async (customer, { aProduct }) => {
    const { id: productId } = await aProduct();
    await customer.post('/api/wishlist', { productId });
    return () => customer.delete(`/api/wishlist/${productId}`);
  },
  'DELETE /api/wishlist': async (customer) => () => customer.delete('/api/wishlist'),
  'POST /api/payment/create-order': async (customer, shop) => {
    await aCart(shop, customer);
    return () => customer.post('/api/payment/create-order', { paymentMethod: 'cod' }, keyed());
  },
  'POST /api/payment/verify': async (customer, shop) => {
    await aCart(shop, customer);
    const { order } = startedCheckout(
      await customer.post('/api/payment/create-order', { paymentMethod: 'card' }, keyed()),
    );
    const { verification } = await shop.sandbox.pay(order.id);
    return () => customer.post('/api/payment/verify', verification);
  },
  'POST /api/newsletter': async (customer, { guest }) => {
    return () => guest.post('/api/newsletter', { email: customer.email });
  },
  'POST /api/newsletter/confirmation': async (customer, shop) => {
    await shop.guest.post('/api/newsletter', { email: customer.email });
    const token = await tokenOf(shop, customer.email);
    return () => shop.guest.post('/api/newsletter/confirmation', { token });
  },
  'POST /api/newsletter/unsubscription': async (customer, shop) => {
    await shop.guest.post('/api/newsletter', { email: customer.email });
    const token = await tokenOf(shop, customer.email);
    return () => shop.guest.post('/api/newsletter/unsubscription', { token });
  },
  'POST /api/notifications/:id/read': async (customer, shop) => {
    const id = await idOf(
      shop,
      `insert into notifications (user_id, type, title, message) values ($1, 'other', $2, $2) returning id`,
      [customer.id, customer.mark],
    );
    return () => customer.post(`/api/notifications/${id}/read`);
  },
  'POST /api/notifications/read-all': async (customer) => () => customer.post('/api/notifications/read-all'),
  'POST /api/orders/:id/cancellation': async (customer, shop) => {
    const { id } = await anOrderOf(shop, customer);
    return () => customer.post(`/api/orders/${id}/cancellation`, undefined, keyed());
  },
  'POST /api/orders/:id/reorder': async (customer, shop) => {
    const { id } = await anOrderOf(shop, customer, 'delivered');
    return () => customer.post(`/api/orders/${id}/reorder`);
  },
  'POST /api/track-order': async (customer, shop) => {
    const { number } = await anOrderOf(shop, customer);
    return () => shop.guest.post('/api/track-order', { orderNumber: number, email: customer.email });
  },
  'POST /api/products/:product/reviews': async (customer, shop) => {
    const { productId } = await anOrderOf(shop, customer, 'delivered');
    return () =>
      customer.post(`/api/products/${productId}/reviews`, { rating: 4.5, comment: `${customer.mark} loves it.` });
  },
  'POST /api/support/tickets': async (customer) => () =>
    customer.post('/api/support/tickets', {
      name: customer.mark,
      email: `work-${customer.email}`,
      subject: customer.mark,
      message: customer.mark,
    }),
  'POST /api/waitlist': async (customer, shop) => {
    const { variantId } = await aVariant(shop, { quantities: [0] });
    return () => customer.post('/api/waitlist', { variantId });
  },
};

/** Writes that guests can send with the email address of an account. */
export const GUEST_WRITES: Record<string, Example> = {
  'POST /api/support/tickets': async (customer, { guest }) => {
    const { email, mark } = customer;
    return () => guest.post('/api/support/tickets', { name: mark, email, subject: mark, message: mark });
  },
  'POST /api/waitlist': async (customer, shop) => {
    const { variantId } = await aVariant(shop, { quantities: [0] });
    return () => shop.guest.post('/api/waitlist', { variantId, email: customer.email });
  },
};
