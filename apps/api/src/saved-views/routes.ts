import { CreatedResponse } from '@shop/contracts/common/schema';
import * as operations from '@shop/contracts/saved-views/admin-operations';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { browseViews, createView, editView, removeView } from './service.ts';

export const viewRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.listViews, { access: 'admin.access', rate: 'search' }, ({ actor, query }) =>
    browseViews(app.db, actor, query.list),
  );

  handle(app, operations.createView, { access: 'admin.access', rate: 'cart' }, (request) =>
    runIdempotent(app.db, keyedCall(request), CreatedResponse, (tx) => createView(tx, request.actor, request.body)),
  );

  handle(app, operations.editView, { access: 'admin.access', rate: 'cart' }, ({ actor, params, body }) =>
    editView(app.db, actor, params.id, body),
  );

  handle(app, operations.deleteView, { access: 'admin.access', rate: 'cart' }, async (request) => {
    await runOnceWithoutResponse(app.db, request, (tx) => removeView(tx, request.actor, request.params.id));
  });
};
