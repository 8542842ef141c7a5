import { MINUTE_MS } from '@shop/contracts/common/time';
import * as operations from '@shop/contracts/newsletter/admin-operations';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { handle } from '#platform/http/handle.ts';
import { runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseSubscribers, exportSubscribers, removeSubscriber } from './admin.ts';

export const adminNewsletterRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.listSubscribers, { access: 'newsletter.read', rate: 'search' }, async ({ query }, reply) => {
    const { subscribers, next } = await browseSubscribers(app.db, query);
    setNextLink(reply, '/api/admin/newsletter', query, next);
    return subscribers;
  });

  handle(
    app,
    operations.exportSubscribers,
    { access: 'newsletter.write', rate: 'search', handlerTimeout: 30 * MINUTE_MS },
    async (request, reply) => sendCsv(request, reply, 'newsletter.csv', await exportSubscribers(app.db, request)),
  );

  handle(
    app,
    operations.removeSubscriber,
    { access: 'newsletter.write', rate: 'cart', dryRun: true },
    async (request) => {
      await runOnceWithoutResponse(app.db, request, (tx) => removeSubscriber(tx, request.actor, request.params.id));
    },
  );
};
