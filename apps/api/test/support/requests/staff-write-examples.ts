/** One call of every staff write route that stores customer data. */

import { PASSWORD } from '#test/builders/account.ts';
import { anOrderOf, idOf, type MarkedCustomer, type StoreWithPayments } from '#test/builders/marked-customer.ts';
import { aStoredReturn } from '#test/builders/returns/a-return.ts';
import { type Example, keyed } from './example.ts';
import { ticketOf } from './write-examples.ts';

const anInvitationOf = (shop: StoreWithPayments, { email }: MarkedCustomer) =>
  idOf(
    shop,
    `insert into staff_invitations (email, role, secret_hash, expires_at)
     values ($1, 'packer', 'hash', now() + interval '7 days') returning id`,
    [email],
  );

export const STAFF_WRITES: Record<string, Example> = {
  'PUT /api/orders/:id/status': async (customer, shop) => {
    const [grace, { id }] = [await shop.anAdmin(), await anOrderOf(shop, customer)];
    return () => grace.put(`/api/orders/${id}/status`, { status: 'processing' }, keyed());
  },
  'POST /api/admin/order-batches': async (customer, shop) => {
    const [grace, { id }] = [await shop.anAdmin(), await anOrderOf(shop, customer)];
    return () => grace.post('/api/admin/order-batches', { orderIds: [id], status: 'processing' }, keyed());
  },
  'POST /api/admin/order-imports': async (customer, shop) => {
    const [grace, { id }] = [await shop.anAdmin(), await anOrderOf(shop, customer)];
    const csv = `Order ID,Status\n${id},processing`;
    return () => grace.post('/api/admin/order-imports', { csv, apply: true }, keyed());
  },
  'POST /api/admin/orders/:id/shipments': async (customer, shop) => {
    const [grace, { id }] = [await shop.anAdmin(), await anOrderOf(shop, customer)];
    const orderItemId = await idOf(shop, 'select id from order_lines where order_id = $1', [id]);
    const body = { items: [{ orderItemId, quantity: 1 }] };
    return () => grace.post(`/api/admin/orders/${id}/shipments`, body, keyed());
  },
  'PUT /api/admin/orders/:id/shipments/:shipmentId': async (customer, shop) => {
    const [grace, { id }] = [await shop.anAdmin(), await anOrderOf(shop, customer, 'delivered')];
    const shipment = await idOf(shop, 'select id from shipments where order_id = $1', [id]);
    const body = { carrier: 'UPS', trackingNumber: '1Z 999', trackingUrl: '' };
    return () => grace.put(`/api/admin/orders/${id}/shipments/${shipment}`, body, keyed());
  },
  'POST /api/admin/returns/:id/decision': async (customer, shop) => {
    const [grace, order] = [await shop.anAdmin(), await anOrderOf(shop, customer, 'delivered')];
    const { id } = await aStoredReturn(shop, order, 'requested');
    const body = { decision: 'declined', reason: `Called ${customer.phone}` };
    return () => grace.post(`/api/admin/returns/${id}/decision`, body, keyed());
  },
  'POST /api/admin/returns/:id/receipt': async (customer, shop) => {
    const [grace, order] = [await shop.anAdmin(), await anOrderOf(shop, customer, 'delivered')];
    const { id, lineId } = await aStoredReturn(shop, order, 'authorized');
    const body = { lines: [{ id: lineId, restocked: 1, writtenOff: 0 }] };
    return () => grace.post(`/api/admin/returns/${id}/receipt`, body, keyed());
  },
  'POST /api/admin/returns/:id/refund': async (customer, shop) => {
    const [grace, order] = [await shop.anAdmin(), await anOrderOf(shop, customer, 'delivered')];
    const { id } = await aStoredReturn(shop, order, 'received');
    return () => grace.post(`/api/admin/returns/${id}/refund`, undefined, keyed());
  },
  'POST /api/admin/returns/:id/exchange': async (customer, shop) => {
    const [grace, order] = [await shop.anAdmin(), await anOrderOf(shop, customer, 'delivered')];
    const { id } = await aStoredReturn(shop, order, 'received', 'exchange');
    return () => grace.post(`/api/admin/returns/${id}/exchange`, { carrier: 'UPS' }, keyed());
  },
  'POST /api/admin/returns/:id/exchange/delivery': async (customer, shop) => {
    const [grace, order] = [await shop.anAdmin(), await anOrderOf(shop, customer, 'delivered')];
    const { id } = await aStoredReturn(shop, order, 'shipped', 'exchange');
    return () => grace.post(`/api/admin/returns/${id}/exchange/delivery`, undefined, keyed());
  },
  'POST /api/admin/orders/:id/notes': async (customer, shop) => {
    const [grace, { id }] = [await shop.anAdmin(), await anOrderOf(shop, customer)];
    return () => grace.post(`/api/admin/orders/${id}/notes`, { body: `Called ${customer.phone}` }, keyed());
  },
  'POST /api/admin/orders/:id/refunds': async (customer, shop) => {
    const [grace, { id }] = [await shop.anAdmin(), await anOrderOf(shop, customer)];
    return () => grace.post(`/api/admin/orders/${id}/refunds`, { amount: 1.5, reason: customer.mark }, keyed());
  },
  'POST /api/admin/orders/:id/emails/:emailId/copies': async (customer, shop) => {
    const [grace, { id }] = [await shop.anAdmin(), await anOrderOf(shop, customer)];
    const emailId = await idOf(shop, `update email_messages set status = 'sent' where order_id = $1 returning id`, [
      id,
    ]);
    return () => grace.post(`/api/admin/orders/${id}/emails/${emailId}/copies`, undefined, keyed());
  },
  'POST /api/admin/orders/:id/link-revocations': async (customer, shop) => {
    const [grace, { id }] = [await shop.anAdmin(), await anOrderOf(shop, customer)];
    return () => grace.post(`/api/admin/orders/${id}/link-revocations`, { link: 'gift' }, keyed());
  },
  'POST /api/admin/payments/:id/refund': async (customer, shop) => {
    const [grace, { checkoutId }] = [await shop.anAdmin(), await anOrderOf(shop, customer)];
    const payment = await idOf(
      shop,
      `insert into payments (checkout_id, provider, provider_order_id, provider_payment_id, amount_minor, currency, rate, status)
       values ($1, 'razorpay', 'order_x', 'pay_' || gen_random_uuid(), 1000, 'INR', 1, 'captured') returning id`,
      [checkoutId],
    );
    return () => grace.post(`/api/admin/payments/${payment}/refund`, undefined, keyed());
  },
  'POST /api/admin/refunds/:id/retry': async (customer, shop) => {
    const [grace, { id }] = [await shop.anAdmin(), await anOrderOf(shop, customer)];
    const refund = await idOf(
      shop,
      `insert into refunds (payment_id, amount_minor, reason, status)
       select id, 100, $2, 'failed' from payments where order_id = $1 returning id`,
      [id, customer.mark],
    );
    return () => grace.post(`/api/admin/refunds/${refund}/retry`, undefined, keyed());
  },
  'PUT /api/admin/reviews/:id/status': async (customer, shop) => {
    const grace = await shop.anAdmin();
    const review = await idOf(
      shop,
      `insert into reviews (product_id, user_id, user_name, rating_halves, comment)
       select id, $1, $2, 9, $2 from products limit 1 returning id`,
      [customer.id, customer.mark],
    );
    return () => grace.put(`/api/admin/reviews/${review}/status`, { status: 'rejected' });
  },
  'PUT /api/admin/reviews/:id/reply': async (customer, shop) => {
    const grace = await shop.anAdmin();
    const review = await idOf(
      shop,
      `insert into reviews (product_id, user_id, user_name, rating_halves, comment, status)
       select id, $1, $2, 9, $2, 'approved' from products limit 1 returning id`,
      [customer.id, customer.mark],
    );
    return () => grace.put(`/api/admin/reviews/${review}/reply`, { reply: `Thank you, ${customer.mark}` });
  },
  'DELETE /api/admin/reviews/:id/photos/:photo': async (customer, shop) => {
    const grace = await shop.anAdmin();
    const review = await idOf(
      shop,
      `insert into reviews (product_id, user_id, user_name, rating_halves, comment)
       select id, $1, $2, 9, $2 from products limit 1 returning id`,
      [customer.id, customer.mark],
    );
    const photo = await idOf(
      shop,
      `insert into review_photos (product_id, review_id, user_id, width, height)
       select product_id, id, user_id, 1, 1 from reviews where id = $1 returning id`,
      [review],
    );
    return () => grace.delete(`/api/admin/reviews/${review}/photos/${photo}`);
  },
  'POST /api/admin/audit-log/:id/undo': async (customer, shop) => {
    const grace = await shop.anAdmin();
    const review = await idOf(
      shop,
      `insert into reviews (product_id, user_id, user_name, rating_halves, comment)
       select id, $1, $2, 9, $2 from products limit 1 returning id`,
      [customer.id, customer.mark],
    );
    await grace.put(`/api/admin/reviews/${review}/status`, { status: 'rejected' });
    const entry = await idOf(shop, 'select id from audit_log where entity_id = $1', [review]);
    return () => grace.post(`/api/admin/audit-log/${entry}/undo`, {}, keyed());
  },
  'POST /api/admin/tickets/:id/messages': async (customer, shop) => {
    const [grace, ticket] = [await shop.anAdmin(), await ticketOf(shop, customer)];
    return () => grace.post(`/api/admin/tickets/${ticket}/messages`, { message: `Dear ${customer.mark}` }, keyed());
  },
  'PUT /api/admin/tickets/:id/status': async (customer, shop) => {
    const [grace, ticket] = [await shop.anAdmin(), await ticketOf(shop, customer)];
    return () => grace.put(`/api/admin/tickets/${ticket}/status`, { status: 'closed' });
  },
  'PUT /api/admin/customers/:id/role': async (customer, shop) => {
    const grace = await shop.anAdmin({ password: PASSWORD });
    return () => grace.put(`/api/admin/customers/${customer.id}/role`, { role: 'packer', password: PASSWORD });
  },
  'POST /api/admin/staff/invitations': async (customer, shop) => {
    const grace = await shop.anAdmin({ password: PASSWORD });
    const invitation = { email: customer.email, role: 'packer', password: PASSWORD };
    return () => grace.post('/api/admin/staff/invitations', invitation, keyed());
  },
  'POST /api/admin/staff/invitations/:id/emails': async (customer, shop) => {
    const [grace, id] = [await shop.anAdmin(), await anInvitationOf(shop, customer)];
    return () => grace.post(`/api/admin/staff/invitations/${id}/emails`, undefined, keyed());
  },
  'DELETE /api/admin/staff/invitations/:id': async (customer, shop) => {
    const [grace, id] = [await shop.anAdmin(), await anInvitationOf(shop, customer)];
    return () => grace.delete(`/api/admin/staff/invitations/${id}`);
  },
  'DELETE /api/admin/customers/:id/sessions': async (customer, shop) => {
    const grace = await shop.anAdmin();
    return () => grace.delete(`/api/admin/customers/${customer.id}/sessions`);
  },
  'DELETE /api/admin/newsletter/:id': async (customer, shop) => {
    const grace = await shop.anAdmin();
    const id = await idOf(
      shop,
      'insert into newsletter_subscribers (email, confirmed_at) values ($1, now()) returning id',
      [customer.email],
    );
    return () => grace.delete(`/api/admin/newsletter/${id}`);
  },
};
