import { CreatedResponse } from '@shop/contracts/common/schema';
import * as operations from '@shop/contracts/returns/admin-operations';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { crashPoint } from '#platform/crash-point.ts';
import type { Db } from '#platform/database/db.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseReturns, decideReturn, getAdminReturn, refundReturn } from './admin.ts';
import { deliverExchange, shipExchange } from './exchange.ts';
import { receiveReturn } from './receive.ts';
import { exportReasons, reportReasons } from './report.ts';

export const adminReturnRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  const { db } = app;

  async function applyStep(request: FastifyRequest, step: (tx: Db) => Promise<{ id: string }>) {
    const done = await runIdempotent(db, keyedCall(request), CreatedResponse, step);
    crashPoint('R6');
    return done;
  }

  handle(app, operations.listReturns, { access: 'orders.read' }, async ({ query }, reply) => {
    const { returns, next } = await browseReturns(db, query);
    setNextLink(reply, '/api/admin/returns', query, next);
    return returns;
  });

  handle(app, operations.getReturnReasons, { access: 'analytics.read' }, ({ query, readDb }) =>
    reportReasons(readDb, query),
  );

  handle(app, operations.exportReturnReasons, { access: 'analytics.read' }, async (request, reply) => {
    const { name, text } = await exportReasons(request.readDb, request.query);
    return sendCsv(request, reply, name, text);
  });

  handle(app, operations.getReturn, { access: 'orders.read' }, ({ params }) => getAdminReturn(db, params.id));

  handle(app, operations.decideReturn, { access: 'orders.update-status', rate: 'cart' }, (request) =>
    applyStep(request, (tx) => decideReturn(tx, request.actor, request.params.id, request.body)),
  );

  handle(app, operations.receiveReturn, { access: 'orders.update-status', rate: 'cart' }, (request) =>
    applyStep(request, (tx) => receiveReturn(tx, request.actor, request.params.id, request.body)),
  );

  handle(app, operations.refundReturn, { access: 'orders.refund', rate: 'cart' }, (request) =>
    applyStep(request, (tx) => refundReturn(tx, request.actor, request.params.id, request.body ?? undefined)),
  );

  handle(app, operations.shipExchange, { access: 'orders.update-status', rate: 'cart' }, (request) =>
    applyStep(request, (tx) => shipExchange(tx, request.actor, request.params.id, request.body)),
  );

  handle(app, operations.deliverExchange, { access: 'orders.update-status', rate: 'cart' }, (request) =>
    applyStep(request, (tx) => deliverExchange(tx, request.actor, request.params.id)),
  );
};
