import { pick, roll, splitWords } from './catalog.ts';
import type { Step } from './step.ts';

export type SalesSize = { products: number; users: number; orders: number };

/** Skewed distribution, like real names: the first are the most common by far. */
const FIRST_NAMES = splitWords(
  'Anna Maria James Sofia Omar Priya Lucas Emma Noah Grace Ivan Mei Hugo Clara Yusuf Elena Oscar Nina Pablo Ruth Felix Amara Leo Ingrid Tariq Wanda Silas Freya Bruno Zelda',
);
const FAMILY_NAMES = splitWords(
  'Smith Garcia Khan Nguyen Johnson Silva Ivanova Mueller Rossi Tanaka Okafor Larsen Dubois Novak Cohen Singh Walker Moreno Fischer Haddad',
);
/** The other family names are combinations of three of these, which few customers share. */
const SYLLABLES = splitWords('ba den ko ri mar tu sel vin ga lo per na ders ti wal ko mi rud es han');
const syllable = (salt: number) => pick(SYLLABLES, roll(salt, SYLLABLES.length));
const common = (names: string[], salt: number) => pick(names, `scratch.skewed(i, ${salt}, ${names.length})`);
const NAME = `${common(FIRST_NAMES, 60)} || ' ' || case when ${roll(61, 3)} = 0 then ${common(FAMILY_NAMES, 62)}
  else initcap(${syllable(63)} || ${syllable(64)} || ${syllable(65)}) end`;

/** The first accounts belong to staff. */
export const STAFF = 24;
const ROLES = splitWords('owner admin manager packer support content read-only');
const DISCOUNT_CODES = 200;
const METHODS = splitWords('card card card upi wallet netbanking cod cod cod cod');

const ADDRESS = `'{"name": "A. Shopper", "line1": "1 Main Street", "line2": null, "city": "Springfield",
  "state": "Illinois", "postalCode": "62701", "country": "United States"}'::jsonb`;
export const TERMS = `address_id, shipping_address, shipping_method, discount_code_id, discount_code, discount_bp, tax_bp, subtotal_cents,
  tax_cents, shipping_cents, discount_cents, total_cents, charge_minor, charge_currency, charge_rate`;
export const TERMS_OF_BOUGHT = `address_id, ${ADDRESS}, 'standard', scratch.id_of(18, code_number), 'BENCH-' || code_number, discount_bp, 800,
  subtotal, tax, 999, discount, total, total, 'INR', 1`;

/** One of ten orders was cancelled, the others are delivered or in progress. */
const STEPS = `case ${roll(51, 10)}
  when 0 then array['pending', 'cancelled'] when 1 then array['pending'] when 2 then array['pending', 'processing']
  when 3 then array['pending', 'processing', 'shipped']
  else array['pending', 'processing', 'shipped', 'delivered'] end`;

/** Customers with past orders as the store writes them: only the data integrity check for failed jobs fails. */
export function userSteps({ users }: SalesSize): Step[] {
  return [
    {
      name: 'users',
      sql: `insert into users (id, name, email, email_verified, role, wants_marketing, marketing_consent_at, created_at)
            select scratch.id_of(7, i), name, lower(replace(name, ' ', '.')) || '.' || i || '@example.com', true,
                   case when i > ${STAFF} then 'customer' else ${pick(ROLES, `i::int % ${ROLES.length}`)} end,
                   i % 2 = 0, case when i % 2 = 0 then created_at end, created_at
              from (select i, ${NAME} as name,
                           timestamptz '2024-01-01 00:00:00+00' + i * (interval '1040 days' / ${users}) as created_at
                      from generate_series(1, ${users}) i offset 0) people`,
    },
    {
      name: 'addresses',
      sql: `insert into addresses (id, user_id, name, line1, city, state, postal_code, country, is_default)
            select scratch.id_of(17, i), scratch.id_of(7, i), 'A. Shopper', '1 Main Street', 'Springfield', 'Illinois',
                   '62701', 'United States', true
              from generate_series(1, ${users}) i`,
    },
    {
      name: 'discount_codes',
      sql: `insert into discount_codes (id, code, title, percent_bp, created_at)
            select scratch.id_of(18, i), 'BENCH-' || i, 'Number ' || i, 500 * (1 + i % 5), '2025-11-01'
              from generate_series(1, ${DISCOUNT_CODES}) i`,
    },
  ];
}

