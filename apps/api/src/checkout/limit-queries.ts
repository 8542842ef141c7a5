import { EXPIRED_CHECKOUTS_PER_HOUR } from '@shop/contracts/checkout/constants';
import { z } from 'zod';
import { json, number, present, type Row, type Shape, text, uuid, VOID } from '#platform/database/row.ts';
import { all, columnsOf, type Fragment, first, one, raw, sql } from '#platform/database/sql.ts';
import { TERMS } from '#settings/sql.ts';
import { type ClientSource, Terms } from './rules.ts';

/** In which a statement leaves the key of the locked address for those after it, until the transaction ends. */
const ADDRESS_KEY = raw(`'crystalline.address_key'`);

const shippingAddress = {
  addressId: uuid,
  shippingAddress: json(Terms.shape.shippingAddress),
  addressKey: text,
  locked: VOID,
};

/**
 * The requested address; otherwise the default one, otherwise the oldest. An order is addressed to its recipient. An
 * advisory lock until the transaction ends serializes the checkouts for one delivery address.
 */
export const lockShippingAddress = (userId: string, addressId: string | undefined) =>
  first('checkout.lockShippingAddress', shippingAddress)`
    with chosen as (
           select a.id as address_id,
                  json_build_object('name', coalesce(a.recipient, u.name), 'line1', a.line1, 'line2', a.line2,
                                    'city', a.city, 'state', a.state, 'postalCode', a.postal_code,
                                    'country', a.country, 'phone', a.phone) as shipping_address
             from addresses a join users u on u.id = a.user_id
            where a.user_id = ${userId} and (${addressId ?? null}::uuid is null or a.id = ${addressId ?? null}::uuid)
            order by a.is_default desc, a.id limit 1)
    select address_id, shipping_address, set_config(${ADDRESS_KEY}, key, true) as address_key,
           pg_advisory_xact_lock(hashtextextended('address:' || key, 0)) as locked
      from chosen, address_key(shipping_address::jsonb) key`;

const isUnconfirmed = (userId: string) => sql`exists (select from users where id = ${userId} and not email_verified)`;
const asList = (sources: ClientSource[]) =>
  JSON.stringify(sources.map(({ source, ...limits }) => ({ ...limits, source: source.toString('hex') })));
const sourcesOfUnits = (sources: ClientSource[]) => asList(sources.filter((it) => it.unitsFactor !== undefined));

/**
 * Serializes the checkouts of unconfirmed customers of one client, by an advisory lock for each source until the
 * transaction ends, always in the same order. To be sent after the delivery address was locked.
 */
export const lockClient = (userId: string, sources: ClientSource[]) =>
  all('checkout.lockClient', { locked: VOID })`
    select pg_advisory_xact_lock(key) as locked
      from (select hashtextextended('client:' || source, 0) as key
              from jsonb_to_recordset(${sourcesOfUnits(sources)}::jsonb) as s (source text)
             where ${isUnconfirmed(userId)} order by key) keys`;

/** Units held by the unconfirmed customers of a client. */
const clientUnits = { factor: present(number, 'sources without are left out'), units: number };
export type ClientUnits = Row<typeof clientUnits>;

/**
 * For an unconfirmed customer: the units in open checkouts of all unconfirmed customers of the same client, by source.
 * The customer's own cart does not count: a new checkout replaces its own.
 */
export const listClientUnits = (userId: string, sources: ClientSource[]) =>
  all('checkout.listClientUnits', clientUnits)`
    select s."unitsFactor" as factor,
           (select coalesce(sum(l.quantity), 0)
              from payment_sources o
              join checkouts c on c.id = o.checkout_id and c.status = 'open'
               and c.cart_id is distinct from (select id from carts where user_id = ${userId})
              join users u on u.id = c.user_id and not u.email_verified
              join checkout_lines l on l.checkout_id = c.id
             where o.source = decode(s.source, 'hex') and o.created_at > now() - interval '1 hour') as units
      from jsonb_to_recordset(${sourcesOfUnits(sources)}::jsonb) as s (source text, "unitsFactor" float8)
     where ${isUnconfirmed(userId)}`;

/** Until the customer, or the client, may start another online payment. */
export type Pause = { seconds: number };

/**
 * Seconds until the client may open another order at the provider; no row: now. Those that were paid do not count, so that
 * many buyers can share an IP address.
 */
