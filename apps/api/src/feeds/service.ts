import type { Db } from '#platform/database/db.ts';
import { readPages } from '#platform/http/paging.ts';
import { getPublicSettings } from '#settings/service.ts';
import { listMerchantRows, listPageEnds, listSitemapRows, type MerchantRow, type SitemapRow } from './queries.ts';
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
  const read = (limit: number, last?: SitemapRow) => limiter(() => db.run(listSitemapRows(last?.id ?? after, limit)));
  const batches = readPages(SITEMAP_BATCH, read, SITEMAP_SIZE / SITEMAP_BATCH);
  return writeXml(SITEMAP_FRAME, batches, (row) => sitemapEntry(origin, row));
}

/** Every published product. However many there are, only one batch is in memory. */
export async function* writeMerchantFeed(db: Db, origin: string, limiter: BatchLimiter) {
  const read = (limit: number, last?: MerchantRow) => limiter(() => db.run(listMerchantRows(last?.id ?? START, limit)));
  const { storeName } = await limiter(() => getPublicSettings(db));
  const frame = merchantFrame(origin, storeName);
  yield* writeXml(frame, readPages(MERCHANT_BATCH, read), (row) => merchantItems(origin, row));
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
