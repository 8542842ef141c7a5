import { sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import type { ProviderPayment } from '#platform/payment-provider.ts';
import { type PaymentState, PROVIDER, type WebhookMessage } from './rules.ts';

type KnownPayment = { id: string; status: PaymentState };

export async function findPayment(db: Db, providerPaymentId: string) {
  const { rows } = await db.execute<KnownPayment>(sql`
    select id, status from payments where provider = ${PROVIDER} and provider_payment_id = ${providerPaymentId}`);
  return rows[0];
}

type NewPayment = { checkoutId: string; rate: number; status: PaymentState; payment: ProviderPayment };

export async function insertPayment(tx: Db, { checkoutId, rate, status, payment }: NewPayment) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into payments (checkout_id, provider, provider_order_id, provider_payment_id, method, amount_minor, currency,
                          rate, status, failure_reason)
    values (${checkoutId}, ${PROVIDER}, ${payment.orderId}, ${payment.id}, ${payment.method}, ${payment.amountMinor},
            ${payment.currency}, ${rate}, ${status}, ${payment.failureReason})
    returning id`);
  const [inserted] = rows;
  if (!inserted) throw new Error(`Payment ${payment.id} was not stored.`);
  return inserted.id;
}

export const updatePayment = (tx: Db, id: string, status: PaymentState, { method, failureReason }: ProviderPayment) =>
  tx.execute(sql`
    update payments set status = ${status}, method = ${method}, failure_reason = ${failureReason} where id = ${id}`);

export const updatePaymentOrder = (tx: Db, id: string, orderId: string) =>
  tx.execute(sql`update payments set order_id = ${orderId} where id = ${id}`);

/** Holds the payment, so that no two give back the same money. `left` is what was not given back yet. */
export async function lockRefundable(tx: Db, paymentId: string) {
  await tx.execute(sql`select from payments where id = ${paymentId} for update`);
  const { rows } = await tx.execute<{ amountMinor: number; currency: string; left: number }>(sql`
    select amount_minor::float8 as "amountMinor", currency,
           (amount_minor - coalesce((select sum(amount_minor) from refunds r
                                      where r.payment_id = p.id and r.status <> 'failed'), 0))::float8 as left
      from payments p where id = ${paymentId}`);
  return rows[0];
}

export async function insertRefund(tx: Db, paymentId: string, amountMinor: number, reason: string) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into refunds (payment_id, amount_minor, reason) values (${paymentId}, ${amountMinor}, ${reason})
    returning id`);
  const [inserted] = rows;
  if (!inserted) throw new Error(`The refund of payment ${paymentId} was not stored.`);
  return inserted.id;
}

export const updatePaymentRefunded = (tx: Db, id: string) =>
  tx.execute(sql`update payments set status = 'refunded' where id = ${id}`);

type OpenRefund = { id: string; providerPaymentId: string; amountMinor: number };

export async function findOpenRefund(db: Db, id: string) {
  const { rows } = await db.execute<OpenRefund>(sql`
    select r.id, p.provider_payment_id as "providerPaymentId", r.amount_minor::float8 as "amountMinor"
      from refunds r join payments p on p.id = r.payment_id where r.id = ${id} and r.status = 'pending'`);
  return rows[0];
}

export type RefundOutcome = { status: 'pending' | 'processed' | 'failed'; providerRefundId: string };

export const updateRefund = (db: Db, id: string, { status, providerRefundId }: RefundOutcome) =>
  db.execute(sql`
    update refunds set status = ${status}, provider_refund_id = ${providerRefundId}, last_error = null where id = ${id}`);

type Payer = {
  userId: string;
  name: string;
  email: string;
  amountMinor: number;
  currency: string;
  orderId: string | null;
  number: string | null;
};

/** Blocks only the deletion of the payer's account. */
export const lockPayer = (tx: Db, refundId: string) =>
  tx.execute(sql`
    select from users where id = (select c.user_id from refunds r join payments p on p.id = r.payment_id
                                    join checkouts c on c.id = p.checkout_id where r.id = ${refundId}) for key share`);

/** Whom a refund is for, unless they have left. */
export async function findPayer(db: Db, refundId: string) {
  const { rows } = await db.execute<Payer>(sql`
    select u.id as "userId", u.name, u.email, r.amount_minor::float8 as "amountMinor", p.currency,
           o.id as "orderId", o.number
      from refunds r join payments p on p.id = r.payment_id join checkouts c on c.id = p.checkout_id
      join users u on u.id = c.user_id and u.deleted_at is null
      left join orders o on o.id = p.order_id where r.id = ${refundId}`);
  return rows[0];
}