/** The order contents, stored once for all tables that are filled from them. */
export const cartsStep = ({ products, users, orders }: SalesSize): Step => ({
  name: 'carts of orders',
  sql: `create unlogged table scratch.variant_pool as
            select n as number, p.id as product_id, p.category_id, v.id as variant_id, p.name, v.option_values,
                   p.current_price_cents as unit_price_cents
              from generate_series(1, ${products}) n
              join products p on p.id = scratch.id_of(3, n)
              join variants v on v.product_id = p.id and v.position = 0;
            analyze scratch.variant_pool;
            create unlogged table scratch.bought_lines as
            select i, k, number, 1 + (i + k) % 2 as quantity, unit_price_cents
              from (select i, k, 1 + (${roll(55, products)}::bigint + k * 7) % ${products} as number
                      from generate_series(1, ${orders}) i, (values (0), (1), (2)) lines (k)
                     where k <= ${roll(54, 3)}) chosen
              join scratch.variant_pool using (number);
            create unlogged table scratch.bought as
            select i, steps, steps[cardinality(steps)] as status, method, user_id, address_id, u.name, u.email, placed_at,
                   code_number, discount_bp, subtotal, tax, discount, subtotal + tax + 999 - discount as total
              from (select i, ${STEPS} as steps, ${pick(METHODS, roll(52, METHODS.length))} as method,
                           scratch.id_of(7, customer) as user_id, scratch.id_of(17, customer) as address_id, code_number,
                           case when code_number is null then 0 else 500 * (1 + code_number % 5) end as discount_bp,
                           timestamptz '2025-11-14 00:00:00+00' + i * (interval '365 days' / ${orders}) as placed_at
                      from (select i, 1 + ${roll(53, users)} as customer,
                                   case when ${roll(57, 10)} = 0 then 1 + scratch.skewed(i, 58, ${DISCOUNT_CODES}) end as code_number
                              from generate_series(1, ${orders}) i offset 0) chosen) o
              join (select i, sum(unit_price_cents * quantity)::bigint as subtotal from scratch.bought_lines group by i) l using (i)
              join users u on u.id = o.user_id,
                   lateral (select (subtotal * 800 + 5000) / 10000 as tax,
                                   (subtotal * discount_bp + 5000) / 10000 as discount) money
             order by i;
            analyze scratch.bought, scratch.bought_lines`,
});

/** The slowest first. */
export const salesSteps = (): Step[] => [
  {
    name: 'notifications',
    sql: `insert into notifications (id, user_id, type, title, message, link, history_id, read_at, created_at)
            select scratch.id_of(13, i * 5 + seq), user_id, 'order', 'Your order', 'It is now ' || step || '.', '/orders',
                   scratch.id_of(12, i * 5 + seq), placed_at, placed_at + seq * interval '1 day'
              from scratch.bought, unnest(steps) with ordinality s(step, seq) where seq > 1`,
  },
  {
    name: 'order_status_history',
    sql: `insert into order_status_history (id, order_id, seq, from_status, to_status, actor, created_at)
            select scratch.id_of(12, i * 5 + seq), scratch.id_of(10, i), seq, steps[seq - 1], step,
                   case when seq = 1 then 'customer' else 'admin' end, placed_at + seq * interval '1 day'
              from scratch.bought, unnest(steps) with ordinality s(step, seq)`,
  },
  {
    name: 'orders',
    sql: `insert into orders (id, checkout_id, user_id, email, status, payment_method, payment_status, ${TERMS},
                                tracking_number, created_at)
            select scratch.id_of(10, i), scratch.id_of(8, i), user_id, email, status, method,
                   case when method = 'cod' then case status when 'delivered' then 'paid' else 'pending' end
                        when status = 'cancelled' then 'refunded' else 'paid' end,
                   ${TERMS_OF_BOUGHT},
                   case when 'shipped' = any (steps) then 'TRK' || lpad((i % 100000000)::text, 8, '0') end, placed_at
              from scratch.bought`,
  },
  {
    name: 'checkouts',
    sql: `insert into checkouts (id, user_id, cart_version, status, payment_method, ${TERMS}, provider_order_id,
                                   expires_at, created_at)
            select scratch.id_of(8, i), user_id, 1, 'completed', method, ${TERMS_OF_BOUGHT},
                   case when method <> 'cod' then 'order_' || lpad(i::text, 9, '0') end,
                   placed_at + interval '15 minutes', placed_at
              from scratch.bought`,
  },
  {
    name: 'checkout_lines',
    sql: `insert into checkout_lines (id, checkout_id, variant_id, product_id, name, option_values, unit_price_cents, quantity)
            select scratch.id_of(9, i * 3 + k), scratch.id_of(8, i), variant_id, product_id, name, option_values,
                   l.unit_price_cents, quantity
              from scratch.bought_lines l join scratch.variant_pool using (number)`,
  },
  {
    name: 'reservations',
    sql: `insert into reservations (checkout_id, variant_id, quantity, status, expires_at)
            select scratch.id_of(8, i), variant_id, quantity,
                   case when ${roll(51, 10)} = 0 then 'released' else 'sold' end, timestamptz '2025-11-14 00:15:00+00'
              from scratch.bought_lines join scratch.variant_pool using (number);
            update stock s set received = received + units, sold = sold + units
              from (select variant_id, sum(quantity) as units from reservations where status = 'sold' group by 1) gone
             where gone.variant_id = s.variant_id`,
  },
  {
    name: 'discount_redemptions',
    sql: `insert into discount_redemptions (id, discount_code_id, user_id, checkout_id, released_at, created_at)
            select scratch.id_of(19, i), scratch.id_of(18, code_number), user_id, scratch.id_of(8, i),
                   case when status = 'cancelled' then placed_at end, placed_at
              from scratch.bought where code_number is not null;
            update discount_codes c set used = times
              from (select discount_code_id, count(*) as times from discount_redemptions where released_at is null group by 1) r
             where r.discount_code_id = c.id`,
  },
  {
    name: 'order_lines',
    sql: `insert into order_lines (id, order_id, variant_id, product_id, category_id, name, option_values, unit_price_cents, quantity)
            select scratch.id_of(11, i * 3 + k), scratch.id_of(10, i), variant_id, product_id, category_id, name, option_values,
                   l.unit_price_cents, quantity
              from scratch.bought_lines l join scratch.variant_pool using (number)`,
  },
  {
    name: 'payments',
    sql: `insert into payments (id, checkout_id, order_id, provider, provider_order_id, provider_payment_id, method,
                                  amount_minor, currency, rate, status, created_at)
            select scratch.id_of(14, i), scratch.id_of(8, i), scratch.id_of(10, i), 'razorpay',
                   'order_' || lpad(i::text, 9, '0'), 'pay_' || lpad(i::text, 9, '0'), method, total, 'INR', 1,
                   case when status = 'cancelled' then 'refunded' else 'captured' end, placed_at
              from scratch.bought where method <> 'cod';
            insert into refunds (payment_id, amount_minor, reason, status)
            select id, amount_minor, 'Order cancelled', 'processed' from payments where status = 'refunded'`,
  },
  salesMetricsStep,
];

