import { AdminReview, AdminReviewQuery, ReviewDecision } from '@shop/contracts/admin-reviews';
import { Id } from '@shop/contracts/common';
import { Problem } from '@shop/contracts/problem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { privately } from '#platform/caching.ts';
import { linkNext } from '#platform/paging.ts';
import { browseReviews, decideReview } from './desk.ts';

const tags = ['Admin: reviews'];
const refusals = { 401: Problem, 403: Problem, 404: Problem, 422: Problem };

export const adminReviewRoutes: FastifyPluginAsyncZod = async (app) => {
  privately(app);

  app.get(
    '/admin/reviews',
    {
      config: { access: 'reviews.see' },
      schema: {
        tags,
        summary: 'Reviews in one state, or all, newest first',
        querystring: AdminReviewQuery,
        response: { 200: z.array(AdminReview), ...refusals },
      },
    },
    async ({ query }, reply) => {
      const { reviews, next } = await browseReviews(app.db, query);
      linkNext(reply, '/api/admin/reviews', query, next);
      return reviews;
    },
  );

  app.put(
    '/admin/reviews/:id/status',
    {
      config: { access: 'reviews.moderate', rate: 'cart' },
      schema: {
        tags,
        summary: 'Shows a review, or rejects it; the rating counts those that are shown',
        params: z.object({ id: Id }),
        body: ReviewDecision,
        response: { 200: ReviewDecision, ...refusals },
      },
    },
    ({ actor, params, body }) => decideReview(app.db, actor, params.id, body),
  );
};
