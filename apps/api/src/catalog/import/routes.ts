import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import * as operations from '@shop/contracts/catalog/admin-operations';
import { productImportMessages } from '@shop/contracts/catalog/import-messages';
import {
  IMPORT_BYTES_MAX,
  IMPORT_ROWS_MAX,
  IMPORT_TRIED_MAX,
  PRODUCT_COLUMNS,
  type ProductColumn,
  type ProductFilter,
  ProductImport,
} from '@shop/contracts/catalog/import-schema';
import { ById, CreatedResponse } from '@shop/contracts/common/schema';
import { MINUTE_MS } from '@shop/contracts/common/time';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { record } from '#audit/service.ts';
import { listProducts } from '#catalog/products/edit-queries.ts';
import { adminProduct } from '#catalog/products/edit-rules.ts';
import { resolveFilter } from '#catalog/products/list-products.ts';
import { listIds, type ResolvedFilter } from '#catalog/products/queries.ts';
import { type CsvRow, MalformedCsvError, readCsv } from '#platform/csv.ts';
import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, canNow } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent, runOnceWithKey } from '#platform/http/idempotency.ts';
import { readPages, setNextLink } from '#platform/http/paging.ts';
import { csvHeading, csvLines, type Line, parseLine, slugIn } from './csv-rules.ts';
import { enqueueImportJob } from './import-job.ts';
import {
  browseImports,
  browseProblems,
  exportProblems,
  getImport,
  startImport,
  startUndo,
  stopImport,
} from './imports.ts';
import {
  countItems,
  deleteImport,
  insertImport,
  insertItems,
  isReceiving,
  type NewImport,
  type NewItem,
  updateImport,
} from './queries.ts';
import { LINES_MAX } from './rules.ts';
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

/** Characters; more than the longest valid row. */
const LINE_MAX = 256 * 1_024;
/** An insert has as many products, or as many characters: the file is never in memory as a whole. */
const BATCH_SIZE = 500;
const BATCH_LENGTH = 1_000_000;

const UPLOAD_TRIES = 10;
const UPLOAD_PAUSE_MS = 500;

type ImportUpload = { key: string; fileName: string };

/**
 * Stores a file while it is uploaded and queues its check once it is complete. Until then the import is not visible,
 * and a failed upload is deleted. The same file under the same idempotency key returns the first import.
 */
async function receiveImport(db: Db, actor: Actor, { key, fileName }: ImportUpload, file: Readable) {
  const actorColumns = { createdBy: actor.id, startedBy: actor.id, requestId: actor.requestId };
  const id = await beginUpload(db, {
    ...actorColumns,
    fileName,
    canSetOpeningStock: canNow(actor, 'stock.write'),
  });
  try {
    const { requestHash, ...received } = await saveLines(db, id, file);
    const created = await runIdempotent(db, { userId: actor.id, key, requestHash }, CreatedResponse, async (tx) => {
      await tx.run(updateImport(id, { ...received, status: 'checking' }));
      await record(tx, actor, {
        action: 'import.upload',
        entity: 'product_import',
        entityId: id,
        before: null,
        after: { fileName, rows: received.rows, products: received.products },
      });
      await enqueueImportJob(tx, 'check_product_import', id);
      return { id };
    });
    if (created.id !== id) await db.run(deleteImport(id));
    return created;
  } catch (error) {
    await db.run(deleteImport(id));
    // A client that is still sending does not read the response: the rest of the file is drained first.
    await finished(file.resume()).catch(() => {});
    throw error instanceof MalformedCsvError ? unreadableImport(productImportMessages.unreadable(error.row)) : error;
  }
}

