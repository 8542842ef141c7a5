import * as operations from '@shop/contracts/catalog/admin-operations';
import { AdminCollection, DeletedCollection } from '@shop/contracts/catalog/collection-admin-schema';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { runOnceWithKey } from '#platform/http/idempotency.ts';
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

export const adminCollectionRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  const { db, lendSearchConnection } = app;

  handle(app, operations.listAllCollections, { access: 'products.read' }, () => browseCollections(db));

  handle(app, operations.previewCollectionRules, { access: 'products.read', rate: 'search' }, ({ query, signal }) =>
    lendSearchConnection(signal, (searchDb) => previewCollection(searchDb, query)),
  );

  handle(app, operations.getAdminCollection, { access: 'products.read' }, ({ params: { id } }) =>
    getCollection(db, id),
  );

  handle(app, operations.listCollectionProducts, { access: 'products.read' }, ({ params: { id } }) =>
    listCollectionProducts(db, id),
  );

  handle(app, operations.createCollection, { access: 'products.write', rate: 'cart' }, async (request) => {
    return mapSlugViolations(() =>
      runOnceWithKey(db, request, AdminCollection, (tx) => createCollection(tx, request.actor, request.body)),
    );
  });

  handle(
    app,
    operations.updateCollection,
    { access: 'products.write', rate: 'cart' },
    ({ actor, params: { id }, body }) =>
      mapSlugViolations(() => db.transaction((tx) => changeCollection(tx, actor, id, body))),
  );

  handle(
    app,
    operations.setCollectionProducts,
    { access: 'products.write', rate: 'cart' },
    ({ actor, params: { id }, body }) => db.transaction((tx) => pickProducts(tx, actor, id, body)),
  );

  handle(app, operations.deleteCollection, { access: 'products.write', rate: 'cart', dryRun: true }, (request) =>
    runOnceWithKey(db, request, DeletedCollection, (tx) => deleteCollection(tx, request.actor, request.params.id)),
  );
};
