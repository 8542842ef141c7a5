import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/db.ts';
import { lockActiveUser } from '#platform/http/active-user.ts';
import { newToken } from '#platform/http/cookies.ts';
import { upsertCart, upsertLines } from './change-queries.ts';
import { deleteCart, listLinesOfBoth, lockGuestCart, updateCartToGuest, updateChoices } from './merge-queries.ts';
import { assertRoom, CLEARED_CART_COOKIE, cartCookie, guestToken, guestTokenHash, mergedLines } from './rules.ts';

/** Atomic and idempotent: a second call finds no guest cart. */
export const mergeGuestCart = (db: Db, token: string, userId: string) =>
  db.transaction(async (tx) => {
    await lockActiveUser(tx, userId);
    // A guest's cart is always locked before a customer's, so that two merges do not deadlock.
    const guest = await lockGuestCart(tx, guestTokenHash(token));
    if (!guest) return;
    const own = await upsertCart(tx, { userId });
    const lines = await listLinesOfBoth(tx, own.id, guest.id);
    const guestLines = lines.filter(({ ofGuest }) => ofGuest);
    const ownLines = lines.filter(({ ofGuest }) => !ofGuest);

    const merged = mergedLines(
      guestLines,
      ownLines,
      new Map(lines.map(({ variantId, availableQuantity }) => [variantId, availableQuantity])),
    );
    assertRoom(merged.length, ownLines.length);
    // Delete before insert: lines keep their ids, so that their order stays and an open page can still change them.
    await deleteCart(tx, guest.id);
    await upsertLines(tx, own.id, merged);
    await updateChoices(tx, own.id, {
      discountCodeId: own.discountCodeId ?? guest.discountCodeId,
      shippingMethod: ownLines.length === 0 ? guest.shippingMethod : own.shippingMethod,
    });
  });

/**
 * Merges the guest's cart into the customer's at login. A failed merge does not prevent the login: the cart keeps its
 * cookie, and the next request for the cart retries.
 */
export async function takeOverGuestCart(db: Db, request: FastifyRequest, reply: FastifyReply, userId: string) {
  const token = guestToken(request.headers.cookie);
  if (token === undefined) return;
  try {
    await mergeGuestCart(db, token, userId);
    reply.header('set-cookie', CLEARED_CART_COOKIE);
  } catch (error) {
    request.log.warn({ err: error }, "A guest's cart could not be merged yet.");
  }
}

/**
 * The same at a login from the session of a guest at checkout, whose cart becomes that of a visitor first. If its merge
 * fails, its cookie lets the next request retry.
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
  const token = newToken();
  try {
    if (!(await updateCartToGuest(db, guestId, guestTokenHash(token)))) return;
    await mergeGuestCart(db, token, userId);
  } catch (error) {
    reply.header('set-cookie', cartCookie(token));
    request.log.warn({ err: error }, "A guest's cart could not be merged yet.");
  }
}
