import { z } from 'zod';
import { Id, requiredText } from '../common/schema.ts';
import { supportMessages } from './messages.ts';

export const CONVERSATIONS_SHOWN = 20;
/** Of both sides. Beyond, customers start another conversation. */
export const MESSAGES_MAX = 200;
/** The newest messages of an order that its page shows. */
export const ORDER_MESSAGES_SHOWN = 50;

const message = requiredText(5_000, supportMessages.messageMissing, supportMessages.messageTooLong);

/** `after` is the id of the last conversation of the previous page. */
export const ConversationQuery = z.strictObject({ after: Id.optional() });

const Status = z.enum(['open', 'answered', 'closed']);

const Summary = z.object({
  id: Id,
  number: z.string(),
  subject: z.string(),
  status: Status,
  /** Only an order of the same customer. */
  order: z.object({ id: Id, number: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
});

export const ConversationSummary = Summary.extend({
  /** Whether there is a reply that the customer has not opened. */
  unread: z.boolean(),
  lastMessage: z.object({ fromStaff: z.boolean(), excerpt: z.string(), at: z.iso.datetime() }),
});
export type ConversationSummary = z.infer<typeof ConversationSummary>;

export const Conversation = Summary.extend({
  /** Oldest first. */
  messages: z.array(z.object({ id: Id, fromStaff: z.boolean(), body: z.string(), createdAt: z.iso.datetime() })),
});
export type Conversation = z.infer<typeof Conversation>;

/** A message about an order, for its timeline. */
export const OrderMessage = z.object({
  id: Id,
  conversationId: Id,
  fromStaff: z.boolean(),
  excerpt: z.string(),
  at: z.iso.datetime(),
});
export type OrderMessage = z.infer<typeof OrderMessage>;

export const UnreadConversations = z.object({ unread: z.number().int().nonnegative() });

/** Name and email address come from the account. */
export const NewConversation = z.strictObject({ orderId: Id, message });
export type NewConversation = z.infer<typeof NewConversation>;

export const OpenedConversation = z.object({ id: Id, number: z.string() });
export type OpenedConversation = z.infer<typeof OpenedConversation>;

export const ConversationReply = z.strictObject({ message });
export type ConversationReply = z.infer<typeof ConversationReply>;

export const ConversationReplied = z.object({ status: z.literal('open') });

/** An email to a reply address, as the mail relay forwards it: headers, and the plain text of the body. */
export const InboundEmail = z.object({
  from: z.string().max(1_000),
  to: z.union([z.string().max(1_000), z.array(z.string().max(1_000)).max(50)]),
  messageId: z.string().trim().min(1).max(998),
  text: z.string().max(200_000),
  /** The header of that name (RFC 3834). An automatic response is not stored. */
  autoSubmitted: z.string().max(200).optional(),
});
export type InboundEmail = z.infer<typeof InboundEmail>;

export const ReceivedEmail = z.object({ received: z.literal(true), stored: z.boolean() });
