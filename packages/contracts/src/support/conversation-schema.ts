import { z } from 'zod';
import { Id, Moment, requiredText } from '../common/schema.ts';
import { supportMessages } from './messages.ts';
import { TicketStatus } from './schema.ts';

export const CONVERSATIONS_SHOWN = 20;
/** Of both sides. Beyond, customers start another conversation. */
export const MESSAGES_MAX = 200;
/** The newest messages of an order that its page shows. */
export const ORDER_MESSAGES_SHOWN = 50;

const message = requiredText(5_000, supportMessages.messageMissing, supportMessages.messageTooLong);

export const ConversationQuery = z.strictObject({
  after: Id.optional().describe('The id of the last conversation of the previous page.'),
});

const Summary = z.object({
  id: Id,
  number: z.string().describe('The last 8 characters of the id; it names the ticket in emails.'),
  subject: z.string().describe('As the customer wrote it, or “Order #…” for a conversation about an order.'),
  status: TicketStatus,
  order: z
    .object({ id: Id, number: z.string().describe('The last 8 characters of the id.') })
    .nullable()
    .describe('The order it is about; null if there is none, or it is not an order of this customer.'),
  createdAt: Moment.describe('When the first message was sent.'),
});

const fromStaff = z.boolean().describe('A reply of staff; false for a message of the customer.');
const excerpt = z.string().describe('The first 200 characters of the message.');

export const ConversationSummary = Summary.extend({
  unread: z.boolean().describe('Whether there is a reply that the customer has not opened.'),
  lastMessage: z
    .object({ fromStaff, excerpt, at: Moment.describe('When it was written.') })
    .describe('The newest message of either side.'),
}).meta({ id: 'ConversationSummary', description: 'A conversation with support in the list of its customer.' });
export type ConversationSummary = z.infer<typeof ConversationSummary>;

export const Conversation = Summary.extend({
  messages: z
    .array(
      z.object({
        id: Id,
        fromStaff,
        body: z.string().describe('Plain text. A reply by email is without the quoted text.'),
        createdAt: Moment,
      }),
    )
    .describe('Oldest first, up to 200 of both sides.'),
}).meta({ id: 'Conversation', description: 'A support ticket as its customer sees it, with all messages.' });
export type Conversation = z.infer<typeof Conversation>;

export const OrderMessage = z
  .object({
    id: Id,
    conversationId: Id.describe('The conversation that has the whole message.'),
    fromStaff,
    excerpt,
    at: Moment.describe('When it was written.'),
  })
  .meta({ id: 'OrderMessage', description: 'A message about an order, for its timeline.' });
export type OrderMessage = z.infer<typeof OrderMessage>;

export const UnreadConversations = z
  .object({
    unread: z.number().int().nonnegative().describe('Conversations with a reply that the customer has not opened.'),
  })
  .meta({ id: 'UnreadConversations', description: 'How many conversations wait to be read.' });

export const NewConversation = z
  .strictObject({
    orderId: Id.describe('An order of this customer, which the message is about.'),
    message: message.describe('Plain text. Name and email address come from the account.'),
  })
  .meta({ id: 'NewConversation', description: 'A question to support about an order.' });
export type NewConversation = z.infer<typeof NewConversation>;

export const OpenedConversation = z
  .object({ id: Id, number: z.string().describe('The last 8 characters of the id; it names the ticket in emails.') })
  .meta({ id: 'OpenedConversation', description: 'The conversation that a question has opened.' });
export type OpenedConversation = z.infer<typeof OpenedConversation>;

export const ConversationReply = z
  .strictObject({
    message: message.describe('Plain text. It reopens the conversation, and marks its replies as read.'),
  })
  .meta({ id: 'ConversationReply', description: 'A further message of the customer.' });
export type ConversationReply = z.infer<typeof ConversationReply>;

export const ConversationReplied = z
  .object({
    status: z.literal('open').describe('Every message of the customer sets it, also of a closed conversation.'),
  })
  .meta({ id: 'ConversationReplied', description: 'The status of a conversation after a message of its customer.' });

export const InboundEmail = z
  .object({
    from: z
      .string()
      .max(1_000)
      .describe(
        'The header of that name: the email address of the ticket, with or without a name. Any other is rejected.',
      ),
    to: z
      .union([z.string().max(1_000), z.array(z.string().max(1_000)).max(50)])
      .describe(
        'Recipients of the email: one address, or a list. One of them has to be the reply address of a ticket.',
      ),
    messageId: z
      .string()
      .trim()
      .min(1)
      .max(998)
      .describe('The header Message-ID. An email that is sent again is not stored twice.'),
    text: z.string().max(200_000).describe('The plain text part. Quoted text is cut; 5,000 characters are stored.'),
    autoSubmitted: z
      .string()
      .max(200)
      .optional()
      .describe('The header Auto-Submitted (RFC 3834). An automatic response is not stored.'),
    dmarc: z
      .string()
      .max(200)
      .optional()
      .describe(
        'What the relay itself found for the domain of `from`. Any other result than `pass` marks the message.',
      ),
  })
  .meta({
    id: 'InboundEmail',
    description: 'An email to the reply address of a ticket, as the mail relay forwards it.',
  });
export type InboundEmail = z.infer<typeof InboundEmail>;

export const ReceivedEmail = z
  .object({
    received: z.literal(true).describe('The relay need not send it again.'),
    stored: z
      .boolean()
      .describe(
        'False for a repetition, an automatic response, an email without new text, or a conversation with 200 messages.',
      ),
  })
  .meta({ id: 'ReceivedEmail', description: 'What became of an email that the relay has forwarded.' });
