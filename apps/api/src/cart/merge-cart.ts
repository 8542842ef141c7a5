import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db.ts';
import { lockActiveUser } from '#platform/active-user.ts';
import { upsertCart, upsertLines } from './queries-change.ts';
import { deleteCart, listLinesOfBoth, lockGuestCart, updateChoices } from './queries-merge.ts';
import { assertRoom, CLEARED_CART_COOKIE, guestToken, guestTokenHash, mergedLines } from './rules.ts';

/** All of it or nothing. Who comes second finds the guest's cart gone, and nothing left to do. */
export const mergeGuestCart = (db: Db, token: string, userId: string) =>
  db.transaction(async (tx) => {
    await lockActiveUser(tx, userId);
    // Nobody locks a guest's cart after a customer's, so two merges never wait for each other in a circle.
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
    // First out, then in: lines keep their ids, so that their order stays and a page still open can change them.
    await deleteCart(tx, guest.id);
    await upsertLines(tx, own.id, merged);
    await updateChoices(tx, own.id, {
      promoCodeId: own.promoCodeId ?? guest.promoCodeId,
      shippingMethod: ownLines.length === 0 ? guest.shippingMethod : own.shippingMethod,
    });
  });

/**
 * What a visitor put into the cart before they signed in comes along. Nobody is kept out for the sake of a cart: one
 * that cannot be merged now waits behind its cookie, and the next look at the cart tries again.
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
