import { ALERT_KINDS } from '@shop/contracts/alert-texts';
import { Role } from '@shop/contracts/customers';
import { OrderStatus } from '@shop/contracts/orders';
import { z } from 'zod';

const text = z.string();
/** A link that opens something for whoever holds it, for a while. */
const secret = { token: text, expiresAt: z.coerce.date() };

const AlertGroup = z.object({
  kind: z.enum(ALERT_KINDS),
  count: z.number(),
  examples: z.array(text),
});

const RefundEmailData = z.object({
  name: text,
  amountMinor: z.number(),
  currency: text,
  orderId: text.nullable(),
  number: text.nullable(),
});

/** Every mail of the shop, and what its words need to know. */
export const EmailMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reset_password'), data: z.object({ name: text, ...secret }) }),
  z.object({ kind: z.literal('confirm_email'), data: z.object({ name: text, ...secret }) }),
  z.object({ kind: z.literal('email_in_use'), data: z.object({}) }),
  z.object({ kind: z.literal('email_changed'), data: z.object({ name: text, newEmailHint: text, ...secret }) }),
  z.object({ kind: z.literal('email_change_undone'), data: z.object({ name: text }) }),
  z.object({ kind: z.literal('password_changed'), data: z.object({ name: text }) }),
  z.object({ kind: z.literal('two_factor_changed'), data: z.object({ name: text, enabled: z.boolean() }) }),
  z.object({
    kind: z.literal('role_changed'),
    data: z.object({ name: text, personId: text, person: text, role: Role, by: text }),
  }),
  z.object({ kind: z.literal('account_deleted'), data: z.object({}) }),
  z.object({ kind: z.literal('ticket_opened'), data: z.object({ number: text }) }),
  z.object({
    kind: z.literal('ticket_answered'),
    data: z.object({ number: text, subject: text, reply: text }),
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
  z.object({ kind: z.literal('refund_completed'), data: RefundEmailData }),
  z.object({ kind: z.literal('refund_failed'), data: RefundEmailData }),
  z.object({
    kind: z.literal('review_invitation'),
    data: z.object({ name: text, products: z.array(text), path: text }),
  }),
  z.object({ kind: z.literal('welcome'), data: z.object(secret) }),
  z.object({ kind: z.literal('confirm_address'), data: z.object(secret) }),
  z.object({ kind: z.literal('newsletter_confirm'), data: z.object(secret) }),
  z.object({ kind: z.literal('newsletter_welcome'), data: z.object({ token: text }) }),
  z.object({
    kind: z.literal('back_in_stock'),
    data: z.object({ name: text, product: text, options: text, path: text }),
  }),
  z.object({ kind: z.literal('store_alert'), data: z.object({ name: text, alerts: z.array(AlertGroup) }) }),
]);
export type EmailMessage = z.infer<typeof EmailMessage>;

/** These a customer can turn off. The others guard the account, or answer a question. */
export const isAboutOrders = ({ kind }: EmailMessage) => ABOUT_ORDERS.includes(kind);
const ABOUT_ORDERS: EmailMessage['kind'][] = [
  'order_placed',
  'order_status',
  'payment_refunded',
  'refund_completed',
  'refund_failed',
  'review_invitation',
];

export const isExpired = (message: EmailMessage, now: Date) =>
  'expiresAt' in message.data && message.data.expiresAt <= now;

/** Not while it still waits, nor once the secret of its link has been removed. */
export const canBeResent = ({ state, kind, payload }: { state: string; kind: string; payload: unknown }) =>
  state !== 'queued' && EmailMessage.safeParse({ kind, data: payload }).success;

/** Dots stand between letters here alone: J.R.R. Tolkien. */
const INITIALS = /(?<![\p{L}\p{M}\p{N}.])(?:\p{Lu}\.)+(?=\s|$)/gu;
/** Letters, digits and plain punctuation of any script. What could join two parts of an address ends a word, or is not there. */
const PLAIN = /^(?:[\p{L}\p{M}\p{N} ,;!?'’"“”„«»()&，！？、–—-]|(?<=^|\s)#|(?<=\S)[.:。](?=\s|$))*$/u;
/** Addresses in disguise: http, hxxp, www, "evil dot com". */
const DISGUISED = /\b(?:h(?:tt|xx)ps?|www|dot)\b/;
/** Fewer than any telephone number has. */
const MOST_DIGITS = 6;

/**
 * Anyone can write to anyone by way of our forms. Their words are carried only if they hold nothing that a mail program,
 * or a hurried reader, takes for a link or a number to call: anything else is left out.
 */
export function plainTextOrEmpty(input: string) {
  const isPlain = PLAIN.test(input.replace(INITIALS, '')) && !DISGUISED.test(input.toLowerCase());
  return isPlain && (input.match(/\p{N}/gu)?.length ?? 0) <= MOST_DIGITS ? input : '';
}

/** Waiting ever longer in between, this is about a day. */
const MAX_ATTEMPTS = 24;

export const isLastAttempt = (attempts: number) => attempts >= MAX_ATTEMPTS;

/** What went wrong, to be kept and shown: a mail server may quote the mail it refuses, secret included. */
export function reasonOf(error: unknown, message: EmailMessage) {
  const reason = error instanceof Error ? error.message : String(error);
  const secrets = 'token' in message.data ? [message.data.token, encodeURIComponent(message.data.token)] : [];
  return secrets.reduce((redacted, token) => redacted.replaceAll(token, '…'), reason).slice(0, 500);
}
