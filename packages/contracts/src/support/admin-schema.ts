import { z } from 'zod';
import { after, dateSort, unlessEmpty } from '../common/filters.ts';
import { Id, Moment } from '../common/schema.ts';
import { adminTicketMessages as texts } from './admin-messages.ts';
import { TicketStatus } from './schema.ts';

export const ADMIN_TICKETS_SHOWN = 50;

export const AdminTicketQuery = z.strictObject({
  q: unlessEmpty(
    z
      .string()
      .trim()
      .toLowerCase()
      .max(320, texts.badSearch)
      .regex(/^([0-9a-f]{8}|[^\s@]+@[^\s@]+)$/, texts.badSearch),
  ).describe('The number of a ticket, or the whole email address of its customer.'),
  status: z
    .enum([...TicketStatus.options, 'all'])
    .default('open')
    .describe('Only tickets with this status; `all` for any. By default those that wait for a reply.'),
  sort: dateSort.describe('By the date of the first message: `-date` is newest first, the default.'),
  after: after.describe('The id of the last ticket of the previous page.'),
});
export type AdminTicketQuery = z.infer<typeof AdminTicketQuery>;

export const TicketSummary = z
  .object({
    id: Id,
    number: z.string().describe('The last 8 characters of the id, as the customer knows the ticket.'),
    name: z.string().describe('Of the sender: that of the account, or as entered in the form.'),
    email: z.string().describe('Where replies go, as it was entered; not necessarily confirmed.'),
    subject: z.string().describe('As the sender wrote it, or “Order #…” for a conversation about an order.'),
    status: TicketStatus,
    createdAt: Moment.describe('When the first message was sent.'),
  })
  .meta({ id: 'TicketSummary', description: 'A support ticket in the list of the admin panel.' });
export type TicketSummary = z.infer<typeof TicketSummary>;

export const Ticket = TicketSummary.extend({
  userId: Id.nullable().describe('The customer who opened it in a session; null for a visitor without one.'),
  order: z
    .object({ id: Id, number: z.string().describe('The last 8 characters of the id.') })
    .nullable()
    .describe('The order it is about; null if none was named, or it was placed with another email address.'),
  messages: z
    .array(
      z.object({
        id: Id,
        fromStaff: z.boolean().describe('A reply of staff; false for a message of the customer.'),
        author: z
          .string()
          .nullable()
          .describe('The name of the account that wrote it; null for a message without an account.'),
        body: z.string().describe('Plain text. A reply by email is without the quoted text.'),
        createdAt: Moment.describe('When it was stored.'),
      }),
    )
    .describe('Oldest first.'),
}).meta({ id: 'Ticket', description: 'A support ticket with all its messages. Deleted two years after the last one.' });
export type Ticket = z.infer<typeof Ticket>;

export const TicketReply = z
  .strictObject({
    message: z
      .string(texts.replyMissing)
      .trim()
      .min(1, texts.replyMissing)
      .max(5_000, texts.replyTooLong)
      .describe('Plain text, sent to the email address of the ticket. Customers do not see who of the staff wrote it.'),
  })
  .meta({ id: 'TicketReply', description: 'A reply of staff.' });
export type TicketReply = z.infer<typeof TicketReply>;

export const TicketReplied = z
  .object({ status: z.literal('answered').describe('Every reply sets it, also of a closed ticket.') })
  .meta({ id: 'TicketReplied', description: 'The status of a ticket after a reply of staff.' });
export type TicketReplied = z.infer<typeof TicketReplied>;

export const TicketChange = z
  .strictObject({
    status: z.enum(['open', 'closed']).describe('To close or reopen the ticket; `answered` is set by a reply.'),
  })
  .meta({ id: 'TicketChange', description: 'The status that staff give a ticket.' });
export type TicketChange = z.infer<typeof TicketChange>;
