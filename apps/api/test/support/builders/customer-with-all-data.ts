import { randomBytes } from 'node:crypto';
import { readSample } from '#sample/files.ts';
import { addOrder } from '#sample/orders.ts';
import type { TestStore } from '#test/harness.ts';

/** Occurs in every personal value of this customer, in all tables. */
export const MARK = 'quokka';
export const PHONE = '+1 555 0142 7788';

const ADDRESS = {
  name: 'Quokka Home',
  line1: '1 Quokka Street',
  line2: 'Quokka floor',
  city: 'Quokkaville',
  state: 'Quokkaland',
  postalCode: 'QUOKKA 7',
  country: 'India' as const,
  phone: PHONE,
};

/** Inserts every kind of personal data, as a customer and as a staff member. */
export async function insertAllCustomerData(
  { db, sql }: Pick<TestStore, 'db' | 'sql'>,
  person: { id: string; email: string },
) {
  const { id, email } = person;
  const { rows: address } = await sql.query(
    `insert into addresses (user_id, name, line1, line2, city, state, postal_code, country, phone, recipient, is_default)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'Quokka Byron', true) returning id`,
    [id, ...Object.values(ADDRESS)],
  );
  const customer = { userId: id, email, addressId: address[0].id, address: ADDRESS };
  for (const order of readSample().orders) {
    const number = randomBytes(4).toString('hex');
    await db.transaction((tx) => addOrder(tx, { ...order, number, note: 'Quokka called.' }, customer, id, new Date()));
  }
  for (const statement of STATEMENTS) await sql.query(statement, statement.includes('$2') ? [id, email] : [id]);
  return { orders: await orderTotals(sql) };
}

/** The amounts of all orders. */
export const orderTotals = async (sql: TestStore['sql']) =>
  (
    await sql.query(
      `select id, status, payment_status, subtotal_cents, tax_cents, shipping_cents, discount_cents, total_cents,
              charge_minor, (select json_agg(l order by l.id) from order_lines l where l.order_id = o.id) as lines
         from orders o order by id`,
    )
  ).rows;

const webhook = `jsonb_build_object('entity', 'event', 'event', 'payment.captured', 'payload', jsonb_build_object('payment',
  jsonb_build_object('entity', jsonb_build_object('id', 'pay_open', 'order_id', 'order_open', 'amount', 1000,
    'email', $2::text, 'contact', '${PHONE}', 'notes', jsonb_build_object('name', 'Quokka'), 'vpa', 'quokka@upi'))))`;

