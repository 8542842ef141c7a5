import { CreatedResponse, Id } from '@shop/contracts/common/schema';
import {
  AdminOrder,
  AdminOrderQuery,
  NewOrderBatch,
  NewOrderNote,
  OrderBatch,
  OrderFilter,
  OrderImport,
  OrderImportResult,
  OrderSummary,
  PartialRefund,
} from '@shop/contracts/orders/admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { IdempotencyHeaders, keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { addNote, getAdminOrder, issuePartialRefund, resendOrderEmail } from './actions.ts';
import { getBatch, importStatuses, importStatusesDry, startBatch, updateOrdersDry } from './bulk.ts';
import { exportOrders } from './export.ts';
import { browseAllOrders } from './list.ts';

const MINUTES = 60_000;
const MIB = 1_048_576;

const tags = ['Admin: orders'];
const params = z.object({ id: Id });
/** Shared by all writes: each takes an idempotency key. */
const write = { tags, params, headers: IdempotencyHeaders };

export const adminOrderRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  const db = app.checkoutDb;

  app.get(
    '/admin/orders',
    {
      config: { access: 'orders.read' },
      schema: {
        operationId: 'listAllOrders',
        tags,
        summary: 'List all orders, newest first unless sorted otherwise',
        querystring: AdminOrderQuery,
        response: { 200: z.array(OrderSummary) },
        responseHeaders: { 200: ['Link'] },
        errors: { 422: ['search_too_broad', 'sort_too_broad'] },
      },
    },
    async ({ query }, reply) => {
      const { orders, next } = await browseAllOrders(app.db, query);
      setNextLink(reply, '/api/admin/orders', query, next);
      return orders;
    },
  );

  app.get(
    '/admin/orders/export',
    {
      config: { access: 'orders.export', rate: 'search' },
      handlerTimeout: 30 * MINUTES,
      schema: {
        operationId: 'exportOrders',
        tags,
        summary: 'Export filtered orders as CSV',
        querystring: OrderFilter,
        produces: ['text/csv'],
        errors: { 422: ['search_too_broad'] },
      },
    },
    async (request, reply) => sendCsv(request, reply, 'orders.csv', await exportOrders(app.db, request, request.query)),
  );

  app.get(
    '/admin/orders/:id',
    {
      config: { access: 'orders.read' },
      schema: {
        operationId: 'getAdminOrder',
        tags,
        summary: 'Get an order with its timeline, payments, notes and emails',
        params,
        response: { 200: AdminOrder },
        errors: { 404: ['order_not_found'] },
      },
    },
    ({ params }) => getAdminOrder(app.db, params.id),
  );

  app.post(
    '/admin/orders/:id/notes',
    {
      config: { access: 'orders.note', rate: 'cart' },
      schema: {
        operationId: 'addOrderNote',
        ...write,
        summary: 'Add an internal note to an order',
        body: NewOrderNote,
        response: { 200: CreatedResponse },
        errors: { 404: ['order_not_found'], 409: ['account_changed'] },
      },
    },
    (request) =>
      runIdempotent(db, keyedCall(request), CreatedResponse, (tx) =>
        addNote(tx, request.actor, request.params.id, request.body.body),
      ),
  );

  app.post(
    '/admin/orders/:id/refunds',
    {
      config: { access: 'orders.refund', rate: 'cart', dryRun: true },
      schema: {
        operationId: 'refundOrder',
        ...write,
        summary: 'Issue a partial refund, up to the remaining amount',
        body: PartialRefund,
        response: { 200: CreatedResponse },
        errors: {
          404: ['order_not_found'],
          409: [
            'account_changed',
            'nothing_to_refund',
            'refund_too_large',
            'refund_too_small',
            'refund_leaves_too_little',
          ],
          422: ['amount_too_fine'],
        },
      },
    },
    (request) =>
      runIdempotent(db, keyedCall(request), CreatedResponse, (tx) =>
        issuePartialRefund(tx, request.actor, request.params.id, request.body),
      ),
  );

  app.post(
    '/admin/orders/:id/emails/:emailId/copies',
    {
      config: { access: 'orders.resend-email', rate: 'cart' },
      schema: {
        operationId: 'resendOrderEmail',
        ...write,
        params: z.object({ id: Id, emailId: Id }),
        summary: 'Resend an order email',
        response: { 200: CreatedResponse },
        errors: { 404: ['order_not_found'], 409: ['account_changed', 'email_not_resendable'] },
      },
    },
    (request) => {
      const { id, emailId } = request.params;
      return runIdempotent(db, keyedCall(request), CreatedResponse, (tx) =>
        resendOrderEmail(tx, request.actor, id, emailId),
      );
    },
  );

  app.post(
    '/admin/order-batches',
    {
      config: {
        access: 'orders.update-status',
        rate: 'cart',
        dryRun: ({ actor, body }) => updateOrdersDry(db, actor, updatesOf(NewOrderBatch.parse(body))),
      },
      bodyLimit: MIB,
      schema: {
        operationId: 'createOrderBatch',
        tags,
        summary: 'Update the status of several orders in the background',
        headers: IdempotencyHeaders,
        body: NewOrderBatch,
        response: { 200: CreatedResponse },
        errors: { 422: ['dry_run_too_large'] },
      },
    },
    (request) => {
      const updates = updatesOf(request.body);
      return runIdempotent(db, keyedCall(request), CreatedResponse, (tx) => startBatch(tx, request.actor, updates));
    },
  );

  app.get(
    '/admin/order-batches/:id',
    {
      config: { access: 'orders.read' },
      schema: {
        operationId: 'getOrderBatch',
        tags,
        summary: 'Get the progress of a bulk update',
        params,
        response: { 200: OrderBatch },
        errors: { 404: ['batch_not_found'] },
      },
    },
    ({ params }) => getBatch(app.db, params.id),
  );

  app.post(
    '/admin/order-imports',
    {
      config: {
        access: 'orders.update-status',
        rate: 'cart',
        dryRun: ({ actor, body }) => importStatusesDry(db, actor, OrderImport.parse(body)),
      },
      bodyLimit: 4 * MIB,
      schema: {
        operationId: 'importOrderStatuses',
        tags,
        summary: 'Import order statuses from CSV: dry run first, then apply as one bulk update',
        headers: IdempotencyHeaders,
        body: OrderImport,
        response: { 200: OrderImportResult },
        errors: { 422: ['dry_run_too_large'] },
      },
    },
    (request) =>
      runIdempotent(db, keyedCall(request), OrderImportResult, (tx) => importStatuses(tx, request.actor, request.body)),
  );
};

const updatesOf = ({ orderIds, status }: NewOrderBatch) =>
  [...new Set(orderIds)].map((orderId) => ({ orderId, status }));
