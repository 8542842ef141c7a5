import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import { NotificationEvent, NotificationPage, NotificationQuery, Unread } from './schema.ts';

const tag = 'Notifications';

const ByNotification = z.object({ id: Id.describe('One of the notifications of your account.') });

export const listNotifications = operation('GET /notifications', {
  id: 'listNotifications',
  tag,
  summary: 'List your notifications and the unread count',
  query: NotificationQuery,
  response: NotificationPage,
});

export const markNotificationRead = operation('POST /notifications/:id/read', {
  id: 'markNotificationRead',
  tag,
  summary: 'Mark a notification as read',
  params: ByNotification,
  response: Unread,
  errors: { 404: ['notification_not_found'] },
});

export const markAllNotificationsRead = operation('POST /notifications/read-all', {
  id: 'markAllNotificationsRead',
  tag,
  summary: 'Mark all notifications as read',
  response: Unread,
});

export const streamNotifications = operation('GET /notifications/stream', {
  id: 'streamNotifications',
  tag,
  summary: 'Stream new notifications (server-sent events)',
  description:
    'Each event is a `NotificationEvent`. Reconnect with `Last-Event-ID`, or with its value as `after`, ' +
    'to receive missed events. The stream ends with the session.',
  query: z.strictObject({
    after: z
      .string()
      .max(10_000)
      .optional()
      .describe(
        'The `id` of the last event, for clients that cannot set `Last-Event-ID`. An invalid one counts as none.',
      ),
  }),
  requestHeaders: z.looseObject({
    accept: z
      .string()
      .regex(/text\/event-stream|\*\/\*/)
      .describe('Has to allow `text/event-stream`.'),
    'last-event-id': z
      .string()
      .max(10_000)
      .optional()
      .describe(
        'The `id` of the last event, which browsers send when they reconnect. Without it the stream begins now.',
      ),
  }),
  events: NotificationEvent,
  errors: { 429: ['too_many_streams'] },
});
