import { z } from 'zod';
import { email, Id, requiredText } from '../common/schema.ts';
import { OrderNumber } from '../orders/schema.ts';
import { supportMessages } from './messages.ts';

/** Contact form, also for guests. */
export const NewTicket = z.strictObject({
  name: requiredText(200, supportMessages.nameMissing, supportMessages.nameTooLong),
  email: email(supportMessages.invalidEmail),
  subject: requiredText(200, supportMessages.subjectMissing, supportMessages.subjectTooLong),
  message: requiredText(5_000, supportMessages.messageMissing, supportMessages.messageTooLong),
  orderNumber: OrderNumber.optional(),
});
export type NewTicket = z.infer<typeof NewTicket>;

/** `id`: of the conversation in the account of a logged-in customer. */
export const OpenedTicket = z.object({ number: z.string(), id: Id.optional() });
export type OpenedTicket = z.infer<typeof OpenedTicket>;
