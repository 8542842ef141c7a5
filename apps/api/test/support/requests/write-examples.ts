/** One call of every write route of customers, for tests that call each route. */
import { replyAddress } from '#mail/reply-address.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCart,
  anOrderOf,
  idOf,
  type MarkedCustomer,
  type StoreWithPayments,
  tokenOf,
} from '#test/builders/marked-customer.ts';
import { aGift, requestExchange } from '#test/builders/returns/a-gift.ts';
import { aStoredReturn } from '#test/builders/returns/a-return.ts';
import { aPhoto } from '#test/builders/reviewed-product.ts';
import { startedCheckout } from '#test/builders/store-with-payments.ts';
import { ACCOUNT_WRITES } from './account-write-examples.ts';
import { type Example, keyed } from './example.ts';

/** A support ticket of the customer, without messages. */
export const ticketOf = (shop: StoreWithPayments, { id, mark, email }: MarkedCustomer) =>
  idOf(shop, 'insert into support_tickets (user_id, name, email, subject) values ($1, $2, $3, $2) returning id', [
    id,
    mark,
    email,
  ]);

/** What the provider signs when the customer has paid. */
async function aPayment(customer: MarkedCustomer, shop: StoreWithPayments) {
  await aCart(shop, customer);
  const started = await customer.post('/api/payment/create-order', { paymentMethod: 'card' }, keyed());
  return (await shop.sandbox.pay(startedCheckout(started).order.id)).verification;
}

export const WRITES: Record<string, Example> = {
  ...ACCOUNT_WRITES,
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
  'POST /api/gifts/:token/exchanges': async (customer, shop) => {
    const gift = await aGift(shop, { of: customer });
    return () => requestExchange(shop, gift, { email: customer.email });
  },
  'POST /api/payment/create-order': async (customer, shop) => {
    await aCart(shop, customer);
    return () => customer.post('/api/payment/create-order', { paymentMethod: 'cod' }, keyed());
  },
  'POST /api/payment/verify': async (customer, shop) => {
    const verification = await aPayment(customer, shop);
    return () => customer.post('/api/payment/verify', verification);
  },
  'POST /api/payment/callback': async (customer, shop) => {
    const verification = await aPayment(customer, shop);
    return () => shop.guest.post('/api/payment/callback', verification);
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
  'POST /api/orders/:id/returns': async (customer, shop) => {
    const { id } = await anOrderOf(shop, customer, 'delivered');
    const orderItemId = await idOf(shop, 'select id from order_lines where order_id = $1', [id]);
    const items = [{ orderItemId, quantity: 1, reason: 'damaged', outcome: 'refund' }];
    return () => customer.post(`/api/orders/${id}/returns`, { items, comment: customer.mark }, keyed());
  },
  'POST /api/orders/:id/returns/:returnId/cancellation': async (customer, shop) => {
    const { id, orderId } = await aStoredReturn(shop, await anOrderOf(shop, customer, 'delivered'), 'requested');
    return () => customer.post(`/api/orders/${orderId}/returns/${id}/cancellation`, undefined, keyed());
  },
  'POST /api/orders/:id/reorder': async (customer, shop) => {
    const { id } = await anOrderOf(shop, customer, 'delivered');
    return () => customer.post(`/api/orders/${id}/reorder`);
  },
  'POST /api/orders/:id/gift-link': async (customer, shop) => {
    const { orderId } = await aGift(shop, { of: customer });
    return () => customer.post(`/api/orders/${orderId}/gift-link`);
  },
  'POST /api/orders/:id/link': async (customer, shop) => {
    const { id } = await anOrderOf(shop, customer);
    return () => shop.guest.post(`/api/orders/${id}/link`);
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
  'POST /api/products/:product/review-photos': async (customer, shop) => {
    const { productId } = await anOrderOf(shop, customer, 'delivered');
    const photo = await aPhoto();
    return () => customer.post(`/api/products/${productId}/review-photos`, photo, { 'content-type': 'image/png' });
  },
  'PUT /api/reviews/:id/helpful': async (customer, shop) => {
    const { productId } = await aVariant(shop);
    const review = await idOf(
      shop,
      `insert into reviews (product_id, user_name, rating_halves, comment, status)
       values ($1, 'Grace', 9, 'It sparkles.', 'approved') returning id`,
      [productId],
    );
    return () => customer.put(`/api/reviews/${review}/helpful`, { helpful: true });
  },
  'POST /api/support/tickets': async (customer) => () =>
    customer.post('/api/support/tickets', {
      name: customer.mark,
      email: `work-${customer.email}`,
      subject: customer.mark,
      message: customer.mark,
    }),
  'POST /api/conversations': async (customer, shop) => {
    const { id: orderId } = await anOrderOf(shop, customer);
    return () => customer.post('/api/conversations', { orderId, message: customer.mark }, keyed());
  },
  'POST /api/conversations/:id/messages': async (customer, shop) => {
    const id = await ticketOf(shop, customer);
    return () => customer.post(`/api/conversations/${id}/messages`, { message: customer.mark }, keyed());
  },
  'POST /api/conversations/:id/read': async (customer, shop) => {
    const id = await ticketOf(shop, customer);
    return () => customer.post(`/api/conversations/${id}/read`);
  },
  'POST /api/inbound-mail': async (customer, shop) => {
    const ticket = await ticketOf(shop, customer);
    const to = replyAddress(shop.config.inboundMail?.address ?? '', ticket, shop.config.authSecret);
    const email = { from: customer.email, to, messageId: '<1@example.com>', text: customer.mark };
    const headers = { 'x-inbound-secret': shop.config.inboundMail?.secret ?? '' };
    return () => shop.guest.post('/api/inbound-mail', email, headers);
  },
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
  'POST /api/gifts/:token/exchanges': async ({ email }, shop) => {
    const gift = await aGift(shop);
    return () => requestExchange(shop, gift, { email });
  },
};
