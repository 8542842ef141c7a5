import { Readable } from 'node:stream';
import { problemMessages } from '@shop/contracts/common/messages';
import { MINUTE_MS } from '@shop/contracts/common/time';
import * as operations from '@shop/contracts/feeds/operations';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { DomainError } from '#platform/errors.ts';
import { handle } from '#platform/http/handle.ts';
import { memoizeFor } from '#platform/memoize.ts';
import { writeMerchantFeed, writeSitemap, writeSitemapIndex } from './service.ts';

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
