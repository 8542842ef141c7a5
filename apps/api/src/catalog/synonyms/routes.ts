import { SynonymGroup, SynonymWords } from '@shop/contracts/catalog/synonyms/schema';
import { Id } from '@shop/contracts/common/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { OptionalIdempotencyHeaders, runOnceWithKey, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { browseSynonyms, createSynonyms, deleteSynonyms, saveSynonyms } from './synonyms.ts';

const tags = ['Admin: search synonyms'];
const path = '/admin/search-synonyms';
const params = z.object({ id: Id });
const write = { config: { access: 'products.write', rate: 'cart' } } as const;

export const synonymRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  const { db } = app;

  app.get(
    path,
    {
      config: { access: 'products.read' },
      schema: {
        operationId: 'listSynonyms',
        tags,
        summary: 'List the groups of search synonyms by their first words',
        response: { 200: z.array(SynonymGroup) },
      },
    },
    () => browseSynonyms(db),
  );

  app.post(
    path,
    {
      ...write,
      schema: {
        operationId: 'createSynonyms',
        tags,
        summary: 'Add a group of search synonyms. A group with the same words is not added again',
        headers: OptionalIdempotencyHeaders,
        body: SynonymWords,
        response: { 201: SynonymGroup },
        errors: { 409: ['too_many_synonyms'] },
      },
    },
    async (request, reply) => {
      reply.status(201);
      return runOnceWithKey(db, request, SynonymGroup, (tx) => createSynonyms(tx, request.actor, request.body));
    },
  );

  app.put(
    `${path}/:id`,
    {
      ...write,
      schema: {
        operationId: 'saveSynonyms',
        tags,
        summary: 'Replace the words of a group of search synonyms',
        params,
        body: SynonymWords,
        response: { 200: SynonymGroup },
        errors: { 404: ['synonyms_not_found'] },
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => saveSynonyms(tx, actor, params.id, body)),
  );

  app.delete(
    `${path}/:id`,
    {
      ...write,
      schema: {
        operationId: 'deleteSynonyms',
        tags,
        summary: 'Delete a group of search synonyms',
        params,
        headers: OptionalIdempotencyHeaders,
        response: { 204: z.null() },
        errors: { 404: ['synonyms_not_found'] },
      },
    },
    async (request, reply) => {
      await runOnceWithoutResponse(db, request, (tx) => deleteSynonyms(tx, request.actor, request.params.id));
      return reply.status(204).send(null);
    },
  );
};
