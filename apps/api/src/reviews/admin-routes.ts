import * as operations from '@shop/contracts/reviews/admin-operations';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseReviews, getReview, moderateReview, removePhoto, replyToReview } from './admin.ts';

export const adminReviewRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.listAllReviews, { access: 'reviews.read' }, async ({ query }, reply) => {
    const { reviews, next } = await browseReviews(app.db, query);
    setNextLink(reply, '/api/admin/reviews', query, next);
    return reviews;
  });

  handle(app, operations.moderateReview, { access: 'reviews.moderate', rate: 'cart' }, ({ actor, params, body }) =>
    moderateReview(app.db, actor, params.id, body),
  );

  handle(app, operations.getReviewForStaff, { access: 'reviews.read' }, ({ params }) => getReview(app.db, params.id));

  handle(app, operations.replyToReview, { access: 'reviews.moderate', rate: 'cart' }, ({ actor, params, body }) =>
    replyToReview(app.db, actor, params.id, body),
  );

  handle(app, operations.removeReviewPhoto, { access: 'reviews.moderate', rate: 'cart' }, ({ actor, params }) =>
    removePhoto(app.db, actor, params.id, params.photo),
  );
};
