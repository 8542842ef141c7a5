import { TAXONOMY_KINDS } from '@shop/contracts/catalog/constants';
import { taxonomyOperations } from '@shop/contracts/catalog/taxonomy-operations';
import { TaxonomyItem, TaxonomyMerge } from '@shop/contracts/catalog/taxonomy-schema';
import { ById } from '@shop/contracts/common/schema';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { runOnceWithKey, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { browseItems, createItem, getItem, removeItem, reorderItems, saveItem } from './items.ts';
import { mergeItem, previewMerge } from './merge.ts';

const read = { access: 'products.read' } as const;
const write = { access: 'products.write', rate: 'cart' } as const;

export const taxonomyRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  const { db } = app;

  for (const kind of TAXONOMY_KINDS) {
    const { list, get, create, reorder, update, merge, remove } = taxonomyOperations[kind];
    const dryMerge = ({ actor, params, body }: FastifyRequest) =>
      previewMerge(db, actor, kind, { ...ById.parse(params), ...TaxonomyMerge.parse(body) });

    handle(app, list, read, () => browseItems(db, kind));

    handle(app, get, read, ({ params }) => getItem(db, kind, params.id));

    handle(app, create, write, (request) =>
      runOnceWithKey(db, request, TaxonomyItem, (tx) => createItem(tx, request.actor, kind, request.body)),
    );

    handle(app, reorder, write, ({ actor, body }) => reorderItems(db, actor, kind, body.ids));

    handle(app, update, write, ({ actor, params, body }) => saveItem(db, actor, kind, params.id, body));

    handle(app, merge, { ...write, dryRun: dryMerge }, (request) =>
      mergeItem(db, request.actor, kind, { id: request.params.id, ...request.body }, (start) =>
        runOnceWithoutResponse(db, request, start),
      ),
    );

    handle(app, remove, { ...write, dryRun: true }, async (request) => {
      await runOnceWithoutResponse(db, request, (tx) => removeItem(tx, request.actor, kind, request.params.id));
    });
  }
};
