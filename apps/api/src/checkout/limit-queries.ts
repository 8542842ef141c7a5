import { EXPIRED_CHECKOUTS_PER_HOUR } from '@shop/contracts/checkout/constants';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import type { CheckoutTerms } from './rules.ts';

/** Advisory lock until the transaction ends: serializes the checkouts for one delivery address. */
export async function lockAddress(tx: Db, address: CheckoutTerms['shippingAddress']) {
  const { rows } = await tx.execute<{ key: string }>(sql`
    select key, pg_advisory_xact_lock(hashtextextended('address:' || key, 0))
      from address_key(${JSON.stringify(address)}::jsonb) key`);
  const [locked] = rows;
  if (!locked) throw new Error('The address was not locked.');
  return locked.key;
}

export type Unpaid = {
  limits: { unitsPerVariant: number; units: number; openCheckouts: number; unpaidOrders: number };
  /** Of the customer. */
  openCheckouts: number;
  unpaidOrders: number;
  /** Until the customer may start another online payment; null: now. */
  secondsToWait: number | null;
  /** Reserved by open checkouts, or in cash orders that were neither paid nor cancelled. */
  units: { scope: 'customer' | 'address'; variantId: string; units: number }[];
};

type UnpaidScope = { userId: string; addressKey: string; replacedIds: string[] };

/**
 * What the customer, and what the delivery address, has reserved or unpaid now, and the limits. Each arm reads a
 * partial index, and no more rows than the limit of units, at which any further checkout is rejected.
 */
export async function findUnpaid(tx: Db, { userId, addressKey, replacedIds }: UnpaidScope) {
  const open = sql`status = 'open' and id <> all (${sql.param(replacedIds)}::uuid[])`;
  const unpaid = sql`payment_status = 'pending' and status <> 'cancelled'`;
  const most = sql`limit (select units_limit from store_settings)`;
  const { rows } = await tx.execute<Unpaid>(sql`
    with unpaid as (
           (select 'customer' as scope, 'checkout' as kind, id as checkout_id from checkouts
             where ${open} and user_id = ${userId} ${most})
           union all
           (select 'address', 'checkout', id from checkouts
             where ${open} and address_key(shipping_address) = ${addressKey} ${most})
           union all
           (select 'customer', 'order', checkout_id from orders where ${unpaid} and user_id = ${userId} ${most})
           union all
           (select 'address', 'order', checkout_id from orders
             where ${unpaid} and address_key(shipping_address) = ${addressKey} ${most})),
         variants as (
           select scope, variant_id as "variantId", sum(quantity)::float8 as units
             from unpaid join checkout_lines using (checkout_id) group by scope, variant_id)
    select json_build_object('unitsPerVariant', units_per_variant_limit, 'units', units_limit,
                             'openCheckouts', open_checkouts_limit, 'unpaidOrders', unpaid_orders_limit) as limits,
           (select count(*)::int from unpaid where scope = 'customer' and kind = 'checkout') as "openCheckouts",
           (select count(*)::int from unpaid where scope = 'customer' and kind = 'order') as "unpaidOrders",
           (select coalesce(json_agg(variants), '[]') from variants) as units,
           (select ceil(extract(epoch from c.expires_at + interval '1 hour' - now()))::int from checkouts c
             where c.user_id = ${userId} and c.status in ('open', 'expired')
               and c.expires_at > now() - interval '1 hour' and c.expires_at <= now()
               and not exists (select from payments p where p.checkout_id = c.id and p.status in ('captured', 'refunded'))
             order by c.expires_at desc offset ${EXPIRED_CHECKOUTS_PER_HOUR - 1} limit 1) as "secondsToWait"
      from store_settings`);
  const [found] = rows;
  if (!found) throw new Error('The store settings are missing.');
  return found;
}
