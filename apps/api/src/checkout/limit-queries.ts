import { EXPIRED_CHECKOUTS_PER_HOUR } from '@shop/contracts/checkout/constants';
import type { StoreTerms } from '@shop/contracts/common/money';
import type { PaymentRateStatus } from '@shop/contracts/settings/payment-rate';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import type { ClientSource, ClientUnits, ShippingAddress, Unpaid } from './rules.ts';

/** In which a statement leaves the key of the locked address for those after it, until the transaction ends. */
const ADDRESS_KEY = sql.raw(`'crystalline.address_key'`);

/**
 * The requested address; otherwise the default one, otherwise the oldest. An order is addressed to its recipient. An
 * advisory lock until the transaction ends serializes the checkouts for one delivery address.
 */
export const lockShippingAddress = (tx: Db, userId: string, addressId: string | undefined) =>
  tx.execute<ShippingAddress>(sql`
    with chosen as (
           select a.id as "addressId",
                  json_build_object('name', coalesce(a.recipient, u.name), 'line1', a.line1, 'line2', a.line2,
                                    'city', a.city, 'state', a.state, 'postalCode', a.postal_code,
                                    'country', a.country, 'phone', a.phone) as "shippingAddress"
             from addresses a join users u on u.id = a.user_id
            where a.user_id = ${userId} and (${addressId ?? null}::uuid is null or a.id = ${addressId ?? null}::uuid)
            order by a.is_default desc, a.id limit 1)
    select "addressId", "shippingAddress", set_config(${ADDRESS_KEY}, key, true),
           pg_advisory_xact_lock(hashtextextended('address:' || key, 0))
      from chosen, address_key("shippingAddress"::jsonb) key`);

const isUnconfirmed = (userId: string) => sql`exists (select from users where id = ${userId} and not email_verified)`;
const asList = (sources: ClientSource[]) =>
  JSON.stringify(sources.map(({ source, ...limits }) => ({ ...limits, source: source.toString('hex') })));
const sourcesOfUnits = (sources: ClientSource[]) => asList(sources.filter((it) => it.unitsFactor !== undefined));

/**
 * Serializes the checkouts of unconfirmed customers of one client, by an advisory lock for each source until the
 * transaction ends, always in the same order. To be sent after the delivery address was locked.
 */
export const lockClient = (tx: Db, userId: string, sources: ClientSource[]) =>
  tx.execute(sql`
    select pg_advisory_xact_lock(key)
      from (select hashtextextended('client:' || source, 0) as key
              from jsonb_to_recordset(${sourcesOfUnits(sources)}::jsonb) as s (source text)
             where ${isUnconfirmed(userId)} order by key) keys`);

/**
 * For an unconfirmed customer: the units in open checkouts of all unconfirmed customers of the same client, by source.
 * The customer's own cart does not count: a new checkout replaces its own.
 */
export const listClientUnits = (tx: Db, userId: string, sources: ClientSource[]) =>
  tx.execute<ClientUnits>(sql`
    select s."unitsFactor" as factor,
           (select coalesce(sum(l.quantity), 0)::float8
              from payment_sources o
              join checkouts c on c.id = o.checkout_id and c.status = 'open'
               and c.cart_id is distinct from (select id from carts where user_id = ${userId})
              join users u on u.id = c.user_id and not u.email_verified
              join checkout_lines l on l.checkout_id = c.id
             where o.source = decode(s.source, 'hex') and o.created_at > now() - interval '1 hour') as units
      from jsonb_to_recordset(${sourcesOfUnits(sources)}::jsonb) as s (source text, "unitsFactor" float8)
     where ${isUnconfirmed(userId)}`);

/**
 * Seconds until the client may open another order at the provider; no row: now. Those that were paid do not count, so that
 * many buyers can share an IP address.
 */
