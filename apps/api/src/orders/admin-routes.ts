import {
  AdminOrderQuery,
  Made,
  NewOrderBatch,
  NewOrderNote,
  OrderBatch,
  OrderDossier,
  OrderFilter,
  OrderImport,
  OrderImportAnswer,
  OrderSummary,
  PartRefund,
} from '@shop/contracts/admin-orders';
import { Id } from '@shop/contracts/common';
import { Problem } from '@shop/contracts/problem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { privately } from '#platform/caching.ts';
import { sendTable } from '#platform/download.ts';
import { IdempotencyHeaders, keyedCall, once } from '#platform/idempotency.ts';
import { getBatch, importStatuses, startBatch } from './batches.ts';
import { browseAllOrders } from './desk.ts';
import { addNote, getDossier, refundPart, resendOrderMail } from './desk-work.ts';
import { exportOrders } from './export.ts';

const MINUTES = 60_000;
const MIB = 1_048_576;

const tags = ['Admin: orders'];
const params = z.object({ id: Id });
const refusals = { 401: Problem, 403: Problem, 404: Problem, 409: Problem, 422: Problem };
/** What a write of the desk shares: sent twice under one key, it happens once. */
const write = { tags, params, headers: IdempotencyHeaders };

export const adminOrderRoutes: FastifyPluginAsyncZod = async (app) => {
  privately(app);
  const db = app.checkoutDb;

  app.get(
    '/admin/orders',
    {
      config: { access: 'orders.see' },
      schema: {
        tags,
        summary: 'The orders of all customers, newest first, and linked to the next page',
        querystring: AdminOrderQuery,
        response: { 200: z.array(OrderSummary), ...refusals },
      },
    },
    async ({ query }, reply) => {
      const { orders, next } = await browseAllOrders(app.db, query);
      if (next)
        reply.header('link', `</api/admin/orders?${new URLSearchParams({ ...query, after: next })}>; rel="next"`);
      return orders;
    },
  );

  app.get(
    '/admin/orders/export',
    {
      config: { access: 'orders.export', rate: 'search' },
      handlerTimeout: 30 * MINUTES,
      schema: { tags, summary: 'The orders a filter lets through, as CSV', querystring: OrderFilter },
    },
    async (request, reply) => sendTable(request, reply, 'orders.csv', await exportOrders(app.db, request.query)),
  );

  app.get(
    '/admin/orders/:id',
    {
      config: { access: 'orders.see' },
      schema: {
        tags,
        summary: 'All that is known of an order: its way, money, notes and mails',
        params,
        response: { 200: OrderDossier, ...refusals },
      },
    },
    ({ params }) => getDossier(app.db, params.id),
  );

  app.post(
    '/admin/orders/:id/notes',
    {
      config: { access: 'orders.note', rate: 'cart' },
      schema: {
        ...write,
        summary: 'Writes an internal note',
        body: NewOrderNote,
        response: { 200: Made, ...refusals },
      },
    },
    (request) =>
      once(db, keyedCall(request), Made, (tx) => addNote(tx, request.actor, request.params.id, request.body.body)),
  );

  app.post(
    '/admin/orders/:id/refunds',
    {
      config: { access: 'orders.refund', rate: 'cart' },
      schema: {
        ...write,
        summary: 'Gives a part of the payment back, and never more than is left of it',
        body: PartRefund,
        response: { 200: Made, ...refusals },
      },
    },
    (request) =>
      once(db, keyedCall(request), Made, (tx) => refundPart(tx, request.actor, request.params.id, request.body)),
  );

  app.post(
    '/admin/orders/:id/mails/:mailId/copies',
    {
      config: { access: 'orders.mail', rate: 'cart' },
      schema: {
        ...write,
        params: z.object({ id: Id, mailId: Id }),
        summary: 'Sends a mail about this order once more',
        response: { 200: Made, ...refusals },
      },
    },
    (request) => {
      const { id, mailId } = request.params;
      return once(db, keyedCall(request), Made, (tx) => resendOrderMail(tx, request.actor, id, mailId));
    },
  );

  app.post(
    '/admin/order-batches',
    {
      config: { access: 'orders.move', rate: 'cart' },
      bodyLimit: MIB,
      schema: {
        tags,
        summary: 'Sets one status for many orders; the worker does it',
        headers: IdempotencyHeaders,
        body: NewOrderBatch,
        response: { 200: Made, ...refusals },
      },
    },
    (request) => {
      const { orderIds, status } = request.body;
      const moves = [...new Set(orderIds)].map((orderId) => ({ orderId, status }));
      return once(db, keyedCall(request), Made, (tx) => startBatch(tx, request.actor, moves));
    },
  );

  app.get(
    '/admin/order-batches/:id',
    {
      config: { access: 'orders.see' },
      schema: { tags, summary: 'How far the worker is', params, response: { 200: OrderBatch, ...refusals } },
    },
    ({ params }) => getBatch(app.db, params.id),
  );

  app.post(
    '/admin/order-imports',
    {
      config: { access: 'orders.move', rate: 'cart' },
      bodyLimit: 4 * MIB,
      schema: {
        tags,
        summary: 'Statuses from a CSV table: read through first, then applied as one batch',
        headers: IdempotencyHeaders,
        body: OrderImport,
        response: { 200: OrderImportAnswer, ...refusals },
      },
    },
    (request) =>
      once(db, keyedCall(request), OrderImportAnswer, (tx) => importStatuses(tx, request.actor, request.body)),
  );
};
