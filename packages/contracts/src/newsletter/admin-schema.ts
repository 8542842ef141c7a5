import { z } from 'zod';
import { after, unlessEmpty } from '../common/filters.ts';
import { Id, Moment } from '../common/schema.ts';

export const SUBSCRIBERS_SHOWN = 50;

export const SubscriberQuery = z.strictObject({
  q: unlessEmpty(z.string().trim().toLowerCase().max(320)).describe('The beginning of an email address, in any case.'),
  after,
});
export type SubscriberQuery = z.infer<typeof SubscriberQuery>;

export const Subscriber = z
  .object({
    id: Id,
    email: z.string().describe('Confirmed by a link that was sent to it.'),
    createdAt: Moment.describe('When the address was first entered.'),
  })
  .meta({ id: 'Subscriber', description: 'A newsletter subscriber.' });
export type Subscriber = z.infer<typeof Subscriber>;
