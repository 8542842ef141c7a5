import {
  AdminProduct,
  AdminProductQuery,
  DeletedProduct,
  ProductChange,
  ProductDraft,
  ProductSummary,
  UndoRequest,
} from '@shop/contracts/catalog/admin-schema';
import { ProductCollection } from '@shop/contracts/catalog/product-form-schema';
import { ProductDetail } from '@shop/contracts/catalog/schema';
import { Id } from '@shop/contracts/common/schema';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { listCollectionsOf } from '#catalog/collections/member-queries.ts';
import { previewProduct } from '#catalog/service.ts';
import type { Db } from '#platform/database/db.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { OptionalIdempotencyHeaders, runOnceWithKey } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { sendJson } from '#platform/http/send-json.ts';
import { mapUniqueViolations } from './edit-checks.ts';
import {
  changeProduct,
  createProduct,
  deleteProduct,
  duplicateProduct,
  editorOf,
  getAdminProduct,
} from './edit-product.ts';
import { browseAllProducts } from './list.ts';
import { readHistory, undoChange } from './undo-change.ts';

const tags = ['Admin: products'];
const params = z.object({ id: Id });
const productParams = z.object({ product: Id.describe('The id of the product') });
const write = { access: 'products.write' } as const;
/** Bytes: the longest description, a hundred variants and fifty specifications. */
const BODY_MAX = 256 * 1_024;

export const adminProductRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  const { db } = app;

  app.post(
    '/products',
    {
      config: write,
      bodyLimit: BODY_MAX,
      schema: {
        operationId: 'createProduct',
        tags,
        summary: 'Create a product. Repeat requests with the same idempotency key create it once',
        headers: OptionalIdempotencyHeaders,
        body: ProductDraft,
        response: { 201: AdminProduct },
        errors: { 403: ['opening_stock_not_allowed'] },
      },
    },
    async (request, reply) => {
      reply.status(201);
      return onceWithKey(db, request, (tx) => createProduct(tx, editorOf(request.actor), request.body));
    },
  );

  app.put(
    '/products/:product',
    {
      config: write,
      bodyLimit: BODY_MAX,
      schema: {
        operationId: 'updateProduct',
        tags,
        summary: 'Update a product. Fails if a newer version exists. Stock isn’t changed',
        params: productParams,
        body: ProductDraft,
        response: { 200: AdminProduct },
        errors: { 403: ['opening_stock_not_allowed'], 404: ['product_not_found'], 409: ['edit_conflict'] },
      },
    },
    ({ actor, params, body }) =>
      mapUniqueViolations(() => db.transaction((tx) => changeProduct(tx, editorOf(actor), params.product, body))),
  );

  app.delete(
    '/products/:product',
    {
      config: { ...write, dryRun: true },
      schema: {
        operationId: 'deleteProduct',
        tags,
        summary: 'Delete a product. Can be undone for 30 days',
        params: productParams,
        headers: OptionalIdempotencyHeaders,
        response: { 200: DeletedProduct },
        errors: { 404: ['product_not_found'] },
      },
    },
    (request) =>
      runOnceWithKey(db, request, DeletedProduct, (tx) =>
        deleteProduct(tx, editorOf(request.actor), request.params.product),
      ),
  );

  app.get(
    '/admin/products',
    {
      config: { access: 'products.read' },
      schema: {
        operationId: 'listAllProducts',
        tags,
        summary: 'List all products, including drafts, newest first unless sorted otherwise',
        querystring: AdminProductQuery,
        response: { 200: z.array(ProductSummary) },
        responseHeaders: { 200: ['Link'] },
        errors: { 422: ['sort_too_broad'] },
      },
    },
    async ({ query }, reply) => {
      const { products, next } = await browseAllProducts(db, query);
      setNextLink(reply, '/api/admin/products', query, next);
      return products;
    },
  );

  app.get(
    '/admin/products/:id',
    {
      config: { access: 'products.read' },
      schema: {
        operationId: 'getAdminProduct',
        tags,
        summary: 'Get a product in any status',
        params,
        response: { 200: AdminProduct },
        errors: { 404: ['product_not_found'] },
      },
    },
    ({ params: { id } }) => getAdminProduct(db, id),
  );

  app.get(
    '/admin/products/:id/preview',
    {
      config: { access: 'products.read' },
      schema: {
        operationId: 'previewProduct',
        tags,
        summary: 'Get a product as its page in the store shows it, also while it isn’t published',
        params,
        response: { 200: ProductDetail },
        errors: { 404: ['product_not_found'] },
      },
    },
    async ({ params: { id } }, reply) => sendJson(reply, await previewProduct(db, id)),
  );

  app.get(
    '/admin/products/:id/collections',
    {
      config: { access: 'products.read' },
      schema: {
        operationId: 'listCollectionsOfProduct',
        tags,
        summary: 'List the collections that contain a product, also those that aren’t published',
        params,
        response: { 200: z.array(ProductCollection) },
      },
    },
    ({ params: { id } }) => listCollectionsOf(db, id),
  );

  app.get(
    '/admin/products/:id/history',
    {
      config: { access: 'products.read' },
      schema: {
        operationId: 'listProductChanges',
        tags,
        summary: 'List the latest changes to a product',
        params,
        response: { 200: z.array(ProductChange) },
      },
    },
    ({ params: { id } }) => readHistory(db, id),
  );

  app.post(
    '/admin/products/:id/undo',
    {
      config: write,
      schema: {
        operationId: 'undoProductChange',
        tags,
        summary: 'Undo a change to a product. Sales aren’t affected',
        params,
        headers: OptionalIdempotencyHeaders,
        body: UndoRequest,
        response: { 200: AdminProduct },
        errors: { 404: ['product_not_found', 'change_not_found'], 409: ['undo_expired', 'undo_conflict'] },
      },
    },
    (request) =>
      runOnceWithKey(db, request, AdminProduct, (tx) =>
        undoChange(tx, editorOf(request.actor), request.params.id, request.body.changeId),
      ),
  );

  app.post(
    '/admin/products/:id/duplicate',
    {
      config: write,
      schema: {
        operationId: 'duplicateProduct',
        tags,
        summary: 'Duplicate a product as a draft',
        params,
        headers: OptionalIdempotencyHeaders,
        response: { 201: AdminProduct },
        errors: { 404: ['product_not_found'] },
      },
    },
    async (request, reply) => {
      reply.status(201);
      return onceWithKey(db, request, (tx) => duplicateProduct(tx, editorOf(request.actor), request.params.id));
    },
  );
};

const onceWithKey = (db: Db, request: FastifyRequest, work: (tx: Db) => Promise<AdminProduct>) =>
  mapUniqueViolations(() => runOnceWithKey(db, request, AdminProduct, work));
