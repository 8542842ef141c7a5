import * as operations from '@shop/contracts/catalog/admin-operations';
import { ProductBatchResult } from '@shop/contracts/catalog/bulk-edit-schema';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { readForEdit, saveBatch, undoBatch } from './bulk-edits.ts';
import { mapUniqueViolations } from './edit-checks.ts';

export const productBatchRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  const { db } = app;

  handle(app, operations.listProductsForEdit, { access: 'products.read' }, ({ query }) => readForEdit(db, query));

  handle(app, operations.createProductBatch, { access: 'products.write', dryRun: true }, (request) =>
    mapUniqueViolations(() =>
      runIdempotent(db, keyedCall(request), ProductBatchResult, (tx) => saveBatch(tx, request.actor, request.body)),
    ),
  );

  handle(app, operations.undoProductBatch, { access: 'products.write' }, ({ actor, params }) =>
    db.transaction((tx) => undoBatch(tx, actor, params.id)),
  );
};
