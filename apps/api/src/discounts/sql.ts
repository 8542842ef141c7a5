import { type Fragment, raw, sql } from '#platform/database/sql.ts';

/**
 * Of a code `p`: its uses by a customer besides this checkout: in orders, as an account or a guest with the same inbox,
 * and in open checkouts of their own. Those of others do not count: anyone can enter the address and never pay.
 */
export const usesOf = (userId: Fragment, checkoutId: Fragment) => sql`
  (select count(*) from discount_redemptions r
    where r.discount_code_id = p.id and r.released_at is null and r.checkout_id <> ${checkoutId}
      and (r.user_id = ${userId}
           or (r.user_id in (select same_customers(${userId}))
               and exists (select from checkouts done where done.id = r.checkout_id and done.status = 'completed'))))`;

/** Whether the customer of an open checkout has used its code as often as it allows since the checkout was started. */
export function isCodeUsedUp(alias: 'c' | 'checkouts') {
  const checkout = raw(alias);
  return sql`
  exists (select from discount_codes p
           where p.id = ${checkout}.discount_code_id
             and p.per_user_limit <= ${usesOf(sql`${checkout}.user_id`, sql`${checkout}.id`)})`;
}
