import * as operations from '@shop/contracts/inventory/admin-operations';
import { StockChanged } from '@shop/contracts/inventory/admin-schema';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { adjustStock } from './adjust-stock.ts';

export const stockRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  const { db } = app;

  handle(app, operations.adjustStock, { access: 'stock.write', dryRun: true }, (request) =>
    runIdempotent(db, keyedCall(request), StockChanged, (tx) => adjustStock(tx, request.actor, request.body)),
  );
};
