import { Readable } from 'node:stream';
import { problemMessages } from '@shop/contracts/common/messages';
import { Id } from '@shop/contracts/common/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import pLimit from 'p-limit';
import { z } from 'zod';
import { DomainError } from '#platform/errors.ts';
import { memoizeFor } from '#platform/memoize.ts';
import { writeMerchantFeed, writeSitemap, writeSitemapIndex } from './service.ts';

const MINUTES = 60_000;
/**
 * Feeds and sitemaps read the whole catalog in batches: two at once are enough, and leave the connections to shoppers.
 * A client gets one batch at a time, and the next only after it has read the last: slow clients hold no connection.
 */
const BATCHES_AT_ONCE = 2;
/** Load shedding: with this many batches waiting, further requests get 503. */
const MAX_PENDING = 20;

const config = { access: 'public', rate: 'search' } as const;

/** Sitemaps and feeds for search engines and shopping services, at URLs of the site's root. */
export const feedRoutes: FastifyPluginAsyncZod<{ publicOrigin: string }> = async (app, { publicOrigin }) => {
  const { sharedReadDb: db } = app;
  // Scanning the keys of a million products takes a moment, and the page boundaries hardly ever change.
  const sitemapIndex = memoizeFor(10 * MINUTES, () => writeSitemapIndex(db, publicOrigin));

  const limiter = pLimit(BATCHES_AT_ONCE);
  const stream = ({ method }: FastifyRequest, reply: FastifyReply, chunks: AsyncIterable<string>) => {
    // A HEAD request must not wait until the whole catalog is read.
    if (method === 'HEAD') return asXml(reply).send('');
    if (limiter.pendingCount >= MAX_PENDING)
      throw new DomainError('unavailable', 'busy', problemMessages.unavailable, { retryAfterSeconds: 5 });
    return asXml(reply).send(Readable.from(chunks));
  };

  app.get(
    '/sitemap.xml',
    {
      config,
      schema: {
        operationId: 'getSitemapIndex',
        tags: ['Feeds'],
        summary: 'Get the sitemap index',
        produces: ['application/xml'],
      },
    },
    async (_request, reply) => asXml(reply).send(await sitemapIndex()),
  );

  app.get(
    '/sitemap-products.xml',
    {
      config,
      schema: {
        operationId: 'getProductSitemap',
        tags: ['Feeds'],
        summary: 'Get a product sitemap of up to 50,000 URLs',
        querystring: z.strictObject({ after: Id.optional() }),
        produces: ['application/xml'],
        errors: { 503: ['busy'] },
      },
    },
    (request, reply) => stream(request, reply, writeSitemap(db, publicOrigin, limiter, request.query.after)),
  );

  app.get(
    '/feeds/products.xml',
    {
      config,
      handlerTimeout: 30 * MINUTES,
      schema: {
        operationId: 'getProductFeed',
        tags: ['Feeds'],
        summary: 'Get the merchant feed (RSS 2.0)',
        produces: ['application/xml'],
        errors: { 503: ['busy'] },
      },
    },
    (request, reply) => stream(request, reply, writeMerchantFeed(db, publicOrigin, limiter)),
  );
};

const asXml = (reply: FastifyReply) =>
  reply.header('cache-control', 'public, max-age=3600').type('application/xml; charset=utf-8');
