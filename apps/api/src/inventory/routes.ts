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
      config: { access: 'stock.write', dryRun: true },
      schema: {
        operationId: 'adjustStock',
        tags: ['Admin: products'],
        summary: 'Adjust the stock of a variant, with a reason',
        headers: IdempotencyHeaders,
        body: StockChange,
        response: { 200: StockChanged },
        errors: { 404: ['variant_not_found'], 409: ['insufficient_stock'] },
      },
    },
    (request) =>
      runIdempotent(db, keyedCall(request), StockChanged, (tx) => adjustStock(tx, request.actor, request.body)),
  );
};
