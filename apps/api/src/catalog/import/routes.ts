import { Readable } from 'node:stream';
import * as operations from '@shop/contracts/catalog/admin-operations';
import { productImportMessages } from '@shop/contracts/catalog/import-messages';
import { IMPORT_TRIED_MAX, type ProductFilter, ProductImport } from '@shop/contracts/catalog/import-schema';
import { ById } from '@shop/contracts/common/schema';
import { MINUTE_MS } from '@shop/contracts/common/time';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { listProducts } from '#catalog/products/edit-queries.ts';
import { adminProduct } from '#catalog/products/edit-rules.ts';
import { resolveFilter } from '#catalog/products/list-products.ts';
import { listIds, type ResolvedFilter } from '#catalog/products/queries.ts';
import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/effects.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runOnceWithKey } from '#platform/http/idempotency.ts';
import { readPages, setNextLink } from '#platform/http/paging.ts';
import { csvHeading, csvLines } from './csv-rules.ts';
import {
  browseImports,
  browseProblems,
  exportProblems,
  getImport,
  startImport,
  startUndo,
  stopImport,
} from './imports.ts';
import { countItems } from './queries.ts';
import { receiveImport } from './receive-upload.ts';
import { runImport, undoImport } from './run-import.ts';

const config = { access: 'products.write', rate: 'cart' } as const;

export const productImportRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  const { db } = app;
  // Only for these routes, and as a stream: a hundred megabytes are never in memory at once.
  app.addContentTypeParser('text/csv', (_request, file, done) => done(null, file));

  handle(
    app,
    operations.exportProducts,
    { access: 'products.read', rate: 'search', handlerTimeout: 30 * MINUTE_MS },
    async (request, reply) =>
      sendCsv(request, reply, 'products.csv', await exportProducts(request.readDb, request.query)),
  );

  handle(app, operations.createProductImport, { ...config, handlerTimeout: 5 * MINUTE_MS }, async (request) => {
    const { actor, query, body } = request;
    if (!(body instanceof Readable))
      throw new DomainError('invalid', 'import_unreadable', productImportMessages.notText);
    const upload = { key: keyedCall(request).key, fileName: query.name };
    return receiveImport(db, actor, upload, body);
  });

  handle(app, operations.listProductImports, { access: 'products.write' }, async ({ query }, reply) => {
    const { imports, next } = await browseImports(db, query.after);
    setNextLink(reply, '/api/admin/product-imports', query, next);
    return imports;
  });

  handle(app, operations.getProductImport, { access: 'products.write' }, ({ params: { id } }) => getImport(db, id));

  handle(
    app,
    operations.listProductImportProblems,
    { access: 'products.write' },
    async ({ params: { id }, query }, reply) => {
      const { problems, next } = await browseProblems(db, id, query.after);
      setNextLink(reply, `/api/admin/product-imports/${id}/problems`, query, next);
      return problems;
    },
  );

  handle(
    app,
    operations.exportProductImportProblems,
    { access: 'products.write', rate: 'search', handlerTimeout: 5 * MINUTE_MS },
    async (request, reply) =>
      sendCsv(request, reply, 'import-problems.csv', await exportProblems(db, request.params.id)),
  );

  const previewWith = (preview: typeof previewImport) => (request: FastifyRequest) =>
    preview(db, request.actor, ById.parse(request.params).id);
  const act = (action: typeof startImport) => (request: FastifyRequest<{ Params: { id: string } }>) =>
    runOnceWithKey(db, request, ProductImport, (tx) => action(tx, request.actor, request.params.id));

  handle(app, operations.runProductImport, { ...config, dryRun: previewWith(previewImport) }, act(startImport));
  handle(app, operations.stopProductImport, config, act(stopImport));
  handle(app, operations.undoProductImport, { ...config, dryRun: previewWith(previewUndo) }, act(startUndo));
};

/** Few enough that the first rows are sent at once. */
const PAGE = 200;

/** All products of the filter, newest first, as CSV that can be imported again. */
async function exportProducts(db: Db, filter: ProductFilter) {
  return writeCsv(db, await resolveFilter(db, filter));
}

/** Reads page by page while the file is streamed. */
async function* writeCsv(db: Db, filter: ResolvedFilter | undefined) {
  yield csvHeading;
  if (!filter) return;
  for await (const ids of readPages<string>(PAGE, (limit, after) => listIds(db, filter, { limit, after })))
    yield (await db.run(listProducts(ids))).map(adminProduct).map(csvLines).join('');
}

/*
 * Dry runs of imports, with the work of their jobs. It is done in one transaction, whose locks on stock block checkouts
 * until it is rolled back: an import of many products is counted by its items instead.
 */

const previewImport = (db: Db, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const { ready, imported, rejected } = await startImport(tx, actor, id);
    if (ready - imported - rejected <= IMPORT_TRIED_MAX) await runImport(tx, id);
    else await recordCounts(tx, id, 'ready');
  });

const previewUndo = (db: Db, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const { imported } = await startUndo(tx, actor, id);
    if (imported <= IMPORT_TRIED_MAX) await undoImport(tx, id);
    else await recordCounts(tx, id, 'imported');
  });

async function recordCounts(tx: Db, id: string, status: 'ready' | 'imported') {
  const { added, changed } = await tx.run(countItems(id, status));
  recordEffect({ kind: 'product', change: status === 'ready' ? 'created' : 'deleted', count: added });
  recordEffect({ kind: 'product', change: 'updated', count: changed });
}
