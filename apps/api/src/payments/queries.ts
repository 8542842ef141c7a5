import type { ProviderPayment } from '#platform/clients/payment-provider.ts';
import type { Db } from '#platform/database/db.ts';
import { minor, oneOf, orNull, type Row, text } from '#platform/database/row.ts';
import { all, count, first, sql } from '#platform/database/sql.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';
import { type PaymentState, PROVIDER, type WebhookMessage } from './rules.ts';
import { PAYMENT_STATES } from './sql.ts';

type NewPayment = { id: string; checkoutId: string; rate: number; status: PaymentState; payment: ProviderPayment };

export const insertPayment = ({ id, checkoutId, rate, status, payment }: NewPayment) =>
  count('payments.insertPayment')`
    insert into payments (id, checkout_id, provider, provider_order_id, provider_payment_id, method, amount_minor,
                          currency, rate, status, failure_reason)
    values (${id}, ${checkoutId}, ${PROVIDER}, ${payment.orderId}, ${payment.id}, ${payment.method},
            ${payment.amountMinor}, ${payment.currency}, ${rate}, ${status}, ${payment.failureReason})`;

/** Of no checkout of this store. Returns whether it is new. */
export async function insertUnknownPayment(tx: Db, payment: ProviderPayment) {
  const inserted = await tx.run(count('payments.insertUnknown')`
    insert into payments (provider, provider_order_id, provider_payment_id, method, amount_minor, currency, status)
    values (${PROVIDER}, ${payment.orderId}, ${payment.id}, ${payment.method}, ${payment.amountMinor},
            ${payment.currency}, 'captured')
        on conflict (provider, provider_payment_id) do nothing`);
  return inserted === 1;
}

export const updatePayment = (id: string, status: PaymentState, { method, failureReason }: ProviderPayment) =>
  count('payments.updatePayment')`
    update payments set status = ${status}, method = ${method}, failure_reason = ${failureReason} where id = ${id}`;

export const updatePaymentOrder = (id: string, orderId: string) =>
  count('payments.updatePaymentOrder')`update payments set order_id = ${orderId} where id = ${id}`;

/** Returns whether it is new: the provider repeats a webhook until it is acknowledged. */
export async function insertMessage(tx: Db, eventId: string, message: WebhookMessage) {
  const inserted = await tx.run(count('payments.insertMessage')`
    insert into webhook_inbox (provider, event_id, type, payload)
    values (${PROVIDER}, ${eventId}, ${message.event}, ${JSON.stringify(message)}::jsonb)
        on conflict do nothing`);
  return inserted === 1;
}

const subject = { paymentId: orNull(text), refundId: orNull(text) };
/** The payment and the refund of a pending webhook, by the provider's ids. */
export type MessageSubject = Row<typeof subject>;

export function findPendingMessage(db: Db, eventId: string) {
  return db.run(first('payments.findPendingMessage', subject)`
    select coalesce(payload #>> '{payload,payment,entity,id}', payload #>> '{payload,refund,entity,payment_id}')
             as payment_id,
           payload #>> '{payload,refund,entity,id}' as refund_id from webhook_inbox
     where provider = ${PROVIDER} and event_id = ${eventId} and processed_at is null`);
}

export const updateMessageProcessed = (eventId: string) =>
  count('payments.updateMessageProcessed')`
    update webhook_inbox set processed_at = now(), last_error = null
     where provider = ${PROVIDER} and event_id = ${eventId}`;

export const updateMessageError = (eventId: string, error: string) =>
  count('payments.updateMessageError')`
    update webhook_inbox set last_error = ${error} where provider = ${PROVIDER} and event_id = ${eventId}`;

/** Events that were not processed stay. A repeated event of that age would be processed again, which changes nothing. */
export const deleteOldWebhooks = (db: Db) =>
  deleteInPortions(() =>
    db.run(count('payments.deleteOldWebhooks')`
      delete from webhook_inbox where (provider, event_id) in (
        select provider, event_id from webhook_inbox
         where processed_at is not null and received_at < ${endOfRetention('webhooks')}
         order by received_at limit ${PORTION} for update skip locked)`),
  );

const knownPayment = {
  providerPaymentId: text,
  status: oneOf(PAYMENT_STATES),
  amountMinor: minor,
  currency: text,
  refundedMinor: minor,
};
export type KnownPayment = Omit<Row<typeof knownPayment>, 'providerPaymentId'>;

/** Our records, keyed by the provider's ids. */
export async function listKnownPayments(db: Db, providerPaymentIds: string[]) {
  const rows = await db.run(all('payments.listKnown', knownPayment)`
    select provider_payment_id, status, amount_minor, currency,
           (select coalesce(sum(amount_minor), 0) from refunds
             where payment_id = p.id and status <> 'failed' and provider_refund_id is not null) as refunded_minor
      from payments p where provider = ${PROVIDER} and provider_payment_id = any (${providerPaymentIds})`);
  return new Map(rows.map((row) => [row.providerPaymentId, row]));
}

/** The provider's ids of our captured payments of that period. */
export async function listReceived(db: Db, from: Date, to: Date) {
  const rows = await db.run(all('payments.listReceived', { providerPaymentId: text })`
    select provider_payment_id from payments
     where provider = ${PROVIDER} and status in ('captured', 'refunded')
       and created_at between ${from.toISOString()} and ${to.toISOString()}`);
  return rows.map(({ providerPaymentId }) => providerPaymentId);
}

/** The maximum backoff between attempts once the provider is available again. The queue's own grows to hours. */
const LONGEST_WAIT = sql`interval '2 minutes'`;

export const capPaymentRetryDelay = () =>
  count('payments.capPaymentRetryDelay')`
    select from graphile_worker.jobs waiting,
           lateral graphile_worker.reschedule_jobs(array[waiting.id], run_at => now() + ${LONGEST_WAIT})
     where waiting.task_identifier in ('process_webhook', 'refund_payment') and waiting.run_at > now() + ${LONGEST_WAIT}`;
