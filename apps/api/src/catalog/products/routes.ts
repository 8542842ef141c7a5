import * as adminOperations from '@shop/contracts/catalog/admin-operations';
import { AdminProduct, DeletedProduct } from '@shop/contracts/catalog/admin-schema';
import * as operations from '@shop/contracts/catalog/operations';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { listCollectionsOf } from '#catalog/collections/member-queries.ts';
import { previewProduct } from '#catalog/service.ts';
import type { Db } from '#platform/database/db.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { runOnceWithKey } from '#platform/http/idempotency.ts';
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
import { browseAllProducts } from './list-products.ts';
import { readHistory, undoChange } from './undo-change.ts';

/** Bytes: the longest description, a hundred variants and fifty specifications. */
const BODY_MAX = 256 * 1_024;

export const adminProductRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  const { db } = app;

  handle(app, operations.createProduct, { access: 'products.write', bodyLimit: BODY_MAX }, async (request) => {
    return onceWithKey(db, request, (tx) => createProduct(tx, editorOf(request.actor), request.body));
  });

  handle(app, operations.updateProduct, { access: 'products.write', bodyLimit: BODY_MAX }, ({ actor, params, body }) =>
    mapUniqueViolations(() => db.transaction((tx) => changeProduct(tx, editorOf(actor), params.product, body))),
  );

  handle(app, operations.deleteProduct, { access: 'products.write', dryRun: true }, (request) =>
    runOnceWithKey(db, request, DeletedProduct, (tx) =>
      deleteProduct(tx, editorOf(request.actor), request.params.product),
    ),
  );

  handle(app, adminOperations.listAllProducts, { access: 'products.read' }, async ({ query }, reply) => {
    const { products, next } = await browseAllProducts(db, query);
    setNextLink(reply, '/api/admin/products', query, next);
    return products;
  });

  handle(app, adminOperations.getAdminProduct, { access: 'products.read' }, ({ params: { id } }) =>
    getAdminProduct(db, id),
  );

  handle(app, adminOperations.previewProduct, { access: 'products.read' }, async ({ params: { id } }, reply) =>
    sendJson(reply, await previewProduct(db, id)),
  );

  handle(app, adminOperations.listCollectionsOfProduct, { access: 'products.read' }, ({ params: { id } }) =>
    db.run(listCollectionsOf(id)),
  );

  handle(app, adminOperations.listProductChanges, { access: 'products.read' }, ({ params: { id } }) =>
    readHistory(db, id),
  );

  handle(app, adminOperations.undoProductChange, { access: 'products.write' }, (request) =>
    runOnceWithKey(db, request, AdminProduct, (tx) =>
      undoChange(tx, editorOf(request.actor), request.params.id, request.body.changeId),
    ),
  );

  handle(app, adminOperations.duplicateProduct, { access: 'products.write' }, async (request) => {
    return onceWithKey(db, request, (tx) => duplicateProduct(tx, editorOf(request.actor), request.params.id));
  });
};

const onceWithKey = (db: Db, request: FastifyRequest, work: (tx: Db) => Promise<AdminProduct>) =>
  mapUniqueViolations(() => runOnceWithKey(db, request, AdminProduct, work));
