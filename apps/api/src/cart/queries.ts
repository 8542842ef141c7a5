import { VARIANT_OPTIONS } from '#platform/database/columns.ts';
import { number } from '#platform/database/row.ts';
import { columnsOf, first, one, sql } from '#platform/database/sql.ts';
import { TERMS } from '#settings/sql.ts';
import type { Owner } from './rules.ts';
import { cartRow } from './sql.ts';

/*
 * SQL fragments about a cart `c`, a variant `v`, its product `p` and its stock `k`, so that every statement uses the
 * same price and available quantity.
 */

export const VARIANT_JOIN = sql`variants v join products p on p.id = v.product_id left join stock k on k.variant_id = v.id`;

/** A price difference that exceeds the price is a catalog error: the variant is not sellable. */
export const UNIT_PRICE = sql`greatest(p.current_price_cents + v.price_difference_cents, 0)`;

const SELLABLE = sql`(p.sellable and p.status = 'published' and v.archived_at is null and ${UNIT_PRICE} > 0)`;

/** Includes the units reserved by the cart's own open checkouts. */
export const AVAILABLE_QUANTITY = sql`
  case when ${SELLABLE} then
    coalesce(k.available, 0) + coalesce(
      (select sum(r.quantity) from checkouts o join reservations r on r.checkout_id = o.id
        where o.cart_id = c.id and o.status = 'open' and r.variant_id = v.id and r.status = 'reserved'), 0)
  else 0 end`;

export const IMAGE = sql`(select url from product_images where product_id = p.id order by position limit 1)`;

/**
 * For a discount code `t`. A use taken by the cart's own open checkout does not count. Of the limit per customer, only uses
 * of this account or session count: a guest who enters another person's address learns nothing about it. A checkout
 * counts the orders of the same inbox too (`insertRedemption`).
 */
export const DISCOUNT_CODE_IS_VALID = sql`
  (t.active and coalesce(t.starts_at <= now(), true) and coalesce(t.ends_at > now(), true)
   and (select coalesce(t.used - taken.here < t.usage_limit, true)
           and coalesce(taken.ever - taken.here < t.per_user_limit, true)
          from (select count(*) as ever, count(*) filter (where o.cart_id = c.id and o.status = 'open') as here
                  from discount_redemptions r join checkouts o on o.id = r.checkout_id
                 where r.discount_code_id = t.id and r.user_id = c.user_id and r.released_at is null) taken))`;

/** One statement, so that prices, stock and terms are consistent. Returns a row without a cart too. */
export function findCart(owner: Owner) {
  const isOwn =
    'userId' in owner ? sql`c.user_id = ${owner.userId}` : sql`c.guest_token_hash = ${owner.guestTokenHash}`;
  return first('cart.find', cartRow, { prepare: true })`
    select ${columnsOf(TERMS, 's')}, s.delivery, s.time_zone, s.country as seller_country,
           (select a.country from addresses a where a.user_id = c.user_id order by a.is_default desc, a.id limit 1)
             as address_country,
           c.version, c.shipping_method,
           (select json_build_object('code', t.code, 'percentBp', t.percent_bp, 'usable', ${DISCOUNT_CODE_IS_VALID})
              from discount_codes t where t.id = c.discount_code_id) as discount_code,
           (select coalesce(json_agg(json_build_object(
                     'id', l.id, 'productId', p.id, 'variantId', v.id, 'slug', p.slug, 'name', p.name,
                     'options', ${VARIANT_OPTIONS}, 'image', ${IMAGE}, 'quantity', l.quantity,
                     'priceCents', p.price_cents + v.price_difference_cents,
                     'salePriceCents', p.sale_price_cents + v.price_difference_cents,
                     'unitPriceCents', ${UNIT_PRICE}, 'lastShownPriceCents', l.last_shown_price_cents,
                     'availableQuantity', ${AVAILABLE_QUANTITY})
                   order by l.id), '[]')
              from cart_lines l join (${VARIANT_JOIN}) on v.id = l.variant_id where l.cart_id = c.id) as lines
      from store_settings s left join carts c on ${isOwn}`;
}

export const findGuestCount = (guestTokenHash: Buffer) =>
  one('cart.countOfGuest', { count: number }, { prepare: true })`
    select coalesce(sum(l.quantity), 0)::int as count from carts c join cart_lines l on l.cart_id = c.id
     where c.guest_token_hash = ${guestTokenHash}`;
