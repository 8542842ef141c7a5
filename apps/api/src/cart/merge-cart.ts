import { cartMessages } from '@shop/contracts/cart/messages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { releaseRedemptions } from '#discounts/service.ts';
import { releaseReservations } from '#inventory/service.ts';
import type { Db } from '#platform/database/db.ts';
import { lockActiveUser } from '#platform/http/active-user.ts';
import { newToken } from '#platform/http/cookies.ts';
import { type StoredCart, upsertCart, upsertLines } from './change-queries.ts';
import { lockCart } from './checkout-queries.ts';
import {
  countLinesOfBoth,
  deleteCart,
  listLinesOfBoth,
  lockGuestCart,
  moveCheckouts,
  updateBuyer,
  updateCartToGuest,
  updateChoices,
} from './merge-queries.ts';
import {
  CLEARED_CART_COOKIE,
  cartCookie,
  guestToken,
  guestTokenHash,
  hasRoom,
  mergedLines,
  type Owner,
} from './rules.ts';

/** Of a visitor without a session, by the token in the cookie. */
export const mergeGuestCart = (db: Db, token: string, userId: string) =>
  mergeCart(db, { guestTokenHash: guestTokenHash(token) }, userId);

/**
 * Atomic and idempotent: a second call finds no guest cart. The checkouts of the guest's cart follow the buyer: what is
 * paid then is the buyer's order and leaves the cart that has its lines. An open one replaces that of the buyer, or one
 * account could hold the units of any number of guests.
 *
 * Returns false if the lines do not fit into the buyer's cart: they stay in the guest's, with its checkouts.
 */
const mergeCart = (db: Db, owner: Owner, userId: string) =>
  db.transaction(async (tx) => {
    await lockActiveUser(tx, userId);
    // A guest's cart is always locked before a customer's, so that two merges do not deadlock.
    const guest = await tx.run(lockGuestCart(owner));
    if (!guest) return true;
    await tx.run(lockCart(userId));
    const replaced = await updateBuyer(tx, guest.id, userId);
    const fits = hasRoom(await countLinesOfBoth(tx, guest.id, userId));
    if (fits) await mergeLines(tx, guest, userId);
    if (replaced.length > 0) {
      // The most contended rows last, in the order of a checkout.
      await releaseRedemptions(tx, replaced);
      await releaseReservations(tx, replaced);
    }
    return fits;
  });

async function mergeLines(tx: Db, guest: StoredCart, userId: string) {
  const own = await tx.run(upsertCart({ userId }));
  await moveCheckouts(tx, guest, own);
  const lines = await listLinesOfBoth(tx, own.id, guest.id);
  const guestLines = lines.filter(({ ofGuest }) => ofGuest);
  const ownLines = lines.filter(({ ofGuest }) => !ofGuest);

  const merged = mergedLines(
    guestLines,
    ownLines,
    new Map(lines.map(({ variantId, availableQuantity }) => [variantId, availableQuantity])),
  );
  // Delete before insert: lines keep their ids, so that their order stays and an open page can still change them.
  await tx.run(deleteCart(guest.id));
  if (merged.length > 0) await tx.run(upsertLines(own.id, merged));
  const choices = {
    discountCodeId: own.discountCodeId ?? guest.discountCodeId,
    shippingMethod: ownLines.length === 0 ? guest.shippingMethod : own.shippingMethod,
  };
  await tx.run(updateChoices(own.id, choices));
}

/**
 * Merges the guest's cart into the customer's at login. A failed merge does not prevent the login: the cart keeps its
 * cookie, and the next request for the cart retries. Returns a notice for the shopper if its lines do not fit.
 */
export async function takeOverGuestCart(db: Db, request: FastifyRequest, reply: FastifyReply, userId: string) {
  const token = guestToken(request.headers.cookie);
  if (token === undefined) return null;
  try {
    if (!(await mergeGuestCart(db, token, userId))) return cartMessages.fullAtLogin;
    reply.header('set-cookie', CLEARED_CART_COOKIE);
  } catch (error) {
    request.log.warn({ err: error }, NOT_MERGED);
  }
  return null;
}

/**
 * The same at a login from the session of a guest at checkout, or when a guest corrects the address. A cart that is not
 * merged becomes that of a visitor, whose cookie lets the next request retry.
 */
export async function takeOverCarts(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  guestId: string | undefined,
) {
  await takeOverGuestCart(db, request, reply, userId);
  if (guestId === undefined || guestId === userId) return;
  try {
    if (await mergeCart(db, { userId: guestId }, userId)) return;
  } catch (error) {
    request.log.warn({ err: error }, NOT_MERGED);
  }
  const token = newToken();
  if (await updateCartToGuest(db, guestId, guestTokenHash(token))) reply.header('set-cookie', cartCookie(token));
}

const NOT_MERGED = "A guest's cart could not be merged yet.";