export const updateRefundError = (db: Db, id: string, error: string) =>
  db.execute(sql`update refunds set last_error = ${error} where id = ${id}`);

/** Says whether it is news: the provider repeats itself until it is heard. */
export async function insertMessage(tx: Db, eventId: string, message: WebhookMessage) {
  const { rowCount } = await tx.execute(sql`
    insert into webhook_inbox (provider, event_id, type, payload)
    values (${PROVIDER}, ${eventId}, ${message.event}, ${JSON.stringify(message)}::jsonb)
        on conflict do nothing`);
  return rowCount === 1;
}

/** The payment a waiting message tells of. */
export async function findWaitingMessage(db: Db, eventId: string) {
  const { rows } = await db.execute<{ paymentId: string | null }>(sql`
    select payload #>> '{payload,payment,entity,id}' as "paymentId" from webhook_inbox
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

/** Listed once: what a person has marked as resolved stays so. */
export const insertDifference = (tx: Db, kind: string, reference: string, details: object) =>
  tx.execute(sql`
    insert into reconciliation_differences (kind, reference, details)
    values (${kind}, ${reference}, ${JSON.stringify(details)}::jsonb) on conflict (kind, reference) do nothing`);

/** Listed, again if it was resolved before: it has happened anew. */
export const raiseDifference = (tx: Db, kind: string, reference: string, details: object) =>
  tx.execute(sql`
    insert into reconciliation_differences as d (kind, reference, details)
    values (${kind}, ${reference}, ${JSON.stringify(details)}::jsonb)
        on conflict (kind, reference) do update
       set details = excluded.details, resolved_at = null,
           found_at = case when d.resolved_at is null then d.found_at else now() end`);

export const updateDifferencesResolved = (db: Db, kind: string, reference: string) =>
  db.execute(sql`
    update reconciliation_differences set resolved_at = now()
     where kind = ${kind} and reference = ${reference} and resolved_at is null`);

/** How many payments of this person failed lately, and in how many seconds the first of the last `limit` is forgotten. */
export async function findRecentFailures(db: Db, userId: string, limit: number, minutes: number) {
  const { rows } = await db.execute<{ failures: number; secondsLeft: number }>(sql`
    select count(*)::int as failures,
           coalesce(ceil(extract(epoch from min(at) + ${minutes} * interval '1 minute' - now())), 0)::int as "secondsLeft"
      from (select p.created_at as at from payments p join checkouts c on c.id = p.checkout_id
             where c.user_id = ${userId} and p.status = 'failed'
               and p.created_at > now() - ${minutes} * interval '1 minute'
             order by p.created_at desc limit ${limit}) latest`);
  return rows[0] ?? { failures: 0, secondsLeft: 0 };
}

type KeptPayment = { status: PaymentState; amountMinor: number; currency: string };

/** As our books have them, by the provider's ids. */
export async function listKnownPayments(db: Db, providerPaymentIds: string[]) {
  const { rows } = await db.execute<KeptPayment & { providerPaymentId: string }>(sql`
    select provider_payment_id as "providerPaymentId", status, amount_minor::float8 as "amountMinor", currency
      from payments where provider = ${PROVIDER} and provider_payment_id = any (${sql.param(providerPaymentIds)})`);
  return new Map(rows.map((row) => [row.providerPaymentId, row]));
}

/** Money of that time, as our books have it. */
export async function listReceived(db: Db, from: Date, to: Date) {
  const { rows } = await db.execute<{ providerPaymentId: string }>(sql`
    select provider_payment_id as "providerPaymentId" from payments
     where provider = ${PROVIDER} and status in ('captured', 'refunded')
       and created_at between ${from.toISOString()} and ${to.toISOString()}`);
  return rows.map(({ providerPaymentId }) => providerPaymentId);
}

/** The longest wait between two tries once the provider answers again. The queue would wait for hours. */
const LONGEST_WAIT = sql`interval '2 minutes'`;

export const hurryPayments = (db: Db) =>
  db.execute(sql`
    select from graphile_worker.jobs waiting,
           lateral graphile_worker.reschedule_jobs(array[waiting.id], run_at => now() + ${LONGEST_WAIT})
     where waiting.task_identifier in ('process_webhook', 'refund_payment') and waiting.run_at > now() + ${LONGEST_WAIT}`);

type Difference = { kind: string; reference: string };

/** What it was about; nothing when it is settled already. */
export async function updateDifferenceResolved(tx: Db, id: string) {
  const { rows } = await tx.execute<Difference>(sql`
    update reconciliation_differences set resolved_at = now() where id = ${id} and resolved_at is null
    returning kind, reference`);
  return rows[0];
}
