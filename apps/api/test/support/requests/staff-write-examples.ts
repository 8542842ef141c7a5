/** One call of every staff write route that stores customer data. */
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { PASSWORD } from '#test/builders/account.ts';
import { anOrderOf, idOf, type MarkedCustomer, type StoreWithPayments } from '#test/builders/marked-customer.ts';

type Example = (customer: MarkedCustomer, shop: StoreWithPayments) => Promise<() => Promise<LightMyRequestResponse>>;

const keyed = () => ({ 'idempotency-key': randomUUID() });
const ticketOf = (shop: StoreWithPayments, { id, mark, email }: MarkedCustomer) =>
  idOf(shop, 'insert into support_tickets (user_id, name, email, subject) values ($1, $2, $3, $2) returning id', [
    id,
    mark,
    email,
  ]);

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

/** Staff write routes that store no customer data. */
export const NOT_ABOUT_CUSTOMERS = [
  'POST /api/products',
  'PUT /api/products/:product',
  'DELETE /api/products/:product',
  'POST /api/admin/products/:id/undo',
  'POST /api/admin/products/:id/duplicate',
  'POST /api/admin/categories',
  'PUT /api/admin/categories/:id',
  'PUT /api/admin/categories/positions',
  'POST /api/admin/categories/:id/merge',
  'DELETE /api/admin/categories/:id',
  'POST /api/admin/brands',
  'PUT /api/admin/brands/:id',
  'PUT /api/admin/brands/positions',
  'POST /api/admin/brands/:id/merge',
  'DELETE /api/admin/brands/:id',
  'POST /api/admin/stock',
  'POST /api/admin/product-batches',
  'POST /api/admin/product-batches/:id/undo',
  'POST /api/admin/product-imports',
  'POST /api/admin/product-imports/:id/run',
  'POST /api/admin/product-imports/:id/stop',
  'POST /api/admin/product-imports/:id/undo',
  'POST /api/admin/collections',
  'PUT /api/admin/collections/:id',
  'PUT /api/admin/collections/:id/products',
  'DELETE /api/admin/collections/:id',
  'POST /api/admin/campaigns',
  'PUT /api/admin/campaigns/:id',
  'POST /api/admin/campaigns/:id/test-email',
  'POST /api/admin/campaigns/:id/sending',
  'PUT /api/admin/campaigns/:id/schedule',
  'POST /api/admin/campaigns/:id/stop',
  'PUT /api/admin/settings',
  'POST /api/admin/setup-guide/payment-test',
  'POST /api/admin/setup-guide/test-email',
  'PUT /api/admin/setup-guide/confirmations/:step',
  'PUT /api/admin/setup-guide/hidden',
  'POST /api/admin/discount-codes',
  'PUT /api/admin/discount-codes/:id',
  'PUT /api/admin/discount-codes/:id/active',
  'POST /api/admin/pages',
  'DELETE /api/admin/pages/:id',
  'PUT /api/admin/pages/:id/draft',
  'DELETE /api/admin/pages/:id/draft',
  'POST /api/admin/pages/:id/versions',
  'POST /api/admin/pages/:id/versions/:number/restoration',
  'POST /api/admin/pages/:id/review',
  'PUT /api/admin/content/blocks',
  'PUT /api/admin/content/slides',
  'PUT /api/admin/content/testimonials',
  'PUT /api/admin/content/menus',
  'PUT /api/admin/content/announcement',
  'POST /api/admin/views',
  'PUT /api/admin/views/:id',
  'DELETE /api/admin/views/:id',
  'POST /api/admin/system/jobs/:id/retry',
  'DELETE /api/admin/system/jobs/:id',
  'POST /api/admin/payment-differences/:id/resolution',
  'POST /api/admin/images',
];