export const findOrderPause = (tx: Db, sources: ClientSource[]) =>
  tx.execute<{ seconds: number }>(sql`
    select ceil(extract(epoch from max(opened.created_at) + interval '1 hour' - now()))::int as seconds
      from jsonb_to_recordset(${asList(sources)}::jsonb) as s (source text, "mostOrders" bigint)
     cross join lateral (
       select c.created_at from payment_sources o join checkouts c on c.id = o.checkout_id and c.status <> 'completed' and c.continued_by is null
        where o.source = decode(s.source, 'hex') and o.created_at > now() - interval '1 hour'
          and c.created_at > now() - interval '1 hour'
        order by c.created_at desc offset s."mostOrders" - 1 limit 1) opened
    having count(*) > 0`);

type Store<OrderTerms> = StoreTerms &
  OrderTerms &
  Unpaid & { checkoutId: string; paymentRateStatus: PaymentRateStatus };

/**
 * The store settings, also `orderTerms` of them, the id of a new checkout, and what the customer and the delivery
 * address have reserved or unpaid now. Open checkouts of the customer's cart do not count: a new one replaces them. Each arm reads a partial
 * index, and no more rows than the limit of units, at which any further checkout is rejected.
 *
 * To be sent after the customer's cart, whose lock serializes the checkouts of a customer, and the address were locked.
 */
export function findStore<OrderTerms>(tx: Db, userId: string, orderTerms: SQL<OrderTerms>) {
  const open = sql`status = 'open' and cart_id is distinct from (select id from carts where user_id = ${userId})`;
  const unpaid = sql`payment_status = 'pending' and status <> 'cancelled'`;
  const atAddress = sql`address_key(shipping_address) = current_setting(${ADDRESS_KEY}, true)`;
  const most = sql`limit (select units_limit from store_settings)`;
  return tx.execute<Store<OrderTerms>>(sql`
    with unpaid as (
           (select 'customer' as scope, 'checkout' as kind, id as checkout_id from checkouts
             where ${open} and user_id = ${userId} ${most})
           union all
           (select 'address', 'checkout', id from checkouts where ${open} and ${atAddress} ${most})
           union all
           (select 'customer', 'order', checkout_id from orders where ${unpaid} and user_id = ${userId} ${most})
           union all
           (select 'address', 'order', checkout_id from orders where ${unpaid} and ${atAddress} ${most})),
         variants as (
           select scope, variant_id as "variantId", sum(quantity)::float8 as units
             from unpaid join checkout_lines using (checkout_id) group by scope, variant_id)
    select json_build_object('unitsPerVariant', units_per_variant_limit, 'units', units_limit, 'clientUnits', client_units_limit,
                             'openCheckouts', open_checkouts_limit, 'unpaidOrders', unpaid_orders_limit) as limits,
           (select count(*)::int from unpaid where scope = 'customer' and kind = 'checkout') as "openCheckouts",
           (select count(*)::int from unpaid where scope = 'customer' and kind = 'order') as "unpaidOrders",
           (select coalesce(json_agg(variants), '[]') from variants) as units,
           (select ceil(extract(epoch from c.expires_at + interval '1 hour' - now()))::int from checkouts c
             where c.user_id = ${userId} and c.status in ('open', 'expired')
               and c.expires_at > now() - interval '1 hour' and c.expires_at <= now()
               and not exists (select from payments p where p.checkout_id = c.id and p.status in ('captured', 'refunded'))
             order by c.expires_at desc offset ${EXPIRED_CHECKOUTS_PER_HOUR - 1} limit 1) as "secondsToWait",
           s.tax_bp as "taxBp", s.standard_shipping_cents::float8 as "standardShippingCents",
           s.express_shipping_cents::float8 as "expressShippingCents",
           s.free_shipping_over_cents::float8 as "freeShippingOverCents", s.payment_currency as "paymentCurrency",
           s.payment_rate::float8 as "paymentRate", s.payment_rate_status as "paymentRateStatus", uuid_v7() as "checkoutId", ${orderTerms}
      from store_settings s`);
}
