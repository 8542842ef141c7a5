import {
  BulkEditProducts,
  BulkEditQuery,
  ProductBatchRequest,
  ProductBatchResult,
} from '@shop/contracts/catalog/bulk-edit-schema';
import { Id } from '@shop/contracts/common/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { mapUniqueViolations } from '#catalog/admin/edit-checks.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { IdempotencyHeaders, keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { readForEdit, saveBatch, undoBatch } from './batches.ts';

const tags = ['Admin: products'];
const write = { access: 'products.write' } as const;

export const productBatchRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  const { db } = app;

  app.get(
    '/admin/products/for-edit',
    {
      config: { access: 'products.read' },
      schema: {
        operationId: 'listProductsForEdit',
        tags,
        summary: 'List up to 100 products with the fields of a bulk edit, by id or by the filters of the product list',
        querystring: BulkEditQuery,
        response: { 200: BulkEditProducts },
      },
    },
    ({ query }) => readForEdit(db, query),
  );

  app.post(
    '/admin/product-batches',
    {
      config: { ...write, dryRun: true },
      schema: {
        operationId: 'createProductBatch',
        tags,
        summary: 'Change up to 100 products at once: all of them, or none if one has a newer version or is invalid',
        headers: IdempotencyHeaders,
        body: ProductBatchRequest,
        response: { 200: ProductBatchResult },
        errors: { 404: ['product_not_found'], 409: ['edit_conflict', 'insufficient_stock'] },
      },
    },
    (request) =>
      mapUniqueViolations(() =>
        runIdempotent(db, keyedCall(request), ProductBatchResult, (tx) => saveBatch(tx, request.actor, request.body)),
      ),
  );

  app.post(
    '/admin/product-batches/:id/undo',
    {
      config: write,
      schema: {
        operationId: 'undoProductBatch',
        tags,
        summary: 'Undo a bulk edit within 30 days, unless one of its products was edited later. Sales aren’t affected',
        params: z.object({ id: Id }),
        response: { 200: ProductBatchResult },
        errors: { 404: ['batch_not_found'], 409: ['undo_expired', 'undo_conflict'] },
      },
    },
    ({ actor, params }) => db.transaction((tx) => undoBatch(tx, actor, params.id)),
  );
};
