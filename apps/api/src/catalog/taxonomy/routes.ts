import { TAXONOMY_KINDS } from '@shop/contracts/catalog/constants';
import {
  TaxonomyDraft,
  TaxonomyEdit,
  TaxonomyItem,
  TaxonomyMerge,
  TaxonomyMerged,
  TaxonomyPositions,
} from '@shop/contracts/catalog/taxonomy-schema';
import { Id } from '@shop/contracts/common/schema';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { OptionalIdempotencyHeaders, runOnceWithKey, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { browseItems, createItem, getItem, removeItem, reorderItems, saveItem } from './items.ts';
import { mergeItem, previewMerge } from './merge.ts';

const tags = ['Admin: categories and brands'];
const params = z.object({ id: Id });
const read = { config: { access: 'products.read' } } as const;
const write = { config: { access: 'products.write', rate: 'cart' } } as const;

const WORDS = {
  category: { path: '/admin/categories', many: 'categories', One: 'Category', Many: 'Categories' },
  brand: { path: '/admin/brands', many: 'brands', One: 'Brand', Many: 'Brands' },
};

export const taxonomyRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  const { db } = app;

  for (const kind of TAXONOMY_KINDS) {
    const { path, many, One, Many } = WORDS[kind];
    const missing = `${kind}_not_found`;

    app.get(
      path,
      {
        ...read,
        schema: {
          operationId: `listAll${Many}`,
          tags,
          summary: `List ${many} in the order of the store, with their numbers of products`,
          response: { 200: z.array(TaxonomyItem) },
        },
      },
      () => browseItems(db, kind),
    );

    app.get(
      `${path}/:id`,
      {
        ...read,
        schema: {
          operationId: `getAdmin${One}`,
          tags,
          summary: `Get a ${kind}`,
          params,
          response: { 200: TaxonomyItem },
          errors: { 404: [missing] },
        },
      },
      ({ params }) => getItem(db, kind, params.id),
    );

    app.post(
      path,
      {
        ...write,
        schema: {
          operationId: `create${One}`,
          tags,
          summary: `Create a ${kind}. Repeat requests with the same idempotency key create it once`,
          headers: OptionalIdempotencyHeaders,
          body: TaxonomyDraft,
          response: { 201: TaxonomyItem },
          errors: { 409: ['name_taken', 'slug_taken', 'too_many'] },
        },
      },
      async (request, reply) => {
        reply.status(201);
        return runOnceWithKey(db, request, TaxonomyItem, (tx) => createItem(tx, request.actor, kind, request.body));
      },
    );

    app.put(
      `${path}/positions`,
      {
        ...write,
        schema: {
          operationId: `reorder${Many}`,
          tags,
          summary: `Change the order of ${many}. Fails unless the ids are those of all ${many}`,
          body: TaxonomyPositions,
          response: { 200: z.array(TaxonomyItem) },
          errors: { 409: ['list_changed'] },
        },
      },
      ({ actor, body }) => reorderItems(db, actor, kind, body.ids),
    );

    app.put(
      `${path}/:id`,
      {
        ...write,
        schema: {
          operationId: `update${One}`,
          tags,
          summary: `Update a ${kind}. Fails if a newer version exists. Previous names and slugs redirect to it`,
          params,
          body: TaxonomyEdit,
          response: { 200: TaxonomyItem },
          errors: { 404: [missing], 409: ['edit_conflict', 'merge_in_progress', 'name_taken', 'slug_taken'] },
        },
      },
      ({ actor, params, body }) => saveItem(db, actor, kind, params.id, body),
    );

    app.post(
      `${path}/:id/merge`,
      {
        config: {
          ...write.config,
          dryRun: (request: FastifyRequest) => {
            const merge = { ...params.parse(request.params), ...TaxonomyMerge.parse(request.body) };
            return previewMerge(db, request.actor, kind, merge);
          },
        },
        schema: {
          operationId: `merge${One}`,
          tags,
          summary: `Move all products to another ${kind} and delete this one`,
          params,
          headers: OptionalIdempotencyHeaders,
          body: TaxonomyMerge,
          response: { 200: TaxonomyMerged },
          errors: { 404: [missing], 409: ['merge_in_progress'] },
        },
      },
      (request) =>
        mergeItem(db, request.actor, kind, { id: request.params.id, into: request.body.into }, (start) =>
          runOnceWithoutResponse(db, request, start),
        ),
    );

    app.delete(
      `${path}/:id`,
      {
        config: { ...write.config, dryRun: true },
        schema: {
          operationId: `delete${One}`,
          tags,
          summary: `Delete a ${kind} that no product uses`,
          params,
          headers: OptionalIdempotencyHeaders,
          response: { 204: z.null() },
          errors: { 404: [missing], 409: ['in_use', 'merge_in_progress'] },
        },
      },
      async (request, reply) => {
        reply.status(204);
        await runOnceWithoutResponse(db, request, (tx) => removeItem(tx, request.actor, kind, request.params.id));
        return null;
      },
    );
  }
};