const STATEMENTS = [
  `update users set phone = '${PHONE}', image = '/media/quokka.webp', two_factor_enabled = true,
          marketing_consent_at = now(), email_verified = true, last_login_at = now() where id = $1`,
  `update sessions set user_agent = 'Quokka Phone', ip_address = 'quokka' where user_id = $1`,
  `insert into sessions (user_id, token, user_agent, expires_at)
   values ($1, gen_random_uuid()::text, 'Quokka Tablet', now() + interval '1 day')`,
  `insert into two_factors (user_id, secret, backup_codes) values ($1, 'quokka secret', 'quokka codes')`,
  `insert into verifications (identifier, value, expires_at) values ('reset', $1::text, now() + interval '1 hour'),
          ('change-email:' || $1, 'hash new-quokka@example.com', now() + interval '1 hour')`,
  `insert into email_change_undos (user_id, old_email, secret_hash, expires_at)
   values ($1, 'old-quokka@example.com', 'hash', now() + interval '1 day')`,
  `with cart as (insert into carts (user_id) values ($1) returning id)
   insert into cart_lines (cart_id, variant_id, quantity, last_shown_price_cents)
   select cart.id, v.id, 2, 100 from cart, (select id from variants order by sku limit 3) v`,
  `insert into wishlist_items (user_id, product_id) select $1, id from products order by slug limit 2`,
  `insert into saved_views (owner_user_id, list, name, query) values ($1, 'orders', 'Quokka view', 'q=quokka')`,
  `insert into reviews (product_id, user_id, user_name, rating_halves, comment, status)
   select id, $1, 'Quokka', 9, 'Quokkas love it.', 'approved' from products order by slug limit 2`,
  `insert into review_photos (product_id, review_id, user_id, width, height)
   select product_id, id, user_id, 60, 40 from reviews where user_id = $1`,
  `insert into review_votes (review_id, user_id, product_id)
   select id, $1, product_id from reviews where user_id is null order by id limit 2`,
  `insert into notifications (user_id, type, title, message) values ($1, 'other', 'Hello Quokka', 'Welcome.')`,
  `insert into newsletter_subscribers (email) values ($2 || left($1::text, 0))`,
  `insert into waitlist (variant_id, email, user_id)
   select id, $2, $1::uuid from (select id from variants order by sku limit 1) v
   union all select id, $2, null from (select id from variants order by sku desc limit 1) v`,
  // One ticket while logged in, one as a guest.
  `with ticket as (insert into support_tickets (user_id, name, email, subject) values
             ($1, 'Quokka', 'quokka-at-work@example.com', 'Quokka asks'), (null, 'Quokka', $2, 'Quokka asks again')
           returning id)
   insert into support_messages (ticket_id, from_staff, author_user_id, body)
   select id, staff, $1, 'It is about Quokka.' from ticket, (values (true), (false)) answer (staff)`,
  `insert into email_messages (message_id, kind, to_email, user_id, subject, payload, last_error)
   values ('mail to them', 'password_changed', $2, $1, 'For Quokka', '{"name": "Quokka"}', 'Quokka not found'),
          ('mail elsewhere', 'confirm_email', 'new-quokka@example.com', $1, 'For Quokka', '{"name": "Quokka"}', null),
          ('mail as guest', 'ticket_opened', $2, null, 'For Quokka', '{"name": "Quokka"}', null)`,
  `select graphile_worker.add_job('send_email', json_build_object('emailId', id)) from email_messages where user_id = $1`,
  `select graphile_worker.add_job('send_reset_link', json_build_object('email', $2::text)) where $1::uuid is not null`,
  `update graphile_worker._private_jobs set last_error = 'Quokka not found' where $1::uuid is not null`,
  `insert into idempotency_keys (user_id, key, request_hash, response) values ($1, 'quokka', '\\x00', '{"to": "Quokka"}')`,
  // An open checkout.
  `with source as (select * from checkouts where user_id = $1 order by id limit 1),
        discount as (update discount_codes set used = used + 1 where code = 'CRYSTAL10' returning id),
        checkout as (insert into checkouts (user_id, cart_id, cart_version, status, payment_method, shipping_address,
                       shipping_method, discount_code_id, discount_bp, tax_bp, subtotal_cents, tax_cents, shipping_cents,
                       discount_cents, total_cents, charge_minor, charge_currency, charge_rate, provider_order_id, expires_at)
                     select $1, c.id, 1, 'open', 'card', s.shipping_address, 'standard', discount.id, 1000, 0, 1000, 0, 0,
                            100, 900, 900, 'INR', 1, 'order_open', now() + interval '15 minutes'
                       from source s, carts c, discount where c.user_id = $1 returning id, discount_code_id),
        redeemed as (insert into discount_redemptions (discount_code_id, user_id, checkout_id)
                     select discount_code_id, $1, id from checkout),
        reserved_stock as (update stock set available = available - 1, reserved = reserved + 1
                  where variant_id = (select id from variants where sku = 'CRY-002') returning variant_id, product_id),
        line as (insert into checkout_lines (checkout_id, variant_id, product_id, name, unit_price_cents, quantity)
                 select checkout.id, reserved_stock.variant_id, reserved_stock.product_id, 'Thing', 1000, 1 from checkout, reserved_stock)
   insert into reservations (checkout_id, variant_id, quantity, expires_at)
   select checkout.id, reserved_stock.variant_id, 1, now() + interval '15 minutes' from checkout, reserved_stock`,
  `insert into payments (checkout_id, provider, provider_order_id, provider_payment_id, amount_minor, currency, rate,
                         status, failure_reason)
   select id, 'razorpay', 'order_open', 'pay_open', 1000, 'INR', 1, 'failed', 'Quokka has no money'
     from checkouts where provider_order_id = 'order_open' and user_id = $1`,
  `insert into refunds (payment_id, amount_minor, reason, last_error, status)
   select id, 1000, 'Quokka asked', 'Quokka unknown', 'processed' from payments where provider_payment_id = 'pay_open' and $1::uuid is not null`,
  `insert into webhook_inbox (provider, event_id, type, payload, last_error)
   values ('razorpay', 'event ' || $1, 'payment.captured', ${webhook}, 'Quokka unknown')`,
  `insert into reconciliation_differences (kind, reference, details)
   values ('amount', 'pay_open', jsonb_build_object('email', 'quokka', 'of', $1::text))`,
  `insert into audit_log (actor_user_id, action, entity, entity_id, before, after)
   select $1, 'change', 'thing', id::text, '{"name": "Quokka"}', '{"name": "Quokka"}'
     from (select $1::uuid as id union all select id from orders where user_id = $1
           union all select id from addresses where user_id = $1 union all select id from reviews where user_id = $1
           union all select id from support_tickets where user_id = $1
           union all select id from payments where provider_payment_id = 'pay_open') thing`,
  `insert into staff_invitations (email, role, secret_hash, invited_by, expires_at)
   values ($2, 'packer', 'hash of quokka', null, now() + interval '7 days'),
          ('new-colleague@example.com', 'packer', 'hash', $1, now() + interval '7 days')`,
  `insert into audit_log (actor_user_id, action, entity, entity_id, before, after)
   select null, 'staff.invite', 'staff_invitation', id::text, null, '{"email": "q•••@example.com", "by": "Quokka"}'
     from staff_invitations where email = $2 and $1::uuid is not null`,
  `with returned as (insert into returns (order_id, comment, expires_at, status, decided_at, closed_at, decline_reason)
                     select id, 'Quokka is too small', now(), 'declined', now(), now(), 'Quokka wore it'
                       from orders where user_id = $1 order by id limit 1 returning id, order_id)
   insert into return_lines (return_id, order_line_id, quantity, reason, outcome)
   select r.id, l.id, 1, 'too_small', 'refund' from returned r
     join order_lines l on l.order_id = r.order_id order by l.id limit 1`,
  // As a staff member: kept after account deletion, anonymized.
  `insert into order_notes (order_id, author_user_id, body)
   select id, $1, 'Packed.' from orders where user_id <> $1 order by id limit 1`,
  `insert into stock_movements (variant_id, delta, reason, actor_user_id) select id, 1, 'Stock count', $1 from variants limit 1`,
  `insert into campaigns (title, message, state, created_by, started_by) values ('Sale', 'All must go.', 'draft', $1, $1)`,
  `insert into order_batches (created_by) values ($1)`,
  `insert into product_imports (file_name, can_set_opening_stock, created_by, started_by) values ('rings.csv', true, $1, $1)`,
  `insert into page_versions (page_id, number, title, body, description, published_by)
   select id, 1, 'About', 'We sell rings.', '', $1 from pages where slug = 'about'`,
];