/** One upload at a time for each user: a second one, such as a repeated request, waits for a moment. */
async function beginUpload(db: Db, row: NewImport) {
  for (let tries = 0; tries < UPLOAD_TRIES; tries += 1) {
    if (tries > 0) await pause(UPLOAD_PAUSE_MS);
    const id = await db.transaction(async (tx) =>
      (await isReceiving(tx, row.createdBy)) ? undefined : (await tx.run(insertImport(row))).id,
    );
    if (id) return id;
  }
  throw new DomainError('too_many', 'busy', productImportMessages.anotherUpload, { retryAfterSeconds: 10 });
}

const unreadableImport = (message: string) => new DomainError('invalid', 'import_unreadable', message);

async function saveLines(db: Db, id: string, file: Readable) {
  const hash = createHash('sha256');
  let columns: ProductColumn[] | undefined;
  let [rows, products, length] = [0, 0, 0];
  const items: NewItem[] = [];
  const saveItems = async (batch: NewItem[]) => {
    products += batch.length;
    length = 0;
    if (batch.length > 0) await db.run(insertItems(id, batch));
  };

  for await (const found of readCsv(decodeText(file, hash.update.bind(hash)), LINE_MAX)) {
    for (const row of found) {
      if (!columns) columns = parseColumns(row);
      else addLine(items, parseLine(row, columns));
      // As in the file: a part of a cell keeps all of it in memory.
      for (const cell of row.cells) length += cell.length;
    }
    rows += found.length;
    if (rows > IMPORT_ROWS_MAX + 1) throw unreadableImport(productImportMessages.tooManyRows);
    // The last product may continue in the next row.
    if (items.length > BATCH_SIZE || (length > BATCH_LENGTH && items.length > 1))
      await saveItems(items.splice(0, items.length - 1));
  }
  await saveItems(items);
  if (products === 0)
    throw unreadableImport(columns ? productImportMessages.empty : productImportMessages.noSlugColumn);
  return { columns, rows: rows - 1, products, requestHash: hash.digest() };
}

/** Decodes the file as UTF-8; throws if it is not text or larger than `IMPORT_BYTES_MAX`. */
async function* decodeText(file: Readable, onBytes: (bytes: Buffer) => void) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw unreadableImport(productImportMessages.notText);
    }
  };
  let size = 0;
  for await (const bytes of file.iterator({ destroyOnReturn: false })) {
    size += bytes.length;
    if (size > IMPORT_BYTES_MAX) throw unreadableImport(productImportMessages.tooLarge);
    onBytes(bytes);
    const text = decode(bytes);
    // PostgreSQL texts cannot contain NUL characters; binary files are full of them.
    if (text.includes('\0')) throw unreadableImport(productImportMessages.notText);
    yield text;
  }
  yield decode();
}

const BY_NAME = new Map(PRODUCT_COLUMNS.map((column) => [productImportMessages.columns[column].toLowerCase(), column]));
// The previous name of the column: exported files still have it.
BY_NAME.set('image texts', 'imageAlts');

function parseColumns({ cells }: CsvRow) {
  const columns = cells.map((cell) => {
    const column = BY_NAME.get(cell.trim().toLowerCase());
    if (!column) throw unreadableImport(productImportMessages.unknownColumn(cell.trim().slice(0, 60)));
    return column;
  });
  const duplicate = columns.find((column, place) => columns.indexOf(column) < place);
  if (duplicate) throw unreadableImport(productImportMessages.columnTwice(productImportMessages.columns[duplicate]));
  if (!columns.includes('slug') && !columns.includes('name'))
    throw unreadableImport(productImportMessages.noSlugColumn);
  return columns;
}

/** A row without a slug, or with that of the row above, is one more variant of the product above. */
function addLine(items: NewItem[], line: Line) {
  const [slug, above] = [slugIn(line), items.at(-1)];
  if (!above || (slug && slug !== above.slug)) items.push({ row: line.row, slug, skus: skusIn(line), lines: [line] });
  else if (above.lines.length <= LINES_MAX) {
    above.lines.push(line);
    above.skus.push(...skusIn(line));
  }
}

const skusIn = ({ sku }: Line) => (sku?.trim() ? [sku.trim()] : []);
