import { notificationMessages } from '@shop/contracts/notifications/messages';
import { NOTIFICATIONS_SHOWN, type NotificationPage } from '@shop/contracts/notifications/schema';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { paginate } from '#platform/http/paging.ts';
import { withIsoDate } from '#platform/timestamps.ts';
import { countUnread, listNotifications, updateAllRead, updateRead } from './reading-queries.ts';

export async function browseNotifications(db: Db, userId: string, cursor?: string): Promise<NotificationPage> {
  const [rows, { unreadCount }] = await Promise.all([
    db.run(listNotifications(userId, cursor, NOTIFICATIONS_SHOWN + 1)),
    db.run(countUnread(userId)),
  ]);
  const { items, next } = paginate(rows, NOTIFICATIONS_SHOWN);
  return { items: items.map(withIsoDate), next: next ?? null, unreadCount };
}

/** A notification of another user is reported as not found. */
export async function markRead(db: Db, userId: string, id: string) {
  if (!(await db.run(updateRead(userId, id))))
    throw new DomainError('not_found', 'notification_not_found', notificationMessages.notFound);
  return db.run(countUnread(userId));
}

export async function markAllRead(db: Db, userId: string) {
  await db.run(updateAllRead(userId));
  return db.run(countUnread(userId));
}
