import { Id } from '@shop/contracts/common/schema';
import { AdminReview, AdminReviewQuery, ReplyForm, ReviewDecision } from '@shop/contracts/reviews/admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseReviews, getReview, moderateReview, removePhoto, replyToReview } from './admin.ts';

const tags = ['Admin: reviews'];
const params = z.object({ id: Id });

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
        summary: 'Approve or reject a review, with a reason for its author',
        params,
        body: ReviewDecision,
        response: { 200: ReviewDecision },
        errors: { 404: ['review_not_found'] },
      },
    },
    ({ actor, params, body }) => moderateReview(app.db, actor, params.id, body),
  );

  app.get(
    '/admin/reviews/:id',
    {
      config: { access: 'reviews.read' },
      schema: {
        operationId: 'getReviewForStaff',
        tags,
        summary: 'Get a review',
        params,
        response: { 200: AdminReview },
        errors: { 404: ['review_not_found'] },
      },
    },
    ({ params }) => getReview(app.db, params.id),
  );

  app.put(
    '/admin/reviews/:id/reply',
    {
      config: { access: 'reviews.moderate', rate: 'cart' },
      schema: {
        operationId: 'replyToReview',
        tags,
        summary: 'Reply to an approved review in public, or remove the reply',
        params,
        body: ReplyForm,
        response: { 200: AdminReview },
        errors: { 404: ['review_not_found'], 409: ['review_not_approved', 'account_changed'] },
      },
    },
    ({ actor, params, body }) => replyToReview(app.db, actor, params.id, body),
  );

  app.delete(
    '/admin/reviews/:id/photos/:photo',
    {
      config: { access: 'reviews.moderate', rate: 'cart' },
      schema: {
        operationId: 'removeReviewPhoto',
        tags,
        summary: 'Remove a photo of a review and delete its file',
        params: params.extend({ photo: Id }),
        response: { 200: AdminReview },
        errors: { 404: ['review_not_found', 'photo_not_found'] },
      },
    },
    ({ actor, params }) => removePhoto(app.db, actor, params.id, params.photo),
  );
};
