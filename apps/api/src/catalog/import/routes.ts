import { Readable } from 'node:stream';
import * as operations from '@shop/contracts/catalog/admin-operations';
import { productImportMessages } from '@shop/contracts/catalog/import-messages';
import { ProductImport } from '@shop/contracts/catalog/import-schema';
import { ById } from '@shop/contracts/common/schema';
import { MINUTE_MS } from '@shop/contracts/common/time';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { DomainError } from '#platform/errors.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runOnceWithKey } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { exportProducts } from './export.ts';
import {
  browseImports,
  browseProblems,
  exportProblems,
  getImport,
  startImport,
  startUndo,
  stopImport,
} from './imports.ts';
import { previewImport, previewUndo } from './preview.ts';
import { receiveImport } from './receive-upload.ts';

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
