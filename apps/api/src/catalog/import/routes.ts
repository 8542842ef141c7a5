import { Readable } from 'node:stream';
import { productImportMessages } from '@shop/contracts/catalog/import-messages';
import {
  ImportFile,
  ImportProblem,
  ImportProblemQuery,
  ImportQuery,
  ProductFilter,
  ProductImport,
} from '@shop/contracts/catalog/import-schema';
import { CreatedResponse, Id } from '@shop/contracts/common/schema';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { DomainError } from '#platform/errors.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { IdempotencyHeaders, OptionalIdempotencyHeaders, runOnceWithKey } from '#platform/http/idempotency.ts';
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
import { receiveImport } from './receive.ts';

const MINUTES = 60_000;
const tags = ['Admin: products'];
const params = z.object({ id: Id });
const config = { access: 'products.write', rate: 'cart' } as const;

export const productImportRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  const { db } = app;
  // Only for these routes, and as a stream: a hundred megabytes are never in memory at once.
  app.addContentTypeParser('text/csv', (_request, file, done) => done(null, file));

  app.get(
    '/admin/products/export',
    {
      config: { access: 'products.read', rate: 'search' },
      handlerTimeout: 30 * MINUTES,
      schema: {
        operationId: 'exportProducts',
        tags,
        summary: 'Export filtered products as CSV',
        querystring: ProductFilter,
        produces: ['text/csv'],
      },
    },
    async (request, reply) =>
      sendCsv(request, reply, 'products.csv', await exportProducts(request.readDb, request.query)),
  );

  app.post(
    '/admin/product-imports',
    {
      config,
      handlerTimeout: 5 * MINUTES,
      schema: {
        operationId: 'createProductImport',
        tags,
        summary: 'Upload a product CSV file and check it without importing (dry run)',
        headers: IdempotencyHeaders,
        querystring: ImportFile,
        response: { 201: CreatedResponse },
        consumes: ['text/csv'],
        errors: { 422: ['import_unreadable'] },
      },
    },
    async ({ actor, headers, query, body }, reply) => {
      if (!(body instanceof Readable))
        throw new DomainError('invalid', 'import_unreadable', productImportMessages.notText);
      const upload = { key: headers['idempotency-key'], fileName: query.name };
      return reply.status(201).send(await receiveImport(db, actor, upload, body));
    },
  );

  app.get(
    '/admin/product-imports',
    {
      config: { access: 'products.write' },
      schema: {
        operationId: 'listProductImports',
        tags,
        summary: 'List product imports, newest first',
        querystring: ImportQuery,
        response: { 200: z.array(ProductImport) },
        responseHeaders: { 200: ['Link'] },
      },
    },
    async ({ query }, reply) => {
      const { imports, next } = await browseImports(db, query.after);
      setNextLink(reply, '/api/admin/product-imports', query, next);
      return imports;
    },
  );

  app.get(
    '/admin/product-imports/:id',
    {
      config: { access: 'products.write' },
      schema: {
        operationId: 'getProductImport',
        tags,
        summary: 'Get the status of a product import',
        params,
        response: { 200: ProductImport },
        errors: { 404: ['import_not_found'] },
      },
    },
    ({ params: { id } }) => getImport(db, id),
  );

  app.get(
    '/admin/product-imports/:id/problems',
    {
      config: { access: 'products.write' },
      schema: {
        operationId: 'listProductImportProblems',
        tags,
        summary: 'List the errors of a product import by row',
        params,
        querystring: ImportProblemQuery,
        response: { 200: z.array(ImportProblem) },
        responseHeaders: { 200: ['Link'] },
        errors: { 404: ['import_not_found'] },
      },
    },
    async ({ params: { id }, query }, reply) => {
      const { problems, next } = await browseProblems(db, id, query.after);
      setNextLink(reply, `/api/admin/product-imports/${id}/problems`, query, next);
      return problems;
    },
  );

  app.get(
    '/admin/product-imports/:id/problems/export',
    {
      config: { access: 'products.write', rate: 'search' },
      handlerTimeout: 5 * MINUTES,
      schema: {
        operationId: 'exportProductImportProblems',
        tags,
        summary: 'Export the errors of a product import as CSV',
        params,
        produces: ['text/csv'],
        errors: { 404: ['import_not_found'] },
      },
    },
    async (request, reply) =>
      sendCsv(request, reply, 'import-problems.csv', await exportProblems(db, request.params.id)),
  );

  const actions = {
    run: {
      operationId: 'runProductImport',
      summary: 'Start or resume a product import in the background',
      action: startImport,
      preview: previewImport,
    },
    stop: {
      operationId: 'stopProductImport',
      summary: 'Stop a product import after the current batch',
      action: stopImport,
      preview: undefined,
    },
    undo: {
      operationId: 'undoProductImport',
      summary: 'Undo a product import within 30 days. Sales aren’t affected',
      action: startUndo,
      preview: previewUndo,
    },
  };
  for (const [name, { operationId, summary, action, preview }] of Object.entries(actions))
    app.post(
      `/admin/product-imports/:id/${name}`,
      {
        config: {
          ...config,
          ...(preview && {
            dryRun: (request: FastifyRequest) => preview(db, request.actor, params.parse(request.params).id),
          }),
        },
        schema: {
          operationId,
          tags,
          summary,
          params,
          headers: OptionalIdempotencyHeaders,
          response: { 200: ProductImport },
          errors: { 404: ['import_not_found'], 409: ['invalid_import_status'] },
        },
      },
      (request) => runOnceWithKey(db, request, ProductImport, (tx) => action(tx, request.actor, request.params.id)),
    );
};
