import { z } from 'zod';
import { Id } from './common.ts';

export const Notification = z.object({
  id: Id,
  userId: Id,
  type: z.enum(['order', 'promotion', 'other']),
  title: z.string(),
  message: z.string(),
  /** A page of the shop it speaks of. */
  link: z.string().nullable(),
  read: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Notification = z.infer<typeof Notification>;

export const NOTIFICATIONS_SHOWN = 20;

/** Unread ones are counted no further: screens say '99+' from here on. */
export const UNREAD_COUNTED = 100;
const unreadCount = z.number().int().min(0).max(UNREAD_COUNTED);

/** `cursor` names the last notification of the page before. */
export const NotificationQuery = z.strictObject({ cursor: Id.optional() });

export const NotificationPage = z.object({ items: z.array(Notification), next: Id.nullable(), unreadCount });
export type NotificationPage = z.infer<typeof NotificationPage>;

export const Unread = z.object({ unreadCount });

/**
 * One event of the stream: what came since the event before, oldest first. The first event of a connection comes at
 * once, also when there is nothing new.
 */
export const NotificationEvent = z.object({ items: z.array(Notification), unreadCount });
export type NotificationEvent = z.infer<typeof NotificationEvent>;
