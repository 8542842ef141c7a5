import { CreatedResponse } from '@shop/contracts/common/schema';
import * as operations from '@shop/contracts/orders/operations';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/db.ts';
import { findSessionsOnCheckoutPool } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { cancelOrder, setStatus } from './change-status.ts';
import { getOrder } from './service.ts';

export const orderStatusRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  findSessionsOnCheckoutPool(app);
  const db = app.checkoutDb;

  /** Stores only the id as the response, and reads the order: a stored address would outlive its account. */
  async function applyChange(request: FastifyRequest<{ Params: { id: string } }>, change: (tx: Db) => Promise<void>) {
    const { id } = await runIdempotent(db, keyedCall(request), CreatedResponse, async (tx) => {
      await change(tx);
      return { id: request.params.id };
    });
    return getOrder(db, request.actor, id);
  }

  handle(app, operations.cancelOrder, { access: 'owner', rate: 'write', guests: true, orderLink: true }, (request) =>
    applyChange(request, (tx) => cancelOrder(tx, request.actor, request.params.id)),
  );

  // Staff members who pack orders set many statuses in a minute.
  handle(app, operations.setOrderStatus, { access: 'orders.update-status', rate: 'browse', dryRun: true }, (request) =>
    applyChange(request, (tx) => setStatus(tx, request.actor, request.params.id, request.body)),
  );
};
