import { Problem } from '@shop/contracts/common/problem';
import { StockChange, StockChanged } from '@shop/contracts/inventory/admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { IdempotencyHeaders, keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { adjustStock } from './adjust-stock.ts';

export const stockRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  const { db } = app;

  app.post(
    '/admin/stock',
    {
      config: { access: 'stock.write' },
      schema: {
        tags: ['Admin: products'],
        summary: 'Adjust the stock of a variant, with a reason',
        headers: IdempotencyHeaders,
        body: StockChange,
        response: { 200: StockChanged, 401: Problem, 403: Problem, 404: Problem, 409: Problem, 422: Problem },
      },
    },
    (request) =>
      runIdempotent(db, keyedCall(request), StockChanged, (tx) => adjustStock(tx, request.actor, request.body)),
  );
};
