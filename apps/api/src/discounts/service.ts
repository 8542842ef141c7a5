import type { Db } from '#platform/database/db.ts';
import { sendTogether } from '#platform/database/transaction.ts';
import {
  countActiveUse,
  countUse,
  insertRedemption,
  lockCodesOf,
  type Redemption,
  updateReleased,
} from './redemption-queries.ts';

/** The statements that redeem a code; the caller rolls back unless their results are `areRedeemed`. */
export const redeemDiscountCode = (tx: Db, redemption: Redemption) =>
  [countActiveUse(tx, redemption.discountCodeId), insertRedemption(tx, redemption)] as const;

/** False if the code is inactive, used up, or used by this customer as often as allowed. */
export const areRedeemed = (results: { rowCount: number | null }[]) => results.every(({ rowCount }) => rowCount === 1);

/** For an order whose discount was granted while the code was active: only its limits count. False if one is reached. */
export const redeemDiscountCodeAgain = async (tx: Db, redemption: Redemption) =>
  areRedeemed(await sendTogether([countUse(tx, redemption.discountCodeId), insertRedemption(tx, redemption)]));

/** Before a checkout replaces others: locks the codes they release and the one it takes. */
export const lockDiscountCodes = (tx: Db, checkoutIds: string[], discountCodeId: string | null) =>
  lockCodesOf(tx, checkoutIds, discountCodeId);

/** The codes of these checkouts can be used once more. */
export const releaseRedemptions = (tx: Db, checkoutIds: string[]) => updateReleased(tx, checkoutIds);
