import { ALERT_KINDS } from '@shop/contracts/alert-texts';
import { OrderStatus } from '@shop/contracts/orders';
import { z } from 'zod';

const text = z.string();
/** A link that opens something for whoever holds it, for a while. */
const secret = { token: text, expiresAt: z.coerce.date() };

const Finding = z.object({
  kind: z.enum(ALERT_KINDS),
  count: z.number(),
  examples: z.array(text),
});

const RefundOutcome = z.object({
  name: text,
  amountMinor: z.number(),
  currency: text,
  orderId: text.nullable(),
  number: text.nullable(),
});

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
    kind: z.literal('ticket_answered'),
    data: z.object({ name: text, number: text, subject: text, answer: text }),
  }),
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
      paid: z.boolean().default(false),
      dueCents: z.number().nullable().default(null),
    }),
  }),
  z.object({
    kind: z.literal('payment_refunded'),
    data: z.object({ name: text, amountMinor: z.number(), currency: text }),
  }),
  z.object({ kind: z.literal('refund_done'), data: RefundOutcome }),
  z.object({ kind: z.literal('refund_failed'), data: RefundOutcome }),
  z.object({
    kind: z.literal('review_invitation'),
    data: z.object({ name: text, pieces: z.array(text), path: text }),
  }),
  z.object({ kind: z.literal('welcome'), data: z.object({ name: text }) }),
  z.object({ kind: z.literal('newsletter_confirm'), data: z.object(secret) }),
  z.object({ kind: z.literal('newsletter_joined'), data: z.object({ token: text }) }),
  z.object({
    kind: z.literal('back_in_stock'),
    data: z.object({ name: text, product: text, options: text, path: text }),
  }),
  z.object({ kind: z.literal('shop_digest'), data: z.object({ name: text, findings: z.array(Finding) }) }),
]);
export type Mail = z.infer<typeof Mail>;

/** These a customer can turn off. The others guard the account, or answer a question. */
export const isAboutOrders = ({ kind }: Mail) => ABOUT_ORDERS.includes(kind);
const ABOUT_ORDERS: Mail['kind'][] = [
  'order_placed',
  'order_status',
  'payment_refunded',
  'refund_done',
  'refund_failed',
  'review_invitation',
];

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
