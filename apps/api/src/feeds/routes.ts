import { Readable } from 'node:stream';
import { Id } from '@shop/contracts/common';
import { problemMessages } from '@shop/contracts/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import pLimit from 'p-limit';
import { z } from 'zod';
import { DomainError } from '#platform/errors.ts';
import { memoizeFor } from '#platform/memoize.ts';
import { writeMerchantFeed, writeSitemap, writeSitemapIndex } from './service.ts';

const MINUTES = 60_000;
/**
 * Feeds and sitemaps read the whole shop, in batches: two at once are plenty, and leave the connections to shoppers. A
 * reader has its turn for one batch and not until it has read what it was sent, so that slow ones hold nothing.
 */
const BATCHES_AT_ONCE = 2;
const MAX_PENDING = 20;

const config = { access: 'public', rate: 'search' } as const;

/** What the shop tells search engines and shopping services, at addresses of the site's root. */
export const feedRoutes: FastifyPluginAsyncZod<{ publicOrigin: string }> = async (app, { publicOrigin }) => {
  const { pool } = app;
  // Walking the keys of a million products takes a moment, and where their pages end hardly ever changes.
  const sitemapIndex = memoizeFor(10 * MINUTES, () => writeSitemapIndex(pool, publicOrigin));

  const limiter = pLimit(BATCHES_AT_ONCE);
  const stream = ({ method }: FastifyRequest, reply: FastifyReply, chunks: AsyncIterable<string>) => {
    // Whoever asks only for the head is not made to wait for the whole shop being read.
    if (method === 'HEAD') return asXml(reply).send('');
    if (limiter.pendingCount >= MAX_PENDING) throw new DomainError('unavailable', 'busy', problemMessages.unavailable);
    return asXml(reply).send(Readable.from(chunks));
  };

  app.get(
    '/sitemap.xml',
    { config, schema: { tags: ['Feeds'], summary: 'The list of all sitemaps' } },
    async (_request, reply) => asXml(reply).send(await sitemapIndex()),
  );

  app.get(
    '/sitemap-products.xml',
    {
      config,
      schema: {
        tags: ['Feeds'],
        summary: 'The addresses of up to 50,000 products',
        querystring: z.strictObject({ after: Id.optional() }),
      },
    },
    (request, reply) => stream(request, reply, writeSitemap(pool, publicOrigin, limiter, request.query.after)),
  );

  app.get(
    '/feeds/products.xml',
    {
      config,
      handlerTimeout: 30 * MINUTES,
      schema: { tags: ['Feeds'], summary: 'Every product and variant, for shopping services (RSS 2.0)' },
    },
    (request, reply) => stream(request, reply, writeMerchantFeed(pool, publicOrigin, limiter)),
  );
};

const asXml = (reply: FastifyReply) =>
  reply.header('cache-control', 'public, max-age=3600').type('application/xml; charset=utf-8');
