import type { Db } from '#platform/database/db.ts';
import { lockGuestsOf, moveCustomerSales, updateOwnerOfOrders } from './join-queries.ts';

/**
 * Adds the orders that were placed as a guest with this address. Only for an address that its owner has just confirmed,
 * and for callers that hold the lock on the account's row: anyone can begin a guest session with any address.
 */
export async function joinGuestOrders(tx: Db, account: { id: string; confirmedEmail: string }) {
  const guestIds = await lockGuestsOf(tx, account.confirmedEmail);
  if (guestIds.length === 0) return;
  await moveCustomerSales(tx, guestIds, account.id);
  await updateOwnerOfOrders(tx, guestIds, account.id);
}