const UNPAID = `method = 'cod' and status <> 'delivered'`;

/**
 * The metrics that the worker would count, in a few statements: in batches it would update the metrics of the year
 * again and again. Assumes that no two lines of an order have the same product, and only cancelled orders are refunded.
 */
const salesMetricsStep: Step = {
  name: 'sales metrics',
  sql: `create unlogged table scratch.sold as
        select l.i, l.number, quantity, quantity * unit_price_cents as cents, (placed_at at time zone 'UTC')::date as day
          from scratch.bought_lines l join scratch.bought using (i) where status <> 'cancelled';
        create unlogged table scratch.sold_by_month as
        select number, date_trunc('month', day::timestamp)::date as start, count(*) as orders, sum(quantity) as units,
               sum(cents) as cents
          from scratch.sold group by 1, 2;
        insert into counted_orders (order_id, day, orders, cents, unpaid_cents)
        select scratch.id_of(10, i), (placed_at at time zone 'UTC')::date, 1, total,
               case when ${UNPAID} then total else 0 end
          from scratch.bought where status <> 'cancelled' order by i;
        with valid as (
               select (placed_at at time zone 'UTC')::date as day, method, 'BENCH-' || code_number as discount_code, count(*) as orders,
                      sum(total) as cents, coalesce(sum(total) filter (where ${UNPAID}), 0) as unpaid
                 from scratch.bought where status <> 'cancelled' group by 1, 2, 3),
             by_category as (
               select day, category_id, count(distinct i) as orders, sum(quantity) as units, sum(cents) as cents
                 from scratch.sold join scratch.variant_pool using (number) group by 1, 2),
             subjects as (
               select 'payment_method' as subject, day, method as key, orders, 0 as units, cents from valid
               union all select 'discount_code', day, discount_code, orders, 0, cents from valid where discount_code is not null
               union all select 'category', day, category_id::text, orders, units, cents from by_category)
        insert into sales (subject, grain, start, key, orders, units, cents, unpaid_cents)
        select 'all', 'day', day, '', orders, units, cents, unpaid
          from (select day, sum(orders) as orders, sum(cents) as cents, sum(unpaid) as unpaid from valid group by 1) money
          join (select day, sum(quantity) as units from scratch.sold group by 1) units_by_day using (day)
        union all
        select subject, grain, date_trunc(grain, day::timestamp)::date, key, sum(orders), sum(units), sum(cents), 0
          from subjects, unnest(array['day', 'month', 'year']) grain group by 1, 2, 3, 4
        union all
        select 'product', 'day', day, product_id::text, count(*), sum(quantity), sum(s.cents), 0
          from scratch.sold s join scratch.variant_pool using (number) group by 3, 4
        union all
        select 'product', grain, date_trunc(grain, start::timestamp)::date, product_id::text, sum(orders), sum(units),
               sum(m.cents), 0
          from scratch.sold_by_month m join scratch.variant_pool using (number), unnest(array['month', 'year']) grain
         group by 1, 2, 3, 4;
        delete from sales_recounts`,
};
