import { Readable } from 'node:stream';
import { problemMessages } from '@shop/contracts/common/messages';
import { MINUTE_MS } from '@shop/contracts/common/time';
import * as operations from '@shop/contracts/feeds/operations';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { handle } from '#platform/http/handle.ts';
import { readPages } from '#platform/http/paging.ts';
import { memoizeFor } from '#platform/memoize.ts';
import { getPublicSettings } from '#settings/service.ts';
import { listMerchantRows, listPageEnds, listSitemapRows, type MerchantRow, type SitemapRow } from './queries.ts';
import { merchantFrame, merchantItems, SITEMAP_FRAME, SITEMAP_SIZE, sitemapEntry, sitemapIndex } from './rules.ts';

/**
 * Feeds and sitemaps read the whole catalog in batches: two at once are enough, and leave the connections to shoppers.
 * A client gets one batch at a time, and the next only after it has read the last: slow clients hold no connection.
 */
const BATCHES_AT_ONCE = 2;
/** Load shedding: with this many batches waiting, further requests get 503. */
const MAX_PENDING = 20;
/** Sitemaps and feeds for search engines and shopping services, at URLs of the site's root. */
export const feedRoutes: FastifyPluginAsync<{ publicOrigin: string }> = async (app, { publicOrigin }) => {
  const { sharedReadDb: db } = app;
  // Scanning the keys of a million products takes a moment, and the page boundaries hardly ever change.
  const sitemapIndex = memoizeFor(10 * MINUTE_MS, () => writeSitemapIndex(db, publicOrigin));

  const limiter = pLimit(BATCHES_AT_ONCE);
  const stream = ({ method }: FastifyRequest, reply: FastifyReply, chunks: AsyncIterable<string>) => {
    // A HEAD request must not wait until the whole catalog is read.
    if (method === 'HEAD') return asXml(reply).send('');
    if (limiter.pendingCount >= MAX_PENDING)
      throw new DomainError('unavailable', 'busy', problemMessages.unavailable, { retryAfterSeconds: 5 });
    return asXml(reply).send(Readable.from(chunks));
  };

  handle(app, operations.getSitemapIndex, { access: 'public', rate: 'search' }, async (_request, reply) =>
    asXml(reply).send(await sitemapIndex()),
  );

  handle(app, operations.getProductSitemap, { access: 'public', rate: 'search' }, (request, reply) =>
    stream(request, reply, writeSitemap(db, publicOrigin, limiter, request.query.after)),
  );

  handle(
    app,
    operations.getProductFeed,
    { access: 'public', rate: 'search', handlerTimeout: 30 * MINUTE_MS },
    (request, reply) => stream(request, reply, writeMerchantFeed(db, publicOrigin, limiter)),
  );
};

const asXml = (reply: FastifyReply) =>
  reply.header('cache-control', 'public, max-age=3600').type('application/xml; charset=utf-8');

/** Sorts before every id. */
const START = '00000000-0000-0000-0000-000000000000';
const SITEMAP_BATCH = 5_000;
const MERCHANT_BATCH = 500;

const writeSitemapIndex = async (db: Db, origin: string) => sitemapIndex(origin, await listPageEnds(db, SITEMAP_SIZE));

/** Runs the read once a slot is free. */
type BatchLimiter = <Rows>(read: () => Promise<Rows>) => Promise<Rows>;

/** The page of products that follows the given id. */
function writeSitemap(db: Db, origin: string, limiter: BatchLimiter, after = START) {
  const read = (limit: number, last?: SitemapRow) => limiter(() => db.run(listSitemapRows(last?.id ?? after, limit)));
  const batches = readPages(SITEMAP_BATCH, read, SITEMAP_SIZE / SITEMAP_BATCH);
  return writeXml(SITEMAP_FRAME, batches, (row) => sitemapEntry(origin, row));
}

/** Every published product. However many there are, only one batch is in memory. */
async function* writeMerchantFeed(db: Db, origin: string, limiter: BatchLimiter) {
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
