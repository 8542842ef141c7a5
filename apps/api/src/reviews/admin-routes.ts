import { Id } from '@shop/contracts/common/schema';
import { AdminReview, AdminReviewQuery, ReviewDecision } from '@shop/contracts/reviews/admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseReviews, moderateReview } from './admin.ts';

const tags = ['Admin: reviews'];

export const adminReviewRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/reviews',
    {
      config: { access: 'reviews.read' },
      schema: {
        operationId: 'listAllReviews',
        tags,
        summary: 'List reviews by status, newest first by default',
        querystring: AdminReviewQuery,
        response: { 200: z.array(AdminReview) },
        responseHeaders: { 200: ['Link'] },
      },
    },
    async ({ query }, reply) => {
      const { reviews, next } = await browseReviews(app.db, query);
      setNextLink(reply, '/api/admin/reviews', query, next);
      return reviews;
    },
  );

  app.put(
    '/admin/reviews/:id/status',
    {
      config: { access: 'reviews.moderate', rate: 'cart' },
      schema: {
        operationId: 'moderateReview',
        tags,
        summary: 'Approve or reject a review',
        params: z.object({ id: Id }),
        body: ReviewDecision,
        response: { 200: ReviewDecision },
        errors: { 404: ['review_not_found'] },
      },
    },
    ({ actor, params, body }) => moderateReview(app.db, actor, params.id, body),
  );
};
