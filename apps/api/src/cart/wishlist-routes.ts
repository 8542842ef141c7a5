import { NewWishlistItem, WishlistItem } from '@shop/contracts/cart/schema';
import { Id } from '@shop/contracts/common/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { addWishlistItem, getWishlist } from './wishlist.ts';
import { deleteWishlistItem, deleteWishlistItems } from './wishlist-queries.ts';

/** Every change returns the whole updated list. */
export const wishlistRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  const config = { access: 'owner', rate: 'cart' } as const;
  const tags = ['Wishlist'];
  const response = { 200: z.array(WishlistItem) };
  const wishlistOf = (userId: string) => getWishlist(app.db, userId);

  app.get(
    '/wishlist',
    {
      config: { access: 'owner', rate: 'browse' },
      schema: {
        operationId: 'listWishlistItems',
        tags,
        summary: 'List the wishlist, newest first',
        response,
      },
    },
    ({ actor }) => wishlistOf(actor.id),
  );

  app.post(
    '/wishlist',
    {
      config,
      schema: {
        operationId: 'addWishlistItem',
        tags,
        summary: 'Add a product to the wishlist',
        body: NewWishlistItem,
        response,
        errors: { 404: ['product_not_found'], 409: ['wishlist_full'] },
      },
    },
    async ({ actor, body }) => {
      await addWishlistItem(app.db, actor.id, body.productId);
      return wishlistOf(actor.id);
    },
  );

  app.delete(
    '/wishlist/:productId',
    {
      config,
      schema: {
        operationId: 'removeWishlistItem',
        tags,
        summary: 'Remove a product from the wishlist',
        params: z.object({ productId: Id }),
        response,
      },
    },
    async ({ actor, params }) => {
      await deleteWishlistItem(app.db, actor.id, params.productId);
      return wishlistOf(actor.id);
    },
  );

  app.delete(
    '/wishlist',
    {
      config,
      schema: {
        operationId: 'clearWishlist',
        tags,
        summary: 'Clear the wishlist',
        response,
      },
    },
    async ({ actor }) => {
      await deleteWishlistItems(app.db, actor.id);
      return wishlistOf(actor.id);
    },
  );
};
