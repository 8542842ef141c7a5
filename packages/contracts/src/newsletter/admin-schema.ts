import { z } from 'zod';
import { after, unlessEmpty } from '../common/filters.ts';
import { Id } from '../common/schema.ts';

export const SUBSCRIBERS_SHOWN = 50;

/** `q` is a prefix of an email address. */
export const SubscriberQuery = z.strictObject({ q: unlessEmpty(z.string().trim().toLowerCase().max(320)), after });
export type SubscriberQuery = z.infer<typeof SubscriberQuery>;

export const Subscriber = z.object({ id: Id, email: z.string(), createdAt: z.iso.datetime() });
export type Subscriber = z.infer<typeof Subscriber>;
