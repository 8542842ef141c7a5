import { ALERT_KINDS } from '@shop/contracts/alerts/constants';
import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import { Cents, Minor } from '@shop/contracts/common/schema';
import { Role } from '@shop/contracts/identity/admin-schema';
import { OrderStatus } from '@shop/contracts/orders/schema';
import { RETURN_OUTCOMES } from '@shop/contracts/returns/constants';
import { DeliveryEstimate } from '@shop/contracts/settings/delivery-schema';
import { z } from 'zod';

const text = z.string();
/** Null in emails queued by an earlier release. */
const promise = DeliveryEstimate.nullable().default(null);
const nullableText = text.nullable().default(null);
/** A bearer token in a link, valid until it expires. */
const secret = { token: text, expiresAt: z.coerce.date() };

const AlertGroup = z.object({
  kind: z.enum(ALERT_KINDS),
  count: z.number(),
  examples: z.array(text),
});

const RefundEmailData = z.object({
  name: text,
  amountMinor: Minor,
  currency: text,
  orderId: text.nullable(),
  number: text.nullable(),
});

/** All kinds of emails, with the data of their templates. */
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
  z.object({ kind: z.literal('staff_invitation'), data: z.object({ role: Role, by: text, ...secret }) }),
  z.object({
    kind: z.literal('staff_joined'),
    data: z.object({ name: text, personId: text, person: text, role: Role, by: text }),
  }),
  z.object({ kind: z.literal('account_deleted'), data: z.object({}) }),
  z.object({
    kind: z.literal('ticket_opened'),
    data: z.object({ number: text, conversationId: nullableText }),
  }),
  z.object({
    kind: z.literal('ticket_answered'),
    /** `conversationId`: of a ticket with an account, which has a page for it. */
    data: z.object({ number: text, subject: text, reply: text, ticketId: nullableText, conversationId: nullableText }),
  }),
  z.object({
    kind: z.literal('order_placed'),
    data: z.object({
      name: text,
      orderId: text,
      number: text,
      items: z.array(
        z.object({
          name: text,
          options: z.array(text).default([]),
          quantity: z.number(),
          unitPriceCents: Cents.nullable().default(null),
        }),
      ),
      totalCents: Cents,
      payOnDelivery: z.boolean(),
      shippingAddress: z.array(text).default([]),
      shippingMethod: z.enum(SHIPPING_METHODS).default('standard'),
      promise,
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
      dueCents: Cents.nullable().default(null),
      carrier: text.default(''),
      trackingUrl: text.nullable().default(null),
      promise,
    }),
  }),
  z.object({
    kind: z.literal('order_partly_shipped'),
    data: z.object({
      name: text,
      orderId: text,
      number: text,
      items: z.array(z.object({ name: text, options: z.array(text), quantity: z.number() })),
      carrier: text,
      trackingNumber: text,
      trackingUrl: text.nullable(),
    }),
  }),
  z.object({
    kind: z.literal('payment_refunded'),
    data: z.object({ name: text, amountMinor: Minor, currency: text }),
  }),
  z.object({ kind: z.literal('refund_completed'), data: RefundEmailData }),
  z.object({ kind: z.literal('refund_failed'), data: RefundEmailData }),
  z.object({
    kind: z.literal('return_update'),
    data: z.object({
      name: text,
      orderId: text,
      event: z.enum(['requested', 'authorized', 'declined', 'expired', 'received', 'refunded', 'exchange_shipped']),
      number: text,
      items: z.array(text),
      until: text.nullable(),
      address: z.array(text),
      note: text,
      amount: text.nullable(),
      tracking: z.object({ carrier: text, trackingNumber: text, trackingUrl: text.nullable() }).nullable(),
      /** Absent in emails queued by an earlier release. */
      outcomes: z.array(z.enum(RETURN_OUTCOMES)).default(['refund']),
    }),
  }),
  z.object({
    kind: z.literal('gift_exchange'),
    data: z.object({
      orderId: text,
      event: z.enum(['requested', 'authorized', 'declined', 'cancelled', 'expired', 'received', 'exchange_shipped']),
      number: text,
      items: z.array(text),
      until: text.nullable(),
      address: z.array(text),
      note: text,
      tracking: z.object({ carrier: text, trackingNumber: text, trackingUrl: text.nullable() }).nullable(),
      /** Absent in emails queued by an earlier release. */
      outcomes: z.array(z.enum(RETURN_OUTCOMES)).default(['exchange']),
    }),
  }),
  z.object({
    kind: z.literal('review_invitation'),
    data: z.object({ name: text, products: z.array(text), path: text }),
  }),
  z.object({
    kind: z.literal('review_reply'),
    data: z.object({ name: text, product: text, reply: text, path: text }),
  }),
  z.object({ kind: z.literal('welcome'), data: z.object(secret) }),
  z.object({ kind: z.literal('confirm_address'), data: z.object(secret) }),
  z.object({ kind: z.literal('order_link'), data: z.object({ orderId: text, number: text }) }),
  z.object({ kind: z.literal('guest_account'), data: z.object(secret) }),
  z.object({ kind: z.literal('guest_join_orders'), data: z.object(secret) }),
  z.object({ kind: z.literal('guest_account_unconfirmed'), data: z.object(secret) }),
  z.object({ kind: z.literal('newsletter_confirm'), data: z.object(secret) }),
  z.object({ kind: z.literal('newsletter_welcome'), data: z.object({ token: text }) }),
  z.object({
    kind: z.literal('campaign'),
    /** The rest is read from the campaign when the email is sent: it is the same for all recipients. */
    data: z.object({
      campaignId: text,
      title: text,
      token: text,
      recipient: z.enum(['customer', 'subscriber', 'test']),
    }),
  }),
  z.object({
    kind: z.literal('back_in_stock'),
    data: z.object({ name: text, product: text, options: text, path: text }),
  }),
  z.object({ kind: z.literal('test_email'), data: z.object({ name: text }) }),
  z.object({ kind: z.literal('store_alert'), data: z.object({ name: text, alerts: z.array(AlertGroup) }) }),
]);
export type EmailMessage = z.infer<typeof EmailMessage>;

