import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import {
  IMPORT_BYTES_MAX,
  IMPORT_ROWS_MAX,
  PRODUCT_COLUMNS,
  type ProductColumn,
} from '@shop/contracts/catalog/import-schema';
import { CreatedResponse } from '@shop/contracts/common/schema';
import { record } from '#audit/service.ts';
import { type CsvRow, MalformedCsvError, readCsv } from '#platform/csv.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, canNow } from '#platform/http/access.ts';
import { runIdempotent } from '#platform/http/idempotency.ts';
import { type Line, parseLine, slugIn } from './csv-rules.ts';
import { enqueueImportJob } from './import-job.ts';
import {
  deleteImport,
  insertImport,
  insertItems,
  isReceiving,
  type NewImport,
  type NewItem,
  updateImport,
} from './queries.ts';
import { LINES_MAX } from './rules.ts';

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
export async function receiveImport(db: Db, actor: Actor, { key, fileName }: ImportUpload, file: Readable) {
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
    throw error instanceof MalformedCsvError ? unreadableImport(messages.unreadable(error.row)) : error;
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
  throw new DomainError('too_many', 'busy', messages.anotherUpload, { retryAfterSeconds: 10 });
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
    if (rows > IMPORT_ROWS_MAX + 1) throw unreadableImport(messages.tooManyRows);
    // The last product may continue in the next row.
    if (items.length > BATCH_SIZE || (length > BATCH_LENGTH && items.length > 1))
      await saveItems(items.splice(0, items.length - 1));
  }
  await saveItems(items);
  if (products === 0) throw unreadableImport(columns ? messages.empty : messages.noSlugColumn);
  return { columns, rows: rows - 1, products, requestHash: hash.digest() };
}

/** Decodes the file as UTF-8; throws if it is not text or larger than `IMPORT_BYTES_MAX`. */
async function* decodeText(file: Readable, onBytes: (bytes: Buffer) => void) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw unreadableImport(messages.notText);
    }
  };
  let size = 0;
  for await (const bytes of file.iterator({ destroyOnReturn: false })) {
    size += bytes.length;
    if (size > IMPORT_BYTES_MAX) throw unreadableImport(messages.tooLarge);
    onBytes(bytes);
    const text = decode(bytes);
    // PostgreSQL texts cannot contain NUL characters; binary files are full of them.
    if (text.includes('\0')) throw unreadableImport(messages.notText);
    yield text;
  }
  yield decode();
}

const BY_NAME = new Map(PRODUCT_COLUMNS.map((column) => [messages.columns[column].toLowerCase(), column]));
// The previous name of the column: exported files still have it.
BY_NAME.set('image texts', 'imageAlts');

function parseColumns({ cells }: CsvRow) {
  const columns = cells.map((cell) => {
    const column = BY_NAME.get(cell.trim().toLowerCase());
    if (!column) throw unreadableImport(messages.unknownColumn(cell.trim().slice(0, 60)));
    return column;
  });
  const duplicate = columns.find((column, place) => columns.indexOf(column) < place);
  if (duplicate) throw unreadableImport(messages.columnTwice(messages.columns[duplicate]));
  if (!columns.includes('slug') && !columns.includes('name')) throw unreadableImport(messages.noSlugColumn);
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
