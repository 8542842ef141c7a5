import { Id } from '@shop/contracts/common/schema';
import { HelpfulCount, HelpfulVote, NewReview, OwnReview } from '@shop/contracts/reviews/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { getOwnReview, writeReview } from './service.ts';
import { voteHelpful } from './votes.ts';

const tags = ['Reviews'];
const params = z.object({ product: Id.describe('The id of the product') });

export const reviewRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/products/:product/own-review',
    {
      config: { access: 'owner' },
      schema: {
        operationId: 'getOwnReview',
        tags,
        summary: 'Get your review of a product and whether you can write one',
        params,
        response: { 200: OwnReview },
      },
    },
    ({ actor, params }) => getOwnReview(app.db, actor, params.product),
  );

  app.post(
    '/products/:product/reviews',
    {
      config: { access: 'owner', rate: 'write' },
      schema: {
        operationId: 'createReview',
        tags,
        summary: 'Review a product you’ve received',
        params,
        body: NewReview,
        response: { 200: OwnReview },
        errors: {
          403: ['not_a_verified_buyer'],
          409: ['already_reviewed'],
          422: ['size_not_bought', 'product_without_sizes', 'photo_not_found'],
        },
      },
    },
    ({ actor, params, body }) => writeReview(app.db, actor, params.product, body),
  );

  app.put(
    '/reviews/:id/helpful',
    {
      config: { access: 'owner', rate: 'cart' },
      schema: {
        operationId: 'voteHelpful',
        tags,
        summary: 'Mark a review as helpful, or withdraw the mark',
        params: z.object({ id: Id }),
        body: HelpfulVote,
        response: { 200: HelpfulCount },
        errors: { 403: ['own_review'], 404: ['review_not_found'] },
      },
    },
    ({ actor, params, body }) => voteHelpful(app.db, actor, params.id, body),
  );
};
