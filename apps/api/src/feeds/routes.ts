import { Readable } from 'node:stream';
import { Id } from '@shop/contracts/common';
import { problemMessages } from '@shop/contracts/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { DomainError } from '#platform/errors.ts';
import { keep } from '#platform/keep.ts';
import { writeMerchantFeed, writeSitemap, writeSitemapIndex } from './service.ts';

const MINUTES = 60_000;
/** A feed reads the whole shop: two at once are plenty, and leave the connections to shoppers. */
const FEEDS_AT_ONCE = 2;

const config = { access: 'public', rate: 'search' } as const;

/** What the shop tells search engines and shopping services, at addresses of the site's root. */
export const feedRoutes: FastifyPluginAsyncZod<{ publicOrigin: string }> = async (app, { publicOrigin }) => {
  const { pool } = app;
  // Walking the keys of a million products takes a moment, and where their pages end hardly ever changes.
  const sitemapIndex = keep(10 * MINUTES, () => writeSitemapIndex(pool, publicOrigin));

  let feedsOpen = 0;
  async function* oneOfFew(parts: AsyncIterable<string>) {
    if (feedsOpen === FEEDS_AT_ONCE) throw new DomainError('unavailable', 'busy', problemMessages.unavailable);
    feedsOpen += 1;
    try {
      yield* parts;
    } finally {
      feedsOpen -= 1;
    }
  }

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
    (request, reply) => stream(request, reply, writeSitemap(pool, publicOrigin, request.query.after)),
  );

  app.get(
    '/feeds/products.xml',
    {
      config,
      handlerTimeout: 30 * MINUTES,
      schema: { tags: ['Feeds'], summary: 'Every product and variant, for shopping services (RSS 2.0)' },
    },
    (request, reply) => stream(request, reply, oneOfFew(writeMerchantFeed(pool, publicOrigin))),
  );
};

const asXml = (reply: FastifyReply) =>
  reply.header('cache-control', 'public, max-age=3600').type('application/xml; charset=utf-8');

/** Whoever asks only for the head is not made to wait for the whole shop being read. */
const stream = ({ method }: FastifyRequest, reply: FastifyReply, parts: AsyncIterable<string>) =>
  asXml(reply).send(method === 'HEAD' ? '' : Readable.from(parts));
