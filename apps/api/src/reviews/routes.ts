import { Problem } from '@shop/contracts/common/problem';
import { Id } from '@shop/contracts/common/schema';
import { NewReview, OwnReview } from '@shop/contracts/reviews/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { getOwnReview, writeReview } from './service.ts';

const tags = ['Reviews'];
const params = z.object({ id: Id });

export const reviewRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/products/:id/own-review',
    {
      config: { access: 'owner' },
      schema: {
        tags,
        summary: 'Get your review of a product and whether you can write one',
        params,
        response: { 200: OwnReview, 401: Problem, 422: Problem },
      },
    },
    ({ actor, params }) => getOwnReview(app.db, actor, params.id),
  );

  app.post(
    '/products/:id/reviews',
    {
      config: { access: 'owner', rate: 'write' },
      schema: {
        tags,
        summary: 'Review a product you’ve received',
        params,
        body: NewReview,
        response: { 200: OwnReview, 401: Problem, 403: Problem, 409: Problem, 422: Problem },
      },
    },
    ({ actor, params, body }) => writeReview(app.db, actor, params.id, body),
  );
};
