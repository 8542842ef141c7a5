import type { Step } from './generate.ts';

export type SalesSize = { products: number; users: number; orders: number };

const MONEY = `promo_bp, tax_bp, subtotal_cents, tax_cents, shipping_cents, discount_cents, total_cents, charge_minor,
  charge_currency, charge_rate`;
const TERMS = `0, 800, subtotal, (subtotal * 800 + 5000) / 10000, 999, 0,
  subtotal + (subtotal * 800 + 5000) / 10000 + 999, subtotal + (subtotal * 800 + 5000) / 10000 + 999, 'INR', 1`;
const ADDRESS = `'{"name": "A. Shopper", "line1": "1 Main Street", "line2": null, "city": "Springfield",
  "state": "Illinois", "postalCode": "62701", "country": "United States"}'::jsonb`;

/** Nine of ten orders went through to delivery or are on the way, one of ten was cancelled. */
const STEPS = `case pg_temp.dice(i, 51, 10)
  when 0 then array['pending', 'cancelled'] when 1 then array['pending'] when 2 then array['pending', 'processing']
  when 3 then array['pending', 'processing', 'shipped']
  else array['pending', 'processing', 'shipped', 'delivered'] end`;

/** Customers and their past orders, written as the shop writes them: nothing here breaks an invariant. */
export function salesSteps({ products, users, orders }: SalesSize): Step[] {
  return [
    {
      name: 'users',
      sql: `insert into users (id, name, email, email_verified, created_at)
            select pg_temp.id_of(7, i), 'Shopper ' || i, 'shopper-' || i || '@example.com', true,
                   timestamptz '2024-01-01 00:00:00+00' + i * interval '1 second'
              from generate_series(1, ${users}) i`,
    },
    {
      name: 'carts of orders (temporary)',
      sql: `create temporary table bought as
            select i, steps, steps[cardinality(steps)] as status, pg_temp.dice(i, 52, 10) < 3 as cod,
                   pg_temp.id_of(7, 1 + pg_temp.dice(i, 53, ${users})) as user_id,
                   timestamptz '2025-11-14 00:00:00+00' + i * (interval '365 days' / ${orders}) as placed_at
              from (select i, ${STEPS} as steps from generate_series(1, ${orders}) i) o;
            create temporary table bought_lines as
            select i, k, p.id as product_id, p.category_id, v.id as variant_id, p.name, v.option_values, 1 + (i + k) % 2 as quantity,
                   p.current_price_cents as unit_price_cents
              from generate_series(1, ${orders}) i, generate_series(0, pg_temp.dice(i, 54, 3)) k,
                   lateral (select 1 + (pg_temp.dice(i, 55, ${products}) + k * 7)::bigint % ${products} as number) choice
              join products p on p.id = pg_temp.id_of(3, number)
              join variants v on v.id = pg_temp.id_of(5, number * 6);
            alter table bought add column subtotal bigint;
            update bought b set subtotal = l.subtotal
              from (select i, sum(unit_price_cents * quantity) as subtotal from bought_lines group by i) l
             where l.i = b.i;
            analyze bought, bought_lines`,
    },
    {
      name: 'checkouts',
      sql: `insert into checkouts (id, user_id, cart_version, status, payment_method, shipping_address, shipping_method,
                                   ${MONEY}, provider_order_id, expires_at, created_at)
            select pg_temp.id_of(8, i), user_id, 1, 'completed', case when cod then 'cod' else 'card' end, ${ADDRESS},
                   'standard', ${TERMS}, case when not cod then 'order_' || i end, placed_at + interval '15 minutes',
                   placed_at
              from bought order by i`,
    },
    {
      name: 'checkout_lines',
      sql: `insert into checkout_lines (id, checkout_id, variant_id, product_id, name, option_values, unit_price_cents, quantity)
            select pg_temp.id_of(9, i * 3 + k), pg_temp.id_of(8, i), variant_id, product_id, name, option_values,
                   unit_price_cents, quantity
              from bought_lines order by i, k`,
    },
    {
      name: 'reservations',
      sql: `insert into reservations (checkout_id, variant_id, quantity, state, expires_at)
            select pg_temp.id_of(8, i), variant_id, quantity,
                   case when status = 'cancelled' then 'released' else 'claimed' end, placed_at + interval '15 minutes'
              from bought join bought_lines using (i) order by i, k;
            update stock s set received = received + units, sold = sold + units
              from (select variant_id, sum(quantity) as units from bought join bought_lines using (i)
                     where status <> 'cancelled' group by 1) gone
             where gone.variant_id = s.variant_id`,
    },
    {
      name: 'orders',
      sql: `insert into orders (id, checkout_id, user_id, email, status, payment_method, payment_status, shipping_address,
                                shipping_method, ${MONEY}, tracking_number, created_at)
            select pg_temp.id_of(10, i), pg_temp.id_of(8, i), user_id, 'shopper@example.com', status,
                   case when cod then 'cod' else 'card' end,
                   case when cod then case status when 'delivered' then 'paid' else 'pending' end
                        when status = 'cancelled' then 'refunded' else 'paid' end,
                   ${ADDRESS}, 'standard', ${TERMS},
                   case when 'shipped' = any (steps) then 'TRK' || lpad((i % 100000000)::text, 8, '0') end, placed_at
              from bought order by i`,
    },
    {
      name: 'order_lines',
      sql: `insert into order_lines (id, order_id, variant_id, product_id, category_id, name, option_values, unit_price_cents, quantity)
            select pg_temp.id_of(11, i * 3 + k), pg_temp.id_of(10, i), variant_id, product_id, category_id, name, option_values,
                   unit_price_cents, quantity
              from bought_lines order by i, k`,
    },
    {
      name: 'order_status_history',
      sql: `insert into order_status_history (id, order_id, seq, from_status, to_status, actor, created_at)
            select pg_temp.id_of(12, i * 5 + seq), pg_temp.id_of(10, i), seq, steps[seq - 1], step,
                   case when seq = 1 then 'customer' else 'admin' end, placed_at + seq * interval '1 day'
              from bought, unnest(steps) with ordinality s(step, seq)`,
    },
    {
      name: 'notifications',
      sql: `insert into notifications (id, user_id, type, title, message, link, history_id, read_at, created_at)
            select pg_temp.id_of(13, i * 5 + seq), user_id, 'order', 'Your order', 'It is now ' || step || '.', '/orders',
                   pg_temp.id_of(12, i * 5 + seq), placed_at, placed_at + seq * interval '1 day'
              from bought, unnest(steps) with ordinality s(step, seq) where seq > 1`,
    },
    {
      name: 'payments',
      sql: `insert into payments (id, checkout_id, order_id, provider, provider_order_id, provider_payment_id, method,
                                  amount_minor, currency, rate, status, created_at)
            select pg_temp.id_of(14, i), pg_temp.id_of(8, i), pg_temp.id_of(10, i), 'razorpay', 'order_' || i,
                   'pay_' || i, 'card', subtotal + (subtotal * 800 + 5000) / 10000 + 999, 'INR', 1,
                   case when status = 'cancelled' then 'refunded' else 'captured' end, placed_at
              from bought where not cod;
            insert into refunds (payment_id, amount_minor, reason, status)
            select id, amount_minor, 'Order cancelled', 'processed' from payments where status = 'refunded'`,
    },
    {
      name: 'support_tickets',
      sql: `insert into support_tickets (id, user_id, name, email, subject, status, created_at)
            select pg_temp.id_of(15, i), user_id, 'Shopper', 'shopper@example.com', 'A question about order ' || i,
                   (array['open', 'answered', 'closed'])[1 + pg_temp.dice(i, 56, 3)], placed_at
              from bought where i % 100 = 0;
            insert into support_messages (ticket_id, from_staff, body)
            select id, false, 'When will it come?' from support_tickets`,
    },
    {
      name: 'audit_log',
      sql: `insert into audit_log (id, action, entity, entity_id, before, after, created_at)
            select pg_temp.id_of(16, i), 'order.status', 'order', pg_temp.id_of(10, i)::text, '{"status": "pending"}',
                   jsonb_build_object('status', status), placed_at
              from bought where i % 10 = 0`,
    },
    { name: 'orders to count', sql: 'insert into order_changes (order_id) select pg_temp.id_of(10, i) from bought' },
  ];
}
