import type { Db } from '#platform/database/db.ts';
import { count, sql } from '#platform/database/sql.ts';
import { usesOf } from './sql.ts';

/** The statements that redeem a code; the caller rolls back unless their results are `areRedeemed`. */
export const redeemDiscountCode = (redemption: Redemption) => ({
  use: countActiveUse(redemption.discountCodeId),
  redemption: insertRedemption(redemption),
});

/** False if the code is inactive, used up, or used by this customer as often as allowed. */
export const areRedeemed = ({ use, redemption }: { use: number; redemption: number }) => use === 1 && redemption === 1;

/** For an order whose discount was granted while the code was active: only its limits count. False if one is reached. */
export const redeemDiscountCodeAgain = async (tx: Db, redemption: Redemption) =>
  areRedeemed(
    await tx.together({ use: countUse(redemption.discountCodeId), redemption: insertRedemption(redemption) }),
  );

/** Before a checkout replaces others: locks the codes they release and the one it takes. */
export const lockDiscountCodes = (tx: Db, checkoutIds: string[], discountCodeId: string | null) =>
  tx.run(lockCodesOf(checkoutIds, discountCodeId));

/** The codes of these checkouts can be used once more. */
export const releaseRedemptions = (tx: Db, checkoutIds: string[]) => tx.run(updateReleased(checkoutIds));

type Redemption = { discountCodeId: string; userId: string; checkoutId: string };

/** The lock on the code's row serializes its redemptions: of two concurrent ones, one gets the last use. */
const countActiveUse = (discountCodeId: string) =>
  count('discounts.countActiveUse')`
    update discount_codes set used = used + 1
     where id = ${discountCodeId} and active and coalesce(starts_at <= now(), true)
       and coalesce(ends_at > now(), true) and coalesce(used < usage_limit, true)`;

const countUse = (discountCodeId: string) =>
  count('discounts.countUse')`
    update discount_codes set used = used + 1
     where id = ${discountCodeId} and coalesce(used < usage_limit, true)`;

/** No row if the customer has used the code as often as it allows. */
const insertRedemption = ({ discountCodeId, userId, checkoutId }: Redemption) =>
  count('discounts.insertRedemption')`
    insert into discount_redemptions (discount_code_id, user_id, checkout_id)
    select p.id, ${userId}, ${checkoutId} from discount_codes p
     where p.id = ${discountCodeId}
       and coalesce(${usesOf(sql`${userId}::uuid`, sql`${checkoutId}::uuid`)} < p.per_user_limit, true)
        on conflict (checkout_id) do update set released_at = null`;

/** Codes are always locked in the order of their ids, so that concurrent checkouts do not deadlock. */
const lockCodesOf = (checkoutIds: string[], discountCodeId: string | null) =>
  count('discounts.lockCodesOf')`
    select from discount_codes
     where id = ${discountCodeId}
        or id in (select discount_code_id from discount_redemptions where checkout_id = any (${checkoutIds}))
     order by id for no key update`;

const updateReleased = (checkoutIds: string[]) =>
  count('discounts.updateReleased')`
    with released as (update discount_redemptions set released_at = now()
                       where checkout_id = any (${checkoutIds}) and released_at is null
                      returning discount_code_id),
         uses as (select discount_code_id, count(*) as uses from released group by 1),
         codes as (select p.id, uses.uses from discount_codes p join uses on uses.discount_code_id = p.id
                    order by p.id for no key update of p)
    update discount_codes p set used = p.used - codes.uses from codes where p.id = codes.id`;
