import { notificationMessages } from '@shop/contracts/notifications/messages';
import * as operations from '@shop/contracts/notifications/operations';
import { NOTIFICATIONS_SHOWN, type NotificationPage } from '@shop/contracts/notifications/schema';
import type { FastifyPluginAsync } from 'fastify';
import { sessionToken } from '#identity/service.ts';
import type { OptionalRedis } from '#platform/clients/redis.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { paginate } from '#platform/http/paging.ts';
import { withIsoDate } from '#platform/timestamps.ts';
import { countUnread, isSnapshot, listNotifications, updateAllRead, updateRead } from './reading-queries.ts';
import { NOTIFICATIONS_CHANNEL } from './service.ts';
import type { Streams } from './streams.ts';

type Options = { acceptedAuthSecrets: readonly string[]; redis: OptionalRedis; streams: Streams };

export const notificationRoutes: FastifyPluginAsync<Options> = async (app, { acceptedAuthSecrets, redis, streams }) => {
  withoutCaching(app);
  const { db } = app;
  redis.listen(NOTIFICATIONS_CHANNEL, (userIds) => streams.checkUsers(userIds.split(',')));
  app.addHook('preClose', async () => streams.close());

  handle(app, operations.listNotifications, { access: 'owner' }, ({ actor, query }) =>
    browseNotifications(db, actor.id, query.cursor),
  );

  handle(app, operations.markNotificationRead, { access: 'owner', rate: 'cart' }, ({ actor, params }) =>
    markRead(db, actor.id, params.id),
  );

  handle(app, operations.markAllNotificationsRead, { access: 'owner', rate: 'cart' }, ({ actor }) =>
    markAllRead(db, actor.id),
  );

  handle(app, operations.streamNotifications, { access: 'owner', exposeHeadRoute: false }, async (request, reply) => {
    const { actor, headers, query } = request;
    const since = String(headers['last-event-id'] ?? query.after ?? '');
    const known = since !== '' && (await isSnapshot(db, since));
    streams.assertStreamLimit(actor.id);

    reply.hijack();
    request.markAnswered?.();
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
    return reply;
  });
};

async function browseNotifications(db: Db, userId: string, cursor?: string): Promise<NotificationPage> {
  const [rows, { unreadCount }] = await Promise.all([
    db.run(listNotifications(userId, cursor, NOTIFICATIONS_SHOWN + 1)),
    db.run(countUnread(userId)),
  ]);
  const { items, next } = paginate(rows, NOTIFICATIONS_SHOWN);
  return { items: items.map(withIsoDate), next: next ?? null, unreadCount };
}

/** A notification of another user is reported as not found. */
async function markRead(db: Db, userId: string, id: string) {
  if (!(await db.run(updateRead(userId, id))))
    throw new DomainError('not_found', 'notification_not_found', notificationMessages.notFound);
  return db.run(countUnread(userId));
}

async function markAllRead(db: Db, userId: string) {
  await db.run(updateAllRead(userId));
  return db.run(countUnread(userId));
}
