import { joinOrdersMessages } from '@shop/contracts/identity/guest-messages';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockGuestsOf, moveCustomerSales, updateOwnerOfOrders } from './join-guest-queries.ts';
import { lockCurrentUser } from './service.ts';

/**
 * Adds the orders that were placed as a guest with the confirmed address of this account, whose session it is: a step
 * of its own, after the customer has seen which orders these are. No link does it. Idempotent.
 */
export const joinGuestOrders = (db: Db, actor: Actor) =>
  db.transaction(async (tx) => {
    const { id, email, emailVerified } = await lockCurrentUser(tx, actor);
    if (!emailVerified) throw new DomainError('conflict', 'email_unconfirmed', joinOrdersMessages.unconfirmed);
    const guestIds = await lockGuestsOf(tx, email);
    if (guestIds.length === 0) return;
    await moveCustomerSales(tx, guestIds, id);
    await updateOwnerOfOrders(tx, guestIds, id);
  });
