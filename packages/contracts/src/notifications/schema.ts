import { z } from 'zod';
import { Id } from '../common/schema.ts';

export const Notification = z.object({
  id: Id,
  userId: Id,
  type: z.enum(['order', 'promotion', 'other']),
  title: z.string(),
  message: z.string(),
  /** The related page of the store. */
  link: z.string().nullable(),
  read: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Notification = z.infer<typeof Notification>;

export const NOTIFICATIONS_SHOWN = 20;

/** Unread notifications are counted up to this number; the UI then shows '99+'. */
export const UNREAD_COUNTED = 100;
const unreadCount = z.number().int().min(0).max(UNREAD_COUNTED);

/** `cursor` is the id of the last notification of the previous page. */
export const NotificationQuery = z.strictObject({ cursor: Id.optional() });

export const NotificationPage = z.object({ items: z.array(Notification), next: Id.nullable(), unreadCount });
export type NotificationPage = z.infer<typeof NotificationPage>;

export const Unread = z.object({ unreadCount });

/**
 * One event of the stream: the notifications since the previous event, oldest first. The first event of a connection is
 * sent immediately, even without new notifications.
 */
export const NotificationEvent = z.object({ items: z.array(Notification), unreadCount });
export type NotificationEvent = z.infer<typeof NotificationEvent>;
