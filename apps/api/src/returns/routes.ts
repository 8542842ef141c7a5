import { CreatedResponse, Id } from '@shop/contracts/common/schema';
import { NewReturn, ReturnOptions } from '@shop/contracts/returns/schema';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { crashPoint } from '#platform/crash-point.ts';
import type { Db } from '#platform/database/db.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { IdempotencyHeaders, keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { adminReturnRoutes } from './admin-routes.ts';
import { giftRoutes } from './gift-routes.ts';
import { cancelReturn, getReturnOptions, requestReturn } from './service.ts';

const tags = ['Returns'];
const params = z.object({ id: Id });

export const returnRoutes: FastifyPluginAsyncZod<{ acceptedAuthSecrets: readonly string[] }> = async (app, options) => {
  withoutCaching(app);
  await app.register(adminReturnRoutes);
  await app.register(giftRoutes, { acceptedAuthSecrets: options.acceptedAuthSecrets });
  const { db } = app;

  /** Stores only the id as the response, and reads the rest: a stored comment would outlive its account. */
  async function applyChange(
    request: FastifyRequest<{ Params: { id: string } }>,
    change: (tx: Db) => Promise<{ id: string }>,
  ) {
    await runIdempotent(db, keyedCall(request), CreatedResponse, change);
    crashPoint('R2');
    return getReturnOptions(db, request.actor, request.params.id);
  }

  app.get(
    '/orders/:id/returns',
    {
      config: { access: 'owner', guests: true, orderLink: true },
      schema: {
        operationId: 'getReturnOptions',
        tags,
        summary: 'Get what can be returned of an order, and its returns',
        params,
        response: { 200: ReturnOptions },
        errors: { 404: ['order_not_found'] },
      },
    },
    ({ actor, params }) => getReturnOptions(db, actor, params.id),
  );

  app.post(
    '/orders/:id/returns',
    {
      config: { access: 'owner', rate: 'write', guests: true, orderLink: true },
      schema: {
        operationId: 'requestReturn',
        tags,
        summary: 'Request a return. The sizes of an exchange are reserved',
        params,
        headers: IdempotencyHeaders,
        body: NewReturn,
        response: { 200: ReturnOptions },
        errors: { 404: ['order_not_found'], 409: ['return_not_allowed', 'items_not_returnable', 'size_sold_out'] },
      },
    },
    (request) => applyChange(request, (tx) => requestReturn(tx, request.actor, request.params.id, request.body)),
  );

  app.post(
    '/orders/:id/returns/:returnId/cancellation',
    {
      config: { access: 'owner', rate: 'write', guests: true, orderLink: true },
      schema: {
        operationId: 'cancelReturn',
        tags,
        summary: 'Cancel a return that has not arrived. Its exchange is no longer reserved',
        params: z.object({ id: Id, returnId: Id }),
        headers: IdempotencyHeaders,
        response: { 200: ReturnOptions },
        errors: { 404: ['order_not_found', 'return_not_found'], 409: ['return_not_cancellable'] },
      },
    },
    (request) => {
      const { id, returnId } = request.params;
      return applyChange(request, (tx) => cancelReturn(tx, request.actor, id, returnId));
    },
  );
};
