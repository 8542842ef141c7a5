import {
  AdminCollection,
  CollectionChange,
  CollectionProduct,
  DeletedCollection,
  NewCollection,
  PickedProducts,
  RulePreview,
  RulePreviewQuery,
} from '@shop/contracts/catalog/collections/admin-schema';
import { Id } from '@shop/contracts/common/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { OptionalIdempotencyHeaders, runOnceWithKey } from '#platform/http/idempotency.ts';
import {
  browseCollections,
  changeCollection,
  createCollection,
  deleteCollection,
  getCollection,
  listCollectionProducts,
  mapSlugViolations,
  pickProducts,
  previewCollection,
} from './manage.ts';

const tags = ['Admin: products'];
const params = z.object({ id: Id });
const read = { access: 'products.read' } as const;
const write = { access: 'products.write', rate: 'cart' } as const;

export const adminCollectionRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  const { db, lendSearchConnection } = app;

  app.get(
    '/admin/collections',
    {
      config: read,
      schema: {
        operationId: 'listAllCollections',
        tags,
        summary: 'List all collections, including drafts, in the order of the store',
        response: { 200: z.array(AdminCollection) },
      },
    },
    () => browseCollections(db),
  );

  app.get(
    '/admin/collections/preview',
    {
      config: { access: 'products.read', rate: 'search' },
      schema: {
        operationId: 'previewCollectionRules',
        tags,
        summary: 'Count the products that match rules, and get the first of them',
        querystring: RulePreviewQuery,
        response: { 200: RulePreview },
        errors: { 503: ['search_busy'] },
      },
    },
    ({ query, signal }) => lendSearchConnection(signal, (searchDb) => previewCollection(searchDb, query)),
  );

  app.get(
    '/admin/collections/:id',
    {
      config: read,
      schema: {
        operationId: 'getAdminCollection',
        tags,
        summary: 'Get a collection in any status',
        params,
        response: { 200: AdminCollection },
        errors: { 404: ['collection_not_found'] },
      },
    },
    ({ params: { id } }) => getCollection(db, id),
  );

  app.get(
    '/admin/collections/:id/products',
    {
      config: read,
      schema: {
        operationId: 'listCollectionProducts',
        tags,
        summary: 'List the first 500 products of a collection, in its sort order',
        params,
        response: { 200: z.array(CollectionProduct) },
        errors: { 404: ['collection_not_found'] },
      },
    },
    ({ params: { id } }) => listCollectionProducts(db, id),
  );

  app.post(
    '/admin/collections',
    {
      config: write,
      schema: {
        operationId: 'createCollection',
        tags,
        summary: 'Create a collection. Repeat requests with the same idempotency key create it once',
        headers: OptionalIdempotencyHeaders,
        body: NewCollection,
        response: { 201: AdminCollection },
        errors: { 409: ['too_many_collections'] },
      },
    },
    async (request, reply) => {
      reply.status(201);
      return mapSlugViolations(() =>
        runOnceWithKey(db, request, AdminCollection, (tx) => createCollection(tx, request.actor, request.body)),
      );
    },
  );

  app.put(
    '/admin/collections/:id',
    {
      config: write,
      schema: {
        operationId: 'updateCollection',
        tags,
        summary: 'Update a collection. Fails if a newer version exists. New rules are applied in the background',
        params,
        body: CollectionChange,
        response: { 200: AdminCollection },
        errors: { 404: ['collection_not_found'], 409: ['edit_conflict'] },
      },
    },
    ({ actor, params: { id }, body }) =>
      mapSlugViolations(() => db.transaction((tx) => changeCollection(tx, actor, id, body))),
  );

  app.put(
    '/admin/collections/:id/products',
    {
      config: write,
      schema: {
        operationId: 'setCollectionProducts',
        tags,
        summary: 'Set the products of a hand-picked collection, in this order',
        params,
        body: PickedProducts,
        response: { 200: AdminCollection },
        errors: { 404: ['collection_not_found'], 409: ['edit_conflict', 'collection_by_rules'] },
      },
    },
    ({ actor, params: { id }, body }) => db.transaction((tx) => pickProducts(tx, actor, id, body)),
  );

  app.delete(
    '/admin/collections/:id',
    {
      config: { ...write, dryRun: true },
      schema: {
        operationId: 'deleteCollection',
        tags,
        summary: 'Delete a collection. Its products stay',
        params,
        headers: OptionalIdempotencyHeaders,
        response: { 200: DeletedCollection },
        errors: { 404: ['collection_not_found'] },
      },
    },
    (request) =>
      runOnceWithKey(db, request, DeletedCollection, (tx) => deleteCollection(tx, request.actor, request.params.id)),
  );
};
