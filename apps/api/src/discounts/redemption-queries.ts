import { count, sql } from '#platform/database/sql.ts';
import { usesOf } from './sql.ts';

export type Redemption = { discountCodeId: string; userId: string; checkoutId: string };

/** The lock on the code's row serializes its redemptions: of two concurrent ones, one gets the last use. */
export const countActiveUse = (discountCodeId: string) =>
  count('discounts.countActiveUse')`
    update discount_codes set used = used + 1
     where id = ${discountCodeId} and active and coalesce(starts_at <= now(), true)
       and coalesce(ends_at > now(), true) and coalesce(used < usage_limit, true)`;

export const countUse = (discountCodeId: string) =>
  count('discounts.countUse')`
    update discount_codes set used = used + 1
     where id = ${discountCodeId} and coalesce(used < usage_limit, true)`;

/** No row if the customer has used the code as often as it allows. */
export const insertRedemption = ({ discountCodeId, userId, checkoutId }: Redemption) =>
  count('discounts.insertRedemption')`
    insert into discount_redemptions (discount_code_id, user_id, checkout_id)
    select p.id, ${userId}, ${checkoutId} from discount_codes p
     where p.id = ${discountCodeId}
       and coalesce(${usesOf(sql`${userId}::uuid`, sql`${checkoutId}::uuid`)} < p.per_user_limit, true)
        on conflict (checkout_id) do update set released_at = null`;

/** Codes are always locked in the order of their ids, so that concurrent checkouts do not deadlock. */
export const lockCodesOf = (checkoutIds: string[], discountCodeId: string | null) =>
  count('discounts.lockCodesOf')`
    select from discount_codes
     where id = ${discountCodeId}
        or id in (select discount_code_id from discount_redemptions where checkout_id = any (${checkoutIds}))
     order by id for no key update`;

export const updateReleased = (checkoutIds: string[]) =>
  count('discounts.updateReleased')`
    with released as (update discount_redemptions set released_at = now()
                       where checkout_id = any (${checkoutIds}) and released_at is null
                      returning discount_code_id),
         uses as (select discount_code_id, count(*) as uses from released group by 1),
         codes as (select p.id, uses.uses from discount_codes p join uses on uses.discount_code_id = p.id
                    order by p.id for no key update of p)
    update discount_codes p set used = p.used - codes.uses from codes where p.id = codes.id`;
