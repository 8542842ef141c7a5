import { freshId, shownOrder, unixNow } from '../entities.ts';
import type { EVENTS, Fact, WebhookEvent } from '../ledger.ts';
import { signWebhook } from '../signatures.ts';

const ACCOUNT = 'acc_PaymentSandbox';

export type EventName = (typeof EVENTS)[number];
type EventSubject = Pick<Fact, 'order' | 'payment' | 'refund' | 'dispute'>;

/** The entities in the payload of each event, in the provider's order. */
const CONTAINS: Record<EventName, (keyof EventSubject)[]> = {
  'payment.authorized': ['payment'],
  'payment.captured': ['payment'],
  'payment.failed': ['payment'],
  'order.paid': ['payment', 'order'],
  'refund.created': ['refund', 'payment'],
  'refund.processed': ['refund', 'payment'],
  'refund.failed': ['refund', 'payment'],
  'payment.dispute.created': ['payment', 'dispute'],
  'payment.dispute.under_review': ['payment', 'dispute'],
  'payment.dispute.action_required': ['payment', 'dispute'],
  'payment.dispute.won': ['payment', 'dispute'],
  'payment.dispute.lost': ['payment', 'dispute'],
  'payment.dispute.closed': ['payment', 'dispute'],
};

/** The event contains the entities as of the moment it was raised. */
export function webhookEvent(name: EventName, subject: EventSubject, secret: string): WebhookEvent {
  const contains = CONTAINS[name];
  const entities = { ...subject, order: subject.order && shownOrder(subject.order) };
  const body = JSON.stringify({
    entity: 'event',
    account_id: ACCOUNT,
    event: name,
    contains,
    payload: Object.fromEntries(contains.map((thing) => [thing, { entity: entities[thing] }])),
    created_at: unixNow(),
  });
  return { id: freshId(), name, order_id: subject.payment?.order_id ?? '', body, signature: signWebhook(secret, body) };
}
