import { CreatedResponse } from '@shop/contracts/common/schema';
import * as operations from '@shop/contracts/returns/operations';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { crashPoint } from '#platform/crash-point.ts';
import type { Db } from '#platform/database/db.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { adminReturnRoutes } from './admin-routes.ts';
import { giftRoutes } from './gift-routes.ts';
import { cancelReturn, getReturnOptions, requestReturn } from './service.ts';

export const returnRoutes: FastifyPluginAsync<{ acceptedAuthSecrets: readonly string[] }> = async (app, options) => {
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

  handle(app, operations.getReturnOptions, { access: 'owner', guests: true, orderLink: true }, ({ actor, params }) =>
    getReturnOptions(db, actor, params.id),
  );

  handle(app, operations.requestReturn, { access: 'owner', rate: 'write', guests: true, orderLink: true }, (request) =>
    applyChange(request, (tx) => requestReturn(tx, request.actor, request.params.id, request.body)),
  );

  handle(app, operations.cancelReturn, { access: 'owner', rate: 'write', guests: true, orderLink: true }, (request) => {
    const { id, returnId } = request.params;
    return applyChange(request, (tx) => cancelReturn(tx, request.actor, id, returnId));
  });
};
