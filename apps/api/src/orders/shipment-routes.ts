import { CreatedResponse } from '@shop/contracts/common/schema';
import * as operations from '@shop/contracts/orders/admin-operations';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { listPackingOrders } from './packing.ts';
import { createShipment, editShipment } from './shipments.ts';

/** Staff members who pack orders ship many in a minute, so their rate class is `browse`. */
export const shipmentRoutes: FastifyPluginAsync<{ authSecret: string }> = async (app, { authSecret }) => {
  withoutCaching(app);
  const db = app.checkoutDb;

  handle(app, operations.listPackingOrders, { access: 'orders.read' }, ({ query }) =>
    listPackingOrders(app.db, query.id, authSecret),
  );

  handle(app, operations.createShipment, { access: 'orders.update-status', rate: 'browse', dryRun: true }, (request) =>
    runIdempotent(db, keyedCall(request), CreatedResponse, (tx) =>
      createShipment(tx, request.actor, request.params.id, request.body),
    ),
  );

  handle(app, operations.editShipment, { access: 'orders.update-status', rate: 'browse' }, (request) => {
    const { id, shipmentId } = request.params;
    return runIdempotent(db, keyedCall(request), CreatedResponse, (tx) =>
      editShipment(tx, request.actor, id, shipmentId, request.body),
    );
  });
};
