import { CreatedResponse, Id } from '@shop/contracts/common/schema';
import { PackingOrder, PackingQuery } from '@shop/contracts/orders/packing-schema';
import { NewShipment, ShipmentEdit } from '@shop/contracts/orders/shipment-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { IdempotencyHeaders, keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { listPackingOrders } from './packing.ts';
import { createShipment, editShipment } from './service.ts';

const tags = ['Admin: orders'];

/** Staff members who pack orders ship many in a minute, so their rate class is `browse`. */
export const shipmentRoutes: FastifyPluginAsyncZod<{ authSecret: string }> = async (app, { authSecret }) => {
  withoutCaching(app);
  const db = app.checkoutDb;

  app.get(
    '/admin/orders/packing',
    {
      config: { access: 'orders.read' },
      schema: {
        operationId: 'listPackingOrders',
        tags,
        summary: 'List what packing slips and pick lists of up to 50 orders need, in the order of the ids',
        querystring: PackingQuery,
        response: { 200: z.array(PackingOrder) },
      },
    },
    ({ query }) => listPackingOrders(app.db, query.id, authSecret),
  );

  app.post(
    '/admin/orders/:id/shipments',
    {
      config: { access: 'orders.update-status', rate: 'browse', dryRun: true },
      schema: {
        operationId: 'createShipment',
        tags,
        summary: 'Ship units of an order. The last ones set its status to shipped',
        params: z.object({ id: Id }),
        headers: IdempotencyHeaders,
        body: NewShipment,
        response: { 200: CreatedResponse },
        errors: { 404: ['order_not_found'], 409: ['shipment_not_allowed', 'units_not_left'] },
      },
    },
    (request) =>
      runIdempotent(db, keyedCall(request), CreatedResponse, (tx) =>
        createShipment(tx, request.actor, request.params.id, request.body),
      ),
  );

  app.put(
    '/admin/orders/:id/shipments/:shipmentId',
    {
      config: { access: 'orders.update-status', rate: 'browse' },
      schema: {
        operationId: 'editShipment',
        tags,
        summary: 'Correct carrier and tracking of a shipment. Sends no email',
        params: z.object({ id: Id, shipmentId: Id }),
        headers: IdempotencyHeaders,
        body: ShipmentEdit,
        response: { 200: CreatedResponse },
        errors: { 404: ['order_not_found', 'shipment_not_found'] },
      },
    },
    (request) => {
      const { id, shipmentId } = request.params;
      return runIdempotent(db, keyedCall(request), CreatedResponse, (tx) =>
        editShipment(tx, request.actor, id, shipmentId, request.body),
      );
    },
  );
};
