import { NewWishlistItem, WishlistItem } from '@shop/contracts/cart';
import { Id } from '@shop/contracts/common';
import { Problem } from '@shop/contracts/problem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { privately } from '#platform/caching.ts';
import { deleteWish, deleteWishes } from './queries-wishlist.ts';
import { addWish, getWishlist } from './wishlist.ts';

/** Every change answers the whole list as it is after it. */
export const wishlistRoutes: FastifyPluginAsyncZod = async (app) => {
  privately(app);
  const config = { access: 'owner', rate: 'cart' } as const;
  const tags = ['Wishlist'];
  const response = { 200: z.array(WishlistItem), 401: Problem, 404: Problem, 409: Problem, 422: Problem };
  const answer = (userId: string) => getWishlist(app.db, app.pool, userId);

  app.get(
    '/wishlist',
    {
      config: { access: 'owner', rate: 'browse' },
      schema: { tags, summary: 'What the customer likes, the newest first', response },
    },
    ({ actor }) => answer(actor.id),
  );

  app.post(
    '/wishlist',
    {
      config,
      schema: { tags, summary: 'Adds a product; what is there already stays', body: NewWishlistItem, response },
    },
    async ({ actor, body }) => {
      await addWish(app.db, actor.id, body.productId);
      return answer(actor.id);
    },
  );

  app.delete(
    '/wishlist/:productId',
    {
      config,
      schema: { tags, summary: 'Removes a product', params: z.object({ productId: Id }), response },
    },
    async ({ actor, params }) => {
      await deleteWish(app.db, actor.id, params.productId);
      return answer(actor.id);
    },
  );

  app.delete('/wishlist', { config, schema: { tags, summary: 'Removes everything', response } }, async ({ actor }) => {
    await deleteWishes(app.db, actor.id);
    return answer(actor.id);
  });
};
