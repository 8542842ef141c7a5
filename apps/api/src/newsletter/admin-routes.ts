import { Id } from '@shop/contracts/common/schema';
import { Subscriber, SubscriberQuery } from '@shop/contracts/newsletter/admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { OptionalIdempotencyHeaders, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseSubscribers, exportSubscribers, removeSubscriber } from './admin.ts';

const MINUTES = 60_000;
const tags = ['Admin: newsletter'];

export const adminNewsletterRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/newsletter',
    {
      config: { access: 'newsletter.read', rate: 'search' },
      schema: {
        operationId: 'listSubscribers',
        tags,
        summary: 'List newsletter subscribers, newest first',
        querystring: SubscriberQuery,
        response: { 200: z.array(Subscriber) },
        responseHeaders: { 200: ['Link'] },
      },
    },
    async ({ query }, reply) => {
      const { subscribers, next } = await browseSubscribers(app.db, query);
      setNextLink(reply, '/api/admin/newsletter', query, next);
      return subscribers;
    },
  );

  app.get(
    '/admin/newsletter/export',
    {
      config: { access: 'newsletter.write', rate: 'search' },
      handlerTimeout: 30 * MINUTES,
      schema: {
        operationId: 'exportSubscribers',
        tags,
        summary: 'Export newsletter subscribers as CSV',
        produces: ['text/csv'],
      },
    },
    async (request, reply) => sendCsv(request, reply, 'newsletter.csv', await exportSubscribers(app.db, request)),
  );

  app.delete(
    '/admin/newsletter/:id',
    {
      config: { access: 'newsletter.write', rate: 'cart', dryRun: true },
      schema: {
        operationId: 'removeSubscriber',
        tags,
        summary: 'Remove a newsletter subscriber',
        params: z.object({ id: Id }),
        headers: OptionalIdempotencyHeaders,
        response: { 204: z.null() },
        errors: { 404: ['subscriber_not_found'] },
      },
    },
    async (request, reply) => {
      reply.status(204);
      await runOnceWithoutResponse(app.db, request, (tx) => removeSubscriber(tx, request.actor, request.params.id));
      return null;
    },
  );
};
