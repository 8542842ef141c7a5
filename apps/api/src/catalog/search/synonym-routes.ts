import * as operations from '@shop/contracts/catalog/synonym-operations';
import { SynonymGroup } from '@shop/contracts/catalog/synonym-schema';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { runOnceWithKey, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { browseSynonyms, createSynonyms, deleteSynonyms, saveSynonyms } from './synonyms.ts';

const write = { access: 'products.write', rate: 'cart' } as const;

export const synonymRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  const { db } = app;

  handle(app, operations.listSynonyms, { access: 'products.read' }, () => browseSynonyms(db));

  handle(app, operations.createSynonyms, write, (request) =>
    runOnceWithKey(db, request, SynonymGroup, (tx) => createSynonyms(tx, request.actor, request.body)),
  );

  handle(app, operations.saveSynonyms, write, ({ actor, params, body }) =>
    db.transaction((tx) => saveSynonyms(tx, actor, params.id, body)),
  );

  handle(app, operations.deleteSynonyms, write, async (request) => {
    await runOnceWithoutResponse(db, request, (tx) => deleteSynonyms(tx, request.actor, request.params.id));
  });
};
