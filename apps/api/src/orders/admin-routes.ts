import { CreatedResponse } from '@shop/contracts/common/schema';
import { MINUTE_MS } from '@shop/contracts/common/time';
import * as operations from '@shop/contracts/orders/admin-operations';
import { NewOrderBatch, OrderBatch, OrderImport, OrderImportResult } from '@shop/contracts/orders/admin-schema';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent, runOnceWithKey } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { addNote, getAdminOrder, issuePartialRefund, resendOrderEmail } from './admin-actions.ts';
import { browseAllOrders } from './admin-list.ts';
import { getBatch, importStatuses, importStatusesDry, startBatch, stopBatch, updateOrdersDry } from './bulk.ts';
import { exportOrders } from './export.ts';
import { revokeLinks } from './links.ts';

const MIB = 1_048_576;

export const adminOrderRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  const db = app.checkoutDb;

  handle(app, operations.listAllOrders, { access: 'orders.read' }, async ({ query }, reply) => {
    const { orders, next } = await browseAllOrders(app.db, query);
    setNextLink(reply, '/api/admin/orders', query, next);
    return orders;
  });

  handle(
    app,
    operations.exportOrders,
    { access: 'orders.export', rate: 'search', handlerTimeout: 30 * MINUTE_MS },
    async (request, reply) => sendCsv(request, reply, 'orders.csv', await exportOrders(app.db, request, request.query)),
  );

  handle(app, operations.getAdminOrder, { access: 'orders.read' }, ({ params }) => getAdminOrder(app.db, params.id));

  handle(app, operations.addOrderNote, { access: 'orders.note', rate: 'cart' }, (request) =>
    runIdempotent(db, keyedCall(request), CreatedResponse, (tx) =>
      addNote(tx, request.actor, request.params.id, request.body.body),
    ),
  );

  handle(app, operations.refundOrder, { access: 'orders.refund', rate: 'cart', dryRun: true }, (request) =>
    runIdempotent(db, keyedCall(request), CreatedResponse, (tx) =>
      issuePartialRefund(tx, request.actor, request.params.id, request.body),
    ),
  );

  handle(app, operations.resendOrderEmail, { access: 'orders.resend-email', rate: 'cart' }, (request) => {
    const { id, emailId } = request.params;
    return runIdempotent(db, keyedCall(request), CreatedResponse, (tx) =>
      resendOrderEmail(tx, request.actor, id, emailId),
    );
  });

  handle(app, operations.revokeOrderLinks, { access: 'orders.resend-email', rate: 'cart' }, (request) =>
    runIdempotent(db, keyedCall(request), CreatedResponse, (tx) =>
      revokeLinks(tx, request.actor, request.params.id, request.body.link),
    ),
  );

  handle(
    app,
    operations.createOrderBatch,
    {
      access: 'orders.update-status',
      rate: 'cart',
      dryRun: ({ actor, body }) => updateOrdersDry(db, actor, updatesOf(NewOrderBatch.parse(body))),
      bodyLimit: MIB,
    },
    (request) => {
      const updates = updatesOf(request.body);
      return runIdempotent(db, keyedCall(request), CreatedResponse, (tx) => startBatch(tx, request.actor, updates));
    },
  );

  handle(app, operations.getOrderBatch, { access: 'orders.read' }, ({ params }) => getBatch(app.db, params.id));

  handle(app, operations.stopOrderBatch, { access: 'orders.update-status', rate: 'write' }, (request) =>
    runOnceWithKey(db, request, OrderBatch, (tx) => stopBatch(tx, request.actor, request.params.id)),
  );

  handle(
    app,
    operations.importOrderStatuses,
    {
      access: 'orders.update-status',
      rate: 'cart',
      dryRun: ({ actor, body }) => importStatusesDry(db, actor, OrderImport.parse(body)),
      bodyLimit: 4 * MIB,
    },
    (request) =>
      runIdempotent(db, keyedCall(request), OrderImportResult, (tx) => importStatuses(tx, request.actor, request.body)),
  );
};

const updatesOf = ({ orderIds, status }: NewOrderBatch) =>
  [...new Set(orderIds)].map((orderId) => ({ orderId, status }));