export const findOrderPause = (sources: ClientSource[]) =>
  first('checkout.findOrderPause', { seconds: present(number, 'of one row at least') })`
    select ceil(extract(epoch from max(opened.created_at) + interval '1 hour' - now()))::int as seconds
      from jsonb_to_recordset(${asList(sources)}::jsonb) as s (source text, "mostOrders" bigint)
     cross join lateral (
       select c.created_at from payment_sources o join checkouts c on c.id = o.checkout_id and c.status <> 'completed' and c.continued_by is null
        where o.source = decode(s.source, 'hex') and o.created_at > now() - interval '1 hour'
          and c.created_at > now() - interval '1 hour'
        order by c.created_at desc offset s."mostOrders" - 1 limit 1) opened
    having count(*) > 0`;

const Limits = z.object({
  unitsPerVariant: z.number(),
  units: z.number(),
  clientUnits: z.number(),
  openCheckouts: z.number(),
  unpaidOrders: z.number(),
});
export type Limits = z.infer<typeof Limits>;

/** The store settings, also `orderTerms` of them, and the id of a new checkout. */
export const findStore = <S extends Shape>(orderTerms: { columns: Fragment; shape: S }) =>
  one('checkout.findStore', { limits: json(Limits), ...TERMS, checkoutId: uuid, ...orderTerms.shape })`
    select json_build_object('unitsPerVariant', units_per_variant_limit, 'units', units_limit, 'clientUnits', client_units_limit,
                             'openCheckouts', open_checkouts_limit, 'unpaidOrders', unpaid_orders_limit) as limits,
           ${columnsOf(TERMS, 's')}, uuid_v7() as checkout_id, ${orderTerms.columns}
      from store_settings s`;

const Units = z.object({ scope: z.enum(['customer', 'address']), variantId: z.string(), units: z.number() });
const unpaid = {
  /** Of the customer. */
  openCheckouts: number,
  unpaidOrders: number,
  /** Reserved by open checkouts, or in cash orders that were neither paid nor cancelled. */
  units: json(z.array(Units)),
};
export type Unpaid = Row<typeof unpaid>;

/**
 * What the customer and the delivery address have reserved or unpaid now. Open checkouts of the customer's cart do not
 * count: a new one replaces them. Each arm reads a partial index, and no more rows than the limit of units, at which any
 * further checkout is rejected.
 *
 * To be sent after the customer's cart, whose lock serializes the checkouts of a customer, and the address were locked.
 */
export function findUnpaid(userId: string) {
  const open = sql`status = 'open' and cart_id is distinct from (select id from carts where user_id = ${userId})`;
  const notPaid = sql`payment_status = 'pending' and status <> 'cancelled'`;
  const atAddress = sql`address_key(shipping_address) = current_setting(${ADDRESS_KEY}, true)`;
  const most = sql`limit (select units_limit from store_settings)`;
  return one('checkout.findUnpaid', unpaid)`
    with unpaid as (
           (select 'customer' as scope, 'checkout' as kind, id as checkout_id from checkouts
             where ${open} and user_id = ${userId} ${most})
           union all
           (select 'address', 'checkout', id from checkouts where ${open} and ${atAddress} ${most})
           union all
           (select 'customer', 'order', checkout_id from orders where ${notPaid} and user_id = ${userId} ${most})
           union all
           (select 'address', 'order', checkout_id from orders where ${notPaid} and ${atAddress} ${most})),
         variants as (
           select scope, variant_id as "variantId", sum(quantity) as units
             from unpaid join checkout_lines using (checkout_id) group by scope, variant_id)
    select (select count(*)::int from unpaid where scope = 'customer' and kind = 'checkout') as open_checkouts,
           (select count(*)::int from unpaid where scope = 'customer' and kind = 'order') as unpaid_orders,
           (select coalesce(json_agg(variants), '[]') from variants) as units`;
}

/** Seconds until the customer may start another online payment, after too many that expired; no row: now. */
export const findExpiredPause = (userId: string) =>
  first('checkout.findExpiredPause', { seconds: number })`
    select ceil(extract(epoch from c.expires_at + interval '1 hour' - now()))::int as seconds from checkouts c
     where c.user_id = ${userId} and c.status in ('open', 'expired')
       and c.expires_at > now() - interval '1 hour' and c.expires_at <= now()
       and not exists (select from payments p where p.checkout_id = c.id and p.status in ('captured', 'refunded'))
     order by c.expires_at desc offset ${EXPIRED_CHECKOUTS_PER_HOUR - 1} limit 1`;
