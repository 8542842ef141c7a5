import * as operations from '@shop/contracts/cart/operations';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { addWishlistItem, getWishlist } from './wishlist.ts';
import { deleteWishlistItem, deleteWishlistItems } from './wishlist-queries.ts';

/** Every change returns the whole updated list. */
export const wishlistRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  const wishlistOf = (userId: string) => getWishlist(app.db, userId);

  handle(app, operations.listWishlistItems, { access: 'owner', rate: 'browse' }, ({ actor }) => wishlistOf(actor.id));

  handle(app, operations.addWishlistItem, { access: 'owner', rate: 'cart' }, async ({ actor, body }) => {
    await addWishlistItem(app.db, actor.id, body.productId);
    return wishlistOf(actor.id);
  });

  handle(app, operations.removeWishlistItem, { access: 'owner', rate: 'cart' }, async ({ actor, params }) => {
    await app.db.run(deleteWishlistItem(actor.id, params.productId));
    return wishlistOf(actor.id);
  });

  handle(app, operations.clearWishlist, { access: 'owner', rate: 'cart' }, async ({ actor }) => {
    await app.db.run(deleteWishlistItems(actor.id));
    return wishlistOf(actor.id);
  });
};
