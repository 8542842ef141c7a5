import { z } from 'zod';
import { after, dateSort, unlessEmpty } from '../common/filters.ts';
import { Id } from '../common/schema.ts';
import { adminTicketMessages as texts } from './admin-messages.ts';

export const ADMIN_TICKETS_SHOWN = 50;

const TicketStatus = z.enum(['open', 'answered', 'closed']);

/** Default: tickets that wait for a reply. `q` is a ticket number or an email address. */
export const AdminTicketQuery = z.strictObject({
  q: unlessEmpty(
    z
      .string()
      .trim()
      .toLowerCase()
      .max(320, texts.badSearch)
      .regex(/^([0-9a-f]{8}|[^\s@]+@[^\s@]+)$/, texts.badSearch),
  ),
  status: z.enum([...TicketStatus.options, 'all']).default('open'),
  sort: dateSort,
  after,
});
export type AdminTicketQuery = z.infer<typeof AdminTicketQuery>;

export const TicketSummary = z.object({
  id: Id,
  number: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  status: TicketStatus,
  createdAt: z.iso.datetime(),
});
export type TicketSummary = z.infer<typeof TicketSummary>;

export const Ticket = TicketSummary.extend({
  userId: Id.nullable(),
  order: z.object({ id: Id, number: z.string() }).nullable(),
  messages: z.array(
    z.object({
      id: Id,
      fromStaff: z.boolean(),
      author: z.string().nullable(),
      body: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
});
export type Ticket = z.infer<typeof Ticket>;

export const TicketReply = z.strictObject({
  message: z.string(texts.replyMissing).trim().min(1, texts.replyMissing).max(5_000, texts.replyTooLong),
});
export type TicketReply = z.infer<typeof TicketReply>;

export const TicketReplied = z.object({ status: z.literal('answered') });
export type TicketReplied = z.infer<typeof TicketReplied>;

/** `answered` is not included: a reply sets it. */
export const TicketChange = z.strictObject({ status: z.enum(['open', 'closed']) });
export type TicketChange = z.infer<typeof TicketChange>;
