import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { usesOf } from './sql.ts';

export type Redemption = { discountCodeId: string; userId: string; checkoutId: string };

/** The lock on the code's row serializes its redemptions: of two concurrent ones, one gets the last use. */
export const countActiveUse = (tx: Db, discountCodeId: string) =>
  tx.execute(sql`
    update discount_codes set used = used + 1
     where id = ${discountCodeId} and active and coalesce(starts_at <= now(), true)
       and coalesce(ends_at > now(), true) and coalesce(used < usage_limit, true)`);

export const countUse = (tx: Db, discountCodeId: string) =>
  tx.execute(sql`
    update discount_codes set used = used + 1
     where id = ${discountCodeId} and coalesce(used < usage_limit, true)`);

/** No row if the customer has used the code as often as it allows. */
export const insertRedemption = (tx: Db, { discountCodeId, userId, checkoutId }: Redemption) =>
  tx.execute(sql`
    insert into discount_redemptions (discount_code_id, user_id, checkout_id)
    select p.id, ${userId}, ${checkoutId} from discount_codes p
     where p.id = ${discountCodeId}
       and coalesce(${usesOf(sql`${userId}::uuid`, sql`${checkoutId}::uuid`)} < p.per_user_limit, true)
        on conflict (checkout_id) do update set released_at = null`);

/** Codes are always locked in the order of their ids, so that concurrent checkouts do not deadlock. */
export const lockCodesOf = (tx: Db, checkoutIds: string[], discountCodeId: string | null) =>
  tx.execute(sql`
    select from discount_codes
     where id = ${discountCodeId}
        or id in (select discount_code_id from discount_redemptions where checkout_id = any (${sql.param(checkoutIds)}))
     order by id for no key update`);

export const updateReleased = (tx: Db, checkoutIds: string[]) =>
  tx.execute(sql`
    with released as (update discount_redemptions set released_at = now()
                       where checkout_id = any (${sql.param(checkoutIds)}) and released_at is null
                      returning discount_code_id),
         uses as (select discount_code_id, count(*) as uses from released group by 1),
         codes as (select p.id, uses.uses from discount_codes p join uses on uses.discount_code_id = p.id
                    order by p.id for no key update of p)
    update discount_codes p set used = p.used - codes.uses from codes where p.id = codes.id`);
