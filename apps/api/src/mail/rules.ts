import { OrderStatus } from '@shop/contracts/orders';
import { z } from 'zod';

const text = z.string();
/** A link that opens something for whoever holds it, for a while. */
const secret = { token: text, expiresAt: z.coerce.date() };

/** Every mail of the shop, and what its words need to know. */
export const Mail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reset_password'), data: z.object({ name: text, ...secret }) }),
  z.object({ kind: z.literal('confirm_email'), data: z.object({ name: text, ...secret }) }),
  z.object({ kind: z.literal('email_in_use'), data: z.object({}) }),
  z.object({ kind: z.literal('email_changed'), data: z.object({ name: text, newEmailHint: text }) }),
  z.object({ kind: z.literal('password_changed'), data: z.object({ name: text }) }),
  z.object({ kind: z.literal('two_factor_changed'), data: z.object({ name: text, enabled: z.boolean() }) }),
  z.object({ kind: z.literal('account_deleted'), data: z.object({}) }),
  z.object({ kind: z.literal('ticket_opened'), data: z.object({ name: text, number: text, subject: text }) }),
  z.object({
    kind: z.literal('order_placed'),
    data: z.object({
      name: text,
      orderId: text,
      number: text,
      items: z.array(z.object({ name: text, quantity: z.number() })),
      totalCents: z.number(),
      payOnDelivery: z.boolean(),
    }),
  }),
  z.object({
    kind: z.literal('order_status'),
    data: z.object({
      name: text,
      orderId: text,
      number: text,
      status: OrderStatus,
      trackingNumber: text.nullable(),
      refunded: z.boolean(),
    }),
  }),
  z.object({
    kind: z.literal('payment_refunded'),
    data: z.object({ name: text, amountMinor: z.number(), currency: text }),
  }),
]);
export type Mail = z.infer<typeof Mail>;

/** These a customer can turn off. The others guard the account, or answer a question. */
export const isAboutOrders = ({ kind }: Mail) =>
  kind === 'order_placed' || kind === 'order_status' || kind === 'payment_refunded';

export const isExpired = (mail: Mail, now: Date) => 'expiresAt' in mail.data && mail.data.expiresAt <= now;

/** Not while it still waits, nor once the secret of its link has been removed. */
export const canBeSentAgain = ({ state, kind, payload }: { state: string; kind: string; payload: unknown }) =>
  state !== 'queued' && Mail.safeParse({ kind, data: payload }).success;

const LINK = /:\/\/|www\.|@|\.[a-z]{2,}/i;

/** Anyone can name any address in a form. Words with a link in them are not carried to it: we are nobody's megaphone. */
export const withoutLinks = (words: string) => (LINK.test(words) ? '' : words);

/** Waiting ever longer in between, this is about a day. */
const MAX_ATTEMPTS = 24;

export const isLastAttempt = (attempts: number) => attempts >= MAX_ATTEMPTS;

/** What went wrong, to be kept and shown: a mail server may quote the mail it refuses, secret included. */
export function reasonOf(error: unknown, mail: Mail) {
  const reason = error instanceof Error ? error.message : String(error);
  const secrets = 'token' in mail.data ? [mail.data.token, encodeURIComponent(mail.data.token)] : [];
  return secrets.reduce((told, token) => told.replaceAll(token, '…'), reason).slice(0, 500);
}
