import { CreatedResponse, Id } from '@shop/contracts/common/schema';
import {
  AdminReturn,
  AdminReturnQuery,
  ExchangeShipment,
  ReturnDecision,
  ReturnReasonQuery,
  ReturnReasonRow,
  ReturnReceipt,
  ReturnSummary,
} from '@shop/contracts/returns/admin-schema';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { crashPoint } from '#platform/crash-point.ts';
import type { Db } from '#platform/database/db.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { IdempotencyHeaders, keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseReturns, decideReturn, getAdminReturn, receiveReturn, refundReturn } from './admin.ts';
import { deliverExchange, shipExchange } from './exchange.ts';
import { exportReasons, reportReasons } from './report.ts';

const tags = ['Admin: returns'];
/** Shared by all writes: each takes an idempotency key, and answers with the id of the return. */
const write = { tags, params: z.object({ id: Id }), headers: IdempotencyHeaders, response: { 200: CreatedResponse } };
const NOT_FOUND = ['return_not_found'];
const CHANGED = ['account_changed', 'return_status_conflict'];

export const adminReturnRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  const { db } = app;

  async function applyStep(request: FastifyRequest, step: (tx: Db) => Promise<{ id: string }>) {
    const done = await runIdempotent(db, keyedCall(request), CreatedResponse, step);
    crashPoint('R6');
    return done;
  }

  app.get(
    '/admin/returns',
    {
      config: { access: 'orders.read' },
      schema: {
        operationId: 'listReturns',
        tags,
        summary: 'List returns, newest first',
        querystring: AdminReturnQuery,
        response: { 200: z.array(ReturnSummary) },
        responseHeaders: { 200: ['Link'] },
      },
    },
    async ({ query }, reply) => {
      const { returns, next } = await browseReturns(db, query);
      setNextLink(reply, '/api/admin/returns', query, next);
      return returns;
    },
  );

  app.get(
    '/admin/returns/reasons',
    {
      config: { access: 'analytics.read' },
      schema: {
        operationId: 'getReturnReasons',
        tags,
        summary: 'Report why items come back, by product and variant; the last 90 days by default',
        querystring: ReturnReasonQuery,
        response: { 200: z.array(ReturnReasonRow) },
      },
    },
    ({ query, readDb }) => reportReasons(readDb, query),
  );

  app.get(
    '/admin/returns/reasons/export',
    {
      config: { access: 'analytics.read' },
      schema: {
        operationId: 'exportReturnReasons',
        tags,
        summary: 'Export why items come back as CSV',
        querystring: ReturnReasonQuery,
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const { name, text } = await exportReasons(request.readDb, request.query);
      return sendCsv(request, reply, name, text);
    },
  );

  app.get(
    '/admin/returns/:id',
    {
      config: { access: 'orders.read' },
      schema: {
        operationId: 'getReturn',
        tags,
        summary: 'Get a return, with what its refund is calculated from',
        params: z.object({ id: Id }),
        response: { 200: AdminReturn },
        errors: { 404: NOT_FOUND },
      },
    },
    ({ params }) => getAdminReturn(db, params.id),
  );

  app.post(
    '/admin/returns/:id/decision',
    {
      config: { access: 'orders.update-status', rate: 'cart' },
      schema: {
        operationId: 'decideReturn',
        ...write,
        summary: 'Authorize a return, or decline it with a reason',
        body: ReturnDecision,
        errors: { 404: NOT_FOUND, 409: CHANGED },
      },
    },
    (request) => applyStep(request, (tx) => decideReturn(tx, request.actor, request.params.id, request.body)),
  );

  app.post(
    '/admin/returns/:id/receipt',
    {
      config: { access: 'orders.update-status', rate: 'cart' },
      schema: {
        operationId: 'receiveReturn',
        ...write,
        summary: 'Receive the units that came back: restock or write off each',
        body: ReturnReceipt,
        errors: { 404: NOT_FOUND, 409: CHANGED, 422: ['too_many_units'] },
      },
    },
    (request) => applyStep(request, (tx) => receiveReturn(tx, request.actor, request.params.id, request.body)),
  );

  app.post(
    '/admin/returns/:id/refund',
    {
      config: { access: 'orders.refund', rate: 'cart' },
      schema: {
        operationId: 'refundReturn',
        ...write,
        summary: 'Refund what was paid for the units received',
        errors: { 404: NOT_FOUND, 409: [...CHANGED, 'return_refunded', 'nothing_to_refund'] },
      },
    },
    (request) => applyStep(request, (tx) => refundReturn(tx, request.actor, request.params.id)),
  );

  app.post(
    '/admin/returns/:id/exchange',
    {
      config: { access: 'orders.update-status', rate: 'cart' },
      schema: {
        operationId: 'shipExchange',
        ...write,
        summary: 'Ship the exchange of a return',
        body: ExchangeShipment,
        errors: { 404: NOT_FOUND, 409: [...CHANGED, 'exchange_shipped', 'nothing_to_ship'] },
      },
    },
    (request) => applyStep(request, (tx) => shipExchange(tx, request.actor, request.params.id, request.body)),
  );

  app.post(
    '/admin/returns/:id/exchange/delivery',
    {
      config: { access: 'orders.update-status', rate: 'cart' },
      schema: {
        operationId: 'deliverExchange',
        ...write,
        summary: 'Mark the exchange of a return as delivered. Its units can then be returned',
        errors: { 404: NOT_FOUND, 409: ['account_changed', 'exchange_not_shipped', 'exchange_delivered'] },
      },
    },
    (request) => applyStep(request, (tx) => deliverExchange(tx, request.actor, request.params.id)),
  );
};
