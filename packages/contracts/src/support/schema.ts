import { z } from 'zod';
import { email, requiredText } from '../common/schema.ts';
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

export const OpenedTicket = z.object({ number: z.string() });
export type OpenedTicket = z.infer<typeof OpenedTicket>;
