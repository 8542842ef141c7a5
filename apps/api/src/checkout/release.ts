import { releaseRedemptions } from '#discounts/service.ts';
import { releaseReservations } from '#inventory/service.ts';
import type { Db } from '#platform/database/db.ts';
import { updateStatus } from './queries.ts';

/** Ends these checkouts, for callers that hold their locks: releases their discount codes and reserved stock. */
export async function releaseCheckouts(tx: Db, checkoutIds: string[], status: 'expired' | 'cancelled') {
  await tx.run(updateStatus(checkoutIds, status));
  await releaseRedemptions(tx, checkoutIds);
  await releaseReservations(tx, checkoutIds);
}
