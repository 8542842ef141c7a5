import type { Db } from '#platform/database/db.ts';
import { listMerchantRows, listPageEnds, listSitemapRows } from './queries.ts';
import { merchantFrame, merchantItems, SITEMAP_FRAME, SITEMAP_SIZE, sitemapEntry, sitemapIndex } from './rules.ts';

/** Sorts before every id. */
const START = '00000000-0000-0000-0000-000000000000';
const SITEMAP_BATCH = 5_000;
const MERCHANT_BATCH = 500;

export const writeSitemapIndex = async (db: Db, origin: string) =>
  sitemapIndex(origin, await listPageEnds(db, SITEMAP_SIZE));

/** Runs the read once a slot is free. */
type BatchLimiter = <Rows>(read: () => Promise<Rows>) => Promise<Rows>;

/** The page of products that follows the given id. */
export function writeSitemap(db: Db, origin: string, limiter: BatchLimiter, after = START) {
  const batches = inBatches((last) => limiter(() => listSitemapRows(db, last, SITEMAP_BATCH)), {
    size: SITEMAP_BATCH,
    after,
    maxBatches: SITEMAP_SIZE / SITEMAP_BATCH,
  });
  return writeXml(SITEMAP_FRAME, batches, (row) => sitemapEntry(origin, row));
}

/** Every published product. However many there are, only one batch is in memory. */
export function writeMerchantFeed(db: Db, origin: string, limiter: BatchLimiter) {
  const read = (last: string) => limiter(() => listMerchantRows(db, last, MERCHANT_BATCH));
  const batches = inBatches(read, { size: MERCHANT_BATCH });
  return writeXml(merchantFrame(origin), batches, (row) => merchantItems(origin, row));
}

type BatchOptions = { size: number; after?: string; maxBatches?: number };

/** Keyset pagination over the primary key: each batch starts where the last one ended. */
async function* inBatches<Row extends { id: string }>(
  read: (after: string) => Promise<Row[]>,
  { size, after = START, maxBatches = Number.POSITIVE_INFINITY }: BatchOptions,
) {
  let last: string | undefined = after;
  for (let count = 0; last !== undefined && count < maxBatches; count += 1) {
    const rows: Row[] = await read(last);
    yield rows;
    last = rows.length === size ? rows.at(-1)?.id : undefined;
  }
}

/** Sends the head with the first rows, so that a database outage causes an error response before the first byte. */
async function* writeXml<Row>(
  { head, tail }: { head: string; tail: string },
  batches: AsyncIterable<Row[]>,
  write: (row: Row) => string,
) {
  let prefix = head;
  for await (const rows of batches) {
    yield prefix + rows.map(write).join('');
    prefix = '';
  }
  yield tail;
}
