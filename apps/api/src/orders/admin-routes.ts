import { zonedIso } from '@shop/contracts/common/days';
import { toAmount } from '@shop/contracts/common/money';
import { CreatedResponse } from '@shop/contracts/common/schema';
import { MINUTE_MS } from '@shop/contracts/common/time';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import * as operations from '@shop/contracts/orders/admin-operations';
import {
  NewOrderBatch,
  OrderBatch,
  type OrderFilter,
  OrderImport,
  OrderImportResult,
} from '@shop/contracts/orders/admin-schema';
import type { FastifyPluginAsync } from 'fastify';
import { recordExport } from '#audit/service.ts';
import { csvRow } from '#platform/csv.ts';
import { findStoreTimeZone } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import type { Actor } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent, runOnceWithKey } from '#platform/http/idempotency.ts';
import { readPages, setNextLink } from '#platform/http/paging.ts';
import { addNote, getAdminOrder, issuePartialRefund, resendOrderEmail } from './admin-actions.ts';
import { browseAllOrders, periodOf, scopeOf } from './admin-list.ts';
import type { OrderScope, PeriodFilter } from './admin-page-queries.ts';
import { type ExportRow, listForExport } from './admin-queries.ts';
import { getBatch, importStatuses, importStatusesDry, startBatch, stopBatch, updateOrdersDry } from './bulk.ts';
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

const PAGE = 1_000;

type Reader = { actor: Actor; readDb: Db };

/** All orders that match the filter as CSV, newest first. A too broad search is rejected before the first row. */
async function exportOrders(db: Db, { actor, readDb }: Reader, filter: OrderFilter) {
  const scope = await scopeOf(readDb, filter);
  const [period, timeZone] = [await periodOf(readDb, filter), await findStoreTimeZone(readDb)];
  await recordExport(db, actor, 'orders', filter);
  return write(readDb, scope, period, timeZone);
}

/** Streamed: read page by page while it is sent. */
async function* write(db: Db, scope: OrderScope, filter: PeriodFilter, timeZone: string) {
  yield csvRow(Object.values(adminOrderMessages.columns));
  const page = (limit: number, last?: ExportRow) => db.run(listForExport(scope, filter, { limit, after: last?.id }));
  for await (const rows of readPages(PAGE, page)) yield rows.map((row) => rowOf(row, timeZone)).join('');
}

/** In the order of the columns. Dates are in the store's time zone. */
const rowOf = (row: ExportRow, timeZone: string) =>
  csvRow([
    row.id,
    row.number,
    zonedIso(row.createdAt, timeZone),
    row.status,
    row.paymentStatus,
    row.paymentMethod,
    row.customer,
    row.email,
    row.address,
    ...[row.subtotalCents, row.taxCents, row.shippingCents, row.discountCents, row.totalCents].map((cents) =>
      toAmount(cents).toFixed(2),
    ),
    row.discountCode,
    row.trackingNumber,
    row.notes,
  ]);
