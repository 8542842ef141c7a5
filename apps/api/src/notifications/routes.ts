import { Id } from '@shop/contracts/common/schema';
import { NotificationEvent, NotificationPage, NotificationQuery, Unread } from '@shop/contracts/notifications/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sessionToken } from '#identity/service.ts';
import type { OptionalRedis } from '#platform/clients/redis.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { browseNotifications, markAllRead, markRead } from './browse.ts';
import { isSnapshot } from './reading-queries.ts';
import { NOTIFICATIONS_CHANNEL } from './service.ts';
import type { Streams } from './streams.ts';

const tags = ['Notifications'];
const params = z.object({ id: Id });

/** A client that does not accept events would wait for the end of a response that has none. */
const StreamHeaders = z.looseObject({
  accept: z.string().regex(/text\/event-stream|\*\/\*/),
  'last-event-id': z.string().max(10_000).optional(),
});

type Options = { acceptedAuthSecrets: readonly string[]; redis: OptionalRedis; streams: Streams };

export const notificationRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { acceptedAuthSecrets, redis, streams },
) => {
  withoutCaching(app);
  const { db } = app;
  redis.listen(NOTIFICATIONS_CHANNEL, (userIds) => streams.checkUsers(userIds.split(',')));
  app.addHook('preClose', async () => streams.close());

  app.get(
    '/notifications',
    {
      config: { access: 'owner' },
      schema: {
        operationId: 'listNotifications',
        tags,
        summary: 'List your notifications and the unread count',
        querystring: NotificationQuery,
        response: { 200: NotificationPage },
      },
    },
    ({ actor, query }) => browseNotifications(db, actor.id, query.cursor),
  );

  app.post(
    '/notifications/:id/read',
    {
      config: { access: 'owner', rate: 'cart' },
      schema: {
        operationId: 'markNotificationRead',
        tags,
        summary: 'Mark a notification as read',
        params,
        response: { 200: Unread },
        errors: { 404: ['notification_not_found'] },
      },
    },
    ({ actor, params }) => markRead(db, actor.id, params.id),
  );

  app.post(
    '/notifications/read-all',
    {
      config: { access: 'owner', rate: 'cart' },
      schema: {
        operationId: 'markAllNotificationsRead',
        tags,
        summary: 'Mark all notifications as read',
        response: { 200: Unread },
      },
    },
    ({ actor }) => markAllRead(db, actor.id),
  );

  app.get(
    '/notifications/stream',
    {
      config: { access: 'owner' },
      exposeHeadRoute: false,
      schema: {
        operationId: 'streamNotifications',
        tags,
        summary: 'Stream new notifications (server-sent events)',
        description:
          'Each event is a `NotificationEvent`. Reconnect with `Last-Event-ID`, or with its value as `after`, ' +
          'to receive missed events. The stream ends with the session.',
        headers: StreamHeaders,
        querystring: z.strictObject({ after: z.string().max(10_000).optional() }),
        response: {
          200: {
            description: 'New notifications, as they are stored',
            content: { 'text/event-stream': { schema: NotificationEvent } },
          },
        },
        errors: { 429: ['too_many_streams'] },
      },
    },
    async ({ actor, headers, query }, reply) => {
      const since = headers['last-event-id'] ?? query.after ?? '';
      const known = since !== '' && (await isSnapshot(db, since));
      streams.assertStreamLimit(actor.id);

      reply.hijack();
      for (const [name, value = ''] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value);
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'private, no-store',
        // For nginx, which would otherwise buffer events until it has a few kilobytes of them.
        'x-accel-buffering': 'no',
        // A keep-alive connection that becomes idle just after `server.close()` would delay shutdown by the keep-alive
        // timeout.
        connection: 'close',
      });
      const token = sessionToken(headers, acceptedAuthSecrets) ?? '';
      streams.open({ userId: actor.id, token, since: known ? since : null, response: reply.raw });
    },
  );
};