/** Customers can turn these off. The others protect the account, or respond to a request. */
export const isAboutOrders = ({ kind }: EmailMessage) => ABOUT_ORDERS.includes(kind);
export const ABOUT_ORDERS: EmailMessage['kind'][] = [
  'order_placed',
  'order_status',
  'order_partly_shipped',
  'payment_refunded',
  'refund_completed',
  'refund_failed',
  'return_update',
  'review_invitation',
  'review_reply',
];

export const isExpired = (message: EmailMessage, now: Date) =>
  'expiresAt' in message.data && message.data.expiresAt <= now;

/** Not while it is queued, nor once the token of its link has been removed. */
export const canBeResent = ({ status, kind, payload }: { status: string; kind: string; payload: unknown }) =>
  status !== 'queued' && EmailMessage.safeParse({ kind, data: payload }).success;

/** Initials are the only place where dots are allowed inside words: J.R.R. Tolkien. */
const INITIALS = /(?<![\p{L}\p{M}\p{N}.])(?:\p{Lu}\.)+(?=\s|$)/gu;
/**
 * Alphanumerics and plain punctuation of any script. Characters that could join two parts of a URL are allowed only at
 * the end of a word, or not at all.
 */
const PLAIN = /^(?:[\p{L}\p{M}\p{N} ,;!?'’"“”„«»()&，！？、–—-]|(?<=^|\s)#|(?<=\S)[.:。](?=\s|$))*$/u;
/** Disguised URLs: http, hxxp, www, "evil dot com". */
const DISGUISED = /\b(?:h(?:tt|xx)ps?|www|dot)\b/;
/** Fewer digits than any phone number has. */
const MOST_DIGITS = 6;

/**
 * Against phishing: anyone can make our forms send an email to any address. User text is included only if it contains
 * nothing that an email client, or a hasty recipient, takes for a link or a phone number; otherwise it is left out.
 */
export function plainTextOrEmpty(input: string) {
  const isPlain = PLAIN.test(input.replace(INITIALS, '')) && !DISGUISED.test(input.toLowerCase());
  return isPlain && (input.match(/\p{N}/gu)?.length ?? 0) <= MOST_DIGITS ? input : '';
}

/**
 * How many emails that nothing but an entered address has caused are sent to one inbox in an hour: `all` in total, `each`
 * for an account or a guest session that asks. `form`: anyone enters the address. `own`: a guest session, or an account
 * with another address, asks for a link. `account`: of an account with the address itself; tagged addresses of the inbox
 * are counted together, and apart from the address without a tag. So only an account with a customer's address uses up its
 * confirmation. 15 in total: 1 + 6 + 4 + 4 to tagged addresses.
 */
export const BUDGETS: Record<Budget, { all: number; each?: number }> = {
  form: { all: 1 },
  own: { all: 6, each: 2 },
  account: { all: 4, each: 2 },
};
export type Budget = 'form' | 'own' | 'account';

/** Everything else is sent about an order, by staff, or to people who are logged in or have confirmed the address. */
export const KINDS_OF_BUDGET: Record<Budget, EmailMessage['kind'][]> = {
  form: ['ticket_opened', 'newsletter_confirm', 'back_in_stock', 'gift_exchange'],
  own: [
    'confirm_email',
    'email_in_use',
    'order_link',
    'guest_account',
    'guest_join_orders',
    'guest_account_unconfirmed',
    'password_changed',
    // To the reader of its confirmation link; a form alone sends it once an hour (`insertSubscriber`).
    'newsletter_welcome',
  ],
  account: ['welcome', 'confirm_address', 'account_deleted'],
};
const ALL_BUDGETS: Budget[] = ['form', 'own', 'account'];

/** The budget of an email to an address that is not the confirmed one of its account; null if it has none. */
export function budgetOf(message: EmailMessage): Budget | null {
  // Anyone with the gift link can enter an address. The other steps are taken by staff, or follow this one.
  if (message.kind === 'gift_exchange' && message.data.event !== 'requested') return null;
  return ALL_BUDGETS.find((budget) => KINDS_OF_BUDGET[budget].includes(message.kind)) ?? null;
}

/** Of the jobs of bulk emails; those that a user waits for have 0 and run first. */
export const BULK_PRIORITY = 10;

/** About a day, with the backoff in between. */
const MAX_ATTEMPTS = 24;

export const isLastAttempt = (attempts: number) => attempts >= MAX_ATTEMPTS;

/** The key of a guest's order link. */
const ORDER_KEY = /([?&]key=)[\w.-]+/g;

/** The error to store and show, with the token redacted: a mail server may quote the email it rejects. */
export function reasonOf(error: unknown, message: EmailMessage) {
  const reason = error instanceof Error ? error.message : String(error);
  const secrets = 'token' in message.data ? [message.data.token, encodeURIComponent(message.data.token)] : [];
  return secrets
    .reduce((redacted, token) => redacted.replaceAll(token, '…'), reason)
    .replaceAll(ORDER_KEY, '$1…')
    .slice(0, 500);
}
