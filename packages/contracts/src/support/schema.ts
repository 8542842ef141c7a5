import { z } from 'zod';
import { email, Id, requiredText } from '../common/schema.ts';
import { OrderNumber } from '../orders/schema.ts';
import { supportMessages } from './messages.ts';

export const TicketStatus = z.enum(['open', 'answered', 'closed']).meta({
  id: 'TicketStatus',
  description:
    '`open`: waits for staff; `answered`: staff have replied last; `closed`: by staff. A message of the customer opens it again.',
});

export const NewTicket = z
  .strictObject({
    name: requiredText(200, supportMessages.nameMissing, supportMessages.nameTooLong).describe('For staff only.'),
    email: email(supportMessages.invalidEmail).describe('Where replies go.'),
    subject: requiredText(200, supportMessages.subjectMissing, supportMessages.subjectTooLong).describe(
      'Staff see it as written. Emails leave it out if it could be read as a link or a phone number.',
    ),
    message: requiredText(5_000, supportMessages.messageMissing, supportMessages.messageTooLong).describe(
      'Plain text. The same message from the same address within 10 minutes is one ticket.',
    ),
    orderNumber: OrderNumber.optional().describe(
      'The order it is about. Linked to the ticket if it was placed with this email address; otherwise only named in it.',
    ),
  })
  .meta({ id: 'NewTicket', description: 'A message to support, also from visitors without a session.' });
export type NewTicket = z.infer<typeof NewTicket>;

export const OpenedTicket = z
  .object({
    number: z.string().describe('The last 8 characters of the ticket’s id.'),
    id: Id.optional().describe('Of the conversation in the account; only for a logged-in customer.'),
  })
  .meta({ id: 'OpenedTicket', description: 'The ticket that a message has opened.' });
export type OpenedTicket = z.infer<typeof OpenedTicket>;
