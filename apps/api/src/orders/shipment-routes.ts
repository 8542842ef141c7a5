import { CreatedResponse } from '@shop/contracts/common/schema';
import * as operations from '@shop/contracts/orders/admin-operations';
import type { PackingOrder } from '@shop/contracts/orders/packing-schema';
import type { FastifyPluginAsync } from 'fastify';
import { giftPath } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { text, uuid } from '#platform/database/row.ts';
import { all } from '#platform/database/sql.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { listOrdersById } from './queries.ts';
import { giftLinkOf, ownOrder } from './rules.ts';
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

/** In the order of the ids, each once; unknown ones are left out. */
async function listPackingOrders(db: Db, ids: string[], authSecret: string): Promise<PackingOrder[]> {
  const [rows, customers] = await Promise.all([db.run(listOrdersById(ids)), db.run(listCustomerNames(ids))]);
  const orders = new Map(rows.map((row) => [row.id, { ...ownOrder(row), giftLink: giftLinkOf(row) }]));
  const names = new Map(customers.map(({ orderId, name }) => [orderId, name]));
  return [...new Set(ids.map((id) => id.toLowerCase()))].flatMap((orderId) => {
    const order = orders.get(orderId);
    if (!order) return [];
    const { id, number, createdAt, status, shippingMethod, shippingAddress, gift, giftLink, items, shipments } = order;
    return {
      id,
      number,
      createdAt,
      status,
      shippingMethod,
      shippingAddress,
      gift: gift && { ...gift, path: giftPath(giftLink, authSecret) },
      customer: names.get(id) ?? '',
      items,
      shipments: shipments.length,
    };
  });
}

const listCustomerNames = (orderIds: string[]) =>
  all('orders.listCustomerNames', { orderId: uuid, name: text })`
    select o.id as order_id, u.name from orders o join users u on u.id = o.user_id
     where o.id = any (${orderIds}::uuid[])`;
