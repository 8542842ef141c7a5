import type { Db } from '#platform/database/db.ts';
import {
  countActiveUse,
  countUse,
  insertRedemption,
  lockCodesOf,
  type Redemption,
  updateReleased,
} from './redemption-queries.ts';

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
