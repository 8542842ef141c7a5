import * as operations from '@shop/contracts/reviews/operations';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { getOwnReview, writeReview } from './service.ts';
import { voteHelpful } from './votes.ts';

export const reviewRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.getOwnReview, { access: 'owner' }, ({ actor, params }) =>
    getOwnReview(app.db, actor, params.product),
  );

  handle(app, operations.createReview, { access: 'owner', rate: 'write' }, ({ actor, params, body }) =>
    writeReview(app.db, actor, params.product, body),
  );

  handle(app, operations.voteHelpful, { access: 'owner', rate: 'cart' }, ({ actor, params, body }) =>
    voteHelpful(app.db, actor, params.id, body),
  );
};
