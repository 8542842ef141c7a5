import { notificationMessages } from '@shop/contracts/notifications/messages';
import { NOTIFICATIONS_SHOWN, type NotificationPage } from '@shop/contracts/notifications/schema';
import type { Pool } from 'pg';
import { DomainError } from '#platform/errors.ts';
import { pageOf } from '#platform/http/paging.ts';
import { countUnread, listNotifications, updateAllRead, updateRead } from './reading-queries.ts';
import { toNotification } from './rules.ts';

export async function browseNotifications(pool: Pool, userId: string, cursor?: string): Promise<NotificationPage> {
  const [rows, unreadCount] = await Promise.all([
    listNotifications(pool, userId, cursor, NOTIFICATIONS_SHOWN + 1),
    countUnread(pool, userId),
  ]);
  const { items, next } = pageOf(rows, NOTIFICATIONS_SHOWN);
  return { items: items.map(toNotification), next: next ?? null, unreadCount };
}

/** A notification of another user is reported as not found. */
export async function markRead(pool: Pool, userId: string, id: string) {
  if (!(await updateRead(pool, userId, id)))
    throw new DomainError('not_found', 'notification_not_found', notificationMessages.notFound);
  return { unreadCount: await countUnread(pool, userId) };
}

export async function markAllRead(pool: Pool, userId: string) {
  await updateAllRead(pool, userId);
  return { unreadCount: await countUnread(pool, userId) };
}
