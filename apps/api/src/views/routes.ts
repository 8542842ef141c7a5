import { NewView, SavedView, ViewEdit, ViewList } from '@shop/contracts/admin/view-schema';
import { CreatedResponse, Id } from '@shop/contracts/common/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import {
  IdempotencyHeaders,
  keyedCall,
  OptionalIdempotencyHeaders,
  runIdempotent,
  runOnceWithoutResponse,
} from '#platform/http/idempotency.ts';
import { browseViews, createView, editView, removeView } from './service.ts';

const tags = ['Admin: saved views'];
const params = z.object({ id: Id });
const write = { config: { access: 'admin.access', rate: 'cart' } } as const;

export const viewRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/views',
    {
      config: { access: 'admin.access', rate: 'search' },
      schema: {
        operationId: 'listViews',
        tags,
        summary: 'List the views of a list with their counts. Requires the permission to read the list',
        querystring: z.strictObject({ list: ViewList }),
        response: { 200: z.array(SavedView) },
      },
    },
    ({ actor, query }) => browseViews(app.db, actor, query.list),
  );

  app.post(
    '/admin/views',
    {
      ...write,
      schema: {
        operationId: 'createView',
        tags,
        summary: 'Save the filters and sort order of a list as a view',
        headers: IdempotencyHeaders,
        body: NewView,
        response: { 200: CreatedResponse },
        errors: { 409: ['name_taken', 'too_many_views'], 422: ['view_query_invalid'] },
      },
    },
    (request) =>
      runIdempotent(app.db, keyedCall(request), CreatedResponse, (tx) => createView(tx, request.actor, request.body)),
  );

  app.put(
    '/admin/views/:id',
    {
      ...write,
      schema: {
        operationId: 'editView',
        tags,
        summary: 'Change name, filters and sharing of an own view',
        params,
        body: ViewEdit,
        response: { 200: CreatedResponse },
        errors: { 404: ['view_not_found'], 409: ['name_taken'], 422: ['view_query_invalid'] },
      },
    },
    ({ actor, params, body }) => editView(app.db, actor, params.id, body),
  );

  app.delete(
    '/admin/views/:id',
    {
      ...write,
      schema: {
        operationId: 'deleteView',
        tags,
        summary: 'Delete an own view',
        params,
        headers: OptionalIdempotencyHeaders,
        response: { 204: z.null() },
        errors: { 404: ['view_not_found'] },
      },
    },
    async (request, reply) => {
      await runOnceWithoutResponse(app.db, request, (tx) => removeView(tx, request.actor, request.params.id));
      return reply.status(204).send(null);
    },
  );
};
