import { notificationMessages } from '@shop/contracts/notifications/messages';
import { NOTIFICATIONS_SHOWN, type NotificationPage } from '@shop/contracts/notifications/schema';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { paginate } from '#platform/http/paging.ts';
import { withIsoDate } from '#platform/timestamps.ts';
import { countUnread, listNotifications, updateAllRead, updateRead } from './reading-queries.ts';

export async function browseNotifications(db: Db, userId: string, cursor?: string): Promise<NotificationPage> {
  const [rows, unreadCount] = await Promise.all([
    listNotifications(db, userId, cursor, NOTIFICATIONS_SHOWN + 1),
    countUnread(db, userId),
  ]);
  const { items, next } = paginate(rows, NOTIFICATIONS_SHOWN);
  return { items: items.map(withIsoDate), next: next ?? null, unreadCount };
}

/** A notification of another user is reported as not found. */
export async function markRead(db: Db, userId: string, id: string) {
  if (!(await updateRead(db, userId, id)))
    throw new DomainError('not_found', 'notification_not_found', notificationMessages.notFound);
  return { unreadCount: await countUnread(db, userId) };
}

export async function markAllRead(db: Db, userId: string) {
  await updateAllRead(db, userId);
  return { unreadCount: await countUnread(db, userId) };
}
