import type { Db } from '#platform/database/db.ts';
import {
  countActiveUse,
  countUse,
  insertRedemption,
  lockCodesOf,
  type Redemption,
  updateReleased,
} from './redemption-queries.ts';

/** False if the code is inactive, used up, or used by this customer as often as allowed: the caller then rolls back. */
export const redeemDiscountCode = async (tx: Db, redemption: Redemption) =>
  (await countActiveUse(tx, redemption.discountCodeId)) && insertRedemption(tx, redemption);

/** For an order whose discount was granted while the code was active: only the limits of the code count. */
export const redeemDiscountCodeAgain = async (tx: Db, redemption: Redemption) =>
  (await countUse(tx, redemption.discountCodeId)) && insertRedemption(tx, redemption);

/** Before a checkout replaces others: locks the codes they release and the one it takes. */
export const lockDiscountCodes = (tx: Db, checkoutIds: string[], discountCodeId: string | null) =>
  lockCodesOf(tx, checkoutIds, discountCodeId);

/** The codes of these checkouts can be used once more. */
export const releaseRedemptions = (tx: Db, checkoutIds: string[]) => updateReleased(tx, checkoutIds);
