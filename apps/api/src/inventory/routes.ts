import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import * as operations from '@shop/contracts/inventory/admin-operations';
import { type StockChange, StockChanged } from '@shop/contracts/inventory/admin-schema';
import type { FastifyPluginAsync } from 'fastify';
import { record } from '#audit/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { changeStock } from './service.ts';
import { findStock } from './stock-queries.ts';

export const stockRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  const { db } = app;

  handle(app, operations.adjustStock, { access: 'stock.write', dryRun: true }, (request) =>
    runIdempotent(db, keyedCall(request), StockChanged, (tx) => adjustStock(tx, request.actor, request.body)),
  );
};

/** Adds `delta` to the current stock, so that units sold in the meantime stay sold. Never below 0. */
async function adjustStock(tx: Db, actor: Actor, change: StockChange): Promise<StockChanged> {
  const { variantId, delta, reason } = change;
  const updated = await changeStock(tx, { ...change, actorUserId: actor.id });
  const stock = await tx.run(findStock(variantId));
  if (!stock) throw new DomainError('not_found', 'variant_not_found', messages.variantNotFound);
  if (!updated) {
    const message = messages.insufficientStock(stock.available);
    throw new DomainError('conflict', 'insufficient_stock', message, { errors: [{ field: 'delta', message }] });
  }
  await record(tx, actor, {
    action: 'stock.adjust',
    entity: 'product',
    entityId: updated.productId,
    before: { sku: stock.sku, quantity: updated.available - delta },
    after: { sku: stock.sku, quantity: updated.available, reason },
  });
  return { variantId, sku: stock.sku, quantity: updated.available };
}
