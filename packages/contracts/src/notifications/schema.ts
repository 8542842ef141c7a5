import { z } from 'zod';
import { Id, Moment } from '../common/schema.ts';

export const Notification = z
  .object({
    id: Id,
    userId: Id.describe('Who it is for: the customer or staff member of the session.'),
    type: z
      .enum(['order', 'promotion', 'other'])
      .describe('`order`: about an order, its refund or return; `promotion`: of a campaign; `other`: anything else.'),
    title: z.string().describe('The heading, in one line.'),
    message: z.string().describe('Plain text.'),
    link: z.string().nullable().describe('The path of the related page of the store; null if there is none.'),
    read: z
      .boolean()
      .describe('Whether it was marked as read. Read ones are deleted after 180 days, others after 365.'),
    createdAt: Moment,
  })
  .meta({ id: 'Notification', description: 'A message in the account of a customer or staff member.' });
export type Notification = z.infer<typeof Notification>;

export const NOTIFICATIONS_SHOWN = 20;

/** Unread notifications are counted up to this number; the UI then shows '99+'. */
export const UNREAD_COUNTED = 100;
const unreadCount = z
  .number()
  .int()
  .min(0)
  .max(UNREAD_COUNTED)
  .describe('Unread notifications of the account; 100 stands for that many or more.');

export const NotificationQuery = z.strictObject({
  cursor: Id.optional().describe('The id of the last notification of the previous page, as in its `next`.'),
});

export const NotificationPage = z
  .object({
    items: z.array(Notification).describe('Newest first, up to 20.'),
    next: Id.nullable().describe('The `cursor` of the next page; null on the last one.'),
    unreadCount,
  })
  .meta({ id: 'NotificationPage', description: 'A page of the notifications of an account.' });
export type NotificationPage = z.infer<typeof NotificationPage>;

export const Unread = z
  .object({ unreadCount })
  .meta({ id: 'Unread', description: 'What is left unread after notifications were marked as read.' });

export const NotificationEvent = z
  .object({
    items: z
      .array(Notification)
      .describe(
        'New since the previous event, oldest first; of more than 20 the newest. Can be empty in the first event.',
      ),
    unreadCount,
  })
  .meta({
    id: 'NotificationEvent',
    description:
      'One event of the stream. The first event of a connection is sent immediately, even without new notifications.',
  });
export type NotificationEvent = z.infer<typeof NotificationEvent>;
