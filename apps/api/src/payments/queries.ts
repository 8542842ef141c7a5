import { sql } from 'drizzle-orm';
import type { ProviderPayment } from '#platform/clients/payment-provider.ts';
import type { Db } from '#platform/database/db.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';
import { type PaymentState, PROVIDER, type WebhookMessage } from './rules.ts';

type NewPayment = { id: string; checkoutId: string; rate: number; status: PaymentState; payment: ProviderPayment };

export const insertPayment = (tx: Db, { id, checkoutId, rate, status, payment }: NewPayment) =>
  tx.execute(sql`
    insert into payments (id, checkout_id, provider, provider_order_id, provider_payment_id, method, amount_minor,
                          currency, rate, status, failure_reason)
    values (${id}, ${checkoutId}, ${PROVIDER}, ${payment.orderId}, ${payment.id}, ${payment.method},
            ${payment.amountMinor}, ${payment.currency}, ${rate}, ${status}, ${payment.failureReason})`);

/** Of no checkout of this store. Returns whether it is new. */
export async function insertUnknownPayment(tx: Db, payment: ProviderPayment) {
  const { rowCount } = await tx.execute(sql`
    insert into payments (provider, provider_order_id, provider_payment_id, method, amount_minor, currency, status)
    values (${PROVIDER}, ${payment.orderId}, ${payment.id}, ${payment.method}, ${payment.amountMinor},
            ${payment.currency}, 'captured')
        on conflict (provider, provider_payment_id) do nothing`);
  return rowCount === 1;
}

export const updatePayment = (tx: Db, id: string, status: PaymentState, { method, failureReason }: ProviderPayment) =>
  tx.execute(sql`
    update payments set status = ${status}, method = ${method}, failure_reason = ${failureReason} where id = ${id}`);

export const updatePaymentOrder = (tx: Db, id: string, orderId: string) =>
  tx.execute(sql`update payments set order_id = ${orderId} where id = ${id}`);

/** Returns whether it is new: the provider repeats a webhook until it is acknowledged. */
export async function insertMessage(tx: Db, eventId: string, message: WebhookMessage) {
  const { rowCount } = await tx.execute(sql`
    insert into webhook_inbox (provider, event_id, type, payload)
    values (${PROVIDER}, ${eventId}, ${message.event}, ${JSON.stringify(message)}::jsonb)
        on conflict do nothing`);
  return rowCount === 1;
}

/** The payment and the refund of a pending webhook, by the provider's ids. */
export type MessageSubject = { paymentId: string | null; refundId: string | null };

export async function findPendingMessage(db: Db, eventId: string) {
  const { rows } = await db.execute<MessageSubject>(sql`
    select coalesce(payload #>> '{payload,payment,entity,id}', payload #>> '{payload,refund,entity,payment_id}')
             as "paymentId",
           payload #>> '{payload,refund,entity,id}' as "refundId" from webhook_inbox
     where provider = ${PROVIDER} and event_id = ${eventId} and processed_at is null`);
  return rows[0];
}

export const updateMessageProcessed = (db: Db, eventId: string) =>
  db.execute(sql`
    update webhook_inbox set processed_at = now(), last_error = null
     where provider = ${PROVIDER} and event_id = ${eventId}`);

export const updateMessageError = (db: Db, eventId: string, error: string) =>
  db.execute(sql`
    update webhook_inbox set last_error = ${error} where provider = ${PROVIDER} and event_id = ${eventId}`);

/** Events that were not processed stay. A repeated event of that age would be processed again, which changes nothing. */
export const deleteOldWebhooks = (db: Db) =>
  deleteInPortions(() =>
    db.execute(sql`
      delete from webhook_inbox where (provider, event_id) in (
        select provider, event_id from webhook_inbox
         where processed_at is not null and received_at < ${endOfRetention('webhooks')}
         order by received_at limit ${PORTION} for update skip locked)`),
  );

export type KnownPayment = { status: PaymentState; amountMinor: number; currency: string; refundedMinor: number };

/** Our records, keyed by the provider's ids. */
export async function listKnownPayments(db: Db, providerPaymentIds: string[]) {
  const { rows } = await db.execute<KnownPayment & { providerPaymentId: string }>(sql`
    select provider_payment_id as "providerPaymentId", status, amount_minor::float8 as "amountMinor", currency,
           (select coalesce(sum(amount_minor), 0) from refunds
             where payment_id = p.id and status <> 'failed' and provider_refund_id is not null)::float8 as "refundedMinor"
      from payments p where provider = ${PROVIDER} and provider_payment_id = any (${sql.param(providerPaymentIds)})`);
  return new Map(rows.map((row) => [row.providerPaymentId, row]));
}

/** The provider's ids of our captured payments of that period. */
export async function listReceived(db: Db, from: Date, to: Date) {
  const { rows } = await db.execute<{ providerPaymentId: string }>(sql`
    select provider_payment_id as "providerPaymentId" from payments
     where provider = ${PROVIDER} and status in ('captured', 'refunded')
       and created_at between ${from.toISOString()} and ${to.toISOString()}`);
  return rows.map(({ providerPaymentId }) => providerPaymentId);
}

/** The maximum backoff between attempts once the provider is available again. The queue's own grows to hours. */
const LONGEST_WAIT = sql`interval '2 minutes'`;

export const capPaymentRetryDelay = (db: Db) =>
  db.execute(sql`
    select from graphile_worker.jobs waiting,
           lateral graphile_worker.reschedule_jobs(array[waiting.id], run_at => now() + ${LONGEST_WAIT})
     where waiting.task_identifier in ('process_webhook', 'refund_payment') and waiting.run_at > now() + ${LONGEST_WAIT}`);
