import { dayIn, plusDays, startOfDay } from '@shop/contracts/common/days';
import { CreatedResponse } from '@shop/contracts/common/schema';
import { adminReturnMessages as messages } from '@shop/contracts/returns/admin-messages';
import * as operations from '@shop/contracts/returns/admin-operations';
import { REASON_ROWS_EXPORTED, REASON_ROWS_SHOWN, type ReturnReasonQuery } from '@shop/contracts/returns/admin-schema';
import { RETURN_REASONS } from '@shop/contracts/returns/constants';
import { returnReasonLabels } from '@shop/contracts/returns/messages';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { crashPoint } from '#platform/crash-point.ts';
import { csvRow } from '#platform/csv.ts';
import { findStoreTimeZone } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseReturns, decideReturn, getAdminReturn, refundReturn } from './admin.ts';
import { listReasons } from './admin-queries.ts';
import { deliverExchange, shipExchange } from './exchange.ts';
import { receiveReturn } from './receive.ts';

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

/** Without a first day, the report begins this many days before its last one. */
const USUAL_DAYS = 90;

async function reportReasons(db: Db, query: ReturnReasonQuery) {
  const { period } = await daysOf(db, query);
  return db.run(listReasons(period, REASON_ROWS_SHOWN));
}

/** As CSV, with more rows than the page shows, and a column for each reason. */
async function exportReasons(db: Db, query: ReturnReasonQuery) {
  const { first, last, period } = await daysOf(db, query);
  const rows = await db.run(listReasons(period, REASON_ROWS_EXPORTED));
  const reasons = RETURN_REASONS.map((reason) => returnReasonLabels[reason]);
  const lines = [
    [messages.product, messages.variant, messages.sku, messages.units, ...reasons],
    ...rows.map(({ name, options, sku, units, reasons: counts }) => [
      name,
      Object.values(options).join(', '),
      sku,
      units,
      ...RETURN_REASONS.map((reason) => counts[reason] ?? 0),
    ]),
  ];
  return { name: `return-reasons-${first}-${last}.csv`, text: lines.map(csvRow).join('') };
}

/** Days are those of the store's time zone; without a last day, up to now. */
async function daysOf(db: Db, { from, to }: ReturnReasonQuery) {
  const timeZone = await findStoreTimeZone(db);
  const last = to ?? dayIn(new Date(), timeZone);
  const first = from ?? plusDays(last, -USUAL_DAYS);
  const period = {
    since: startOfDay(first, timeZone).toISOString(),
    before: startOfDay(plusDays(last, 1), timeZone).toISOString(),
  };
  return { first, last, period };
}
