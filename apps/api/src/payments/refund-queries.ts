import type { RefundMethod } from '@shop/contracts/orders/constants';
import { type SQL, sql } from 'drizzle-orm';
import type { ProviderRefund } from '#platform/clients/payment-provider.ts';
import type { Db } from '#platform/database/db.ts';
import { PROVIDER, type Refunded } from './rules.ts';

type RefundStatus = ProviderRefund['status'];

/** `left`: minor units captured and not refunded; pending refunds count as refunded. */
export type RefundablePayment = {
  id: string;
  orderId: string | null;
  currency: string;
  amountMinor: number;
  left: number;
};

export const REMAINING = sql`
  (p.amount_minor - coalesce((select sum(amount_minor) from refunds where payment_id = p.id and status <> 'failed'), 0))`;

/** Locks the payment, which serializes its refunds. Callers hold the locks of payer and order. */
export async function lockRefundable(tx: Db, paymentId: string) {
  await tx.execute(sql`select from payments where id = ${paymentId} for update`);
  const { rows } = await tx.execute<RefundablePayment>(sql`
    select id, order_id as "orderId", currency, amount_minor::float8 as "amountMinor", ${REMAINING}::float8 as left
      from payments p where id = ${paymentId} and status in ('captured', 'refunded')`);
  return rows[0];
}

/** The same with the payer (FOR KEY SHARE blocks only account deletion) and the order locked first. */
async function lockAll(tx: Db, found: SQL) {
  const { rows } = await tx.execute<{ id: string; userId: string | null; orderId: string | null }>(sql`
    select p.id, c.user_id as "userId", p.order_id as "orderId"
      from payments p left join checkouts c on c.id = p.checkout_id where p.id = (${found})`);
  const [payment] = rows;
  if (!payment) return undefined;
  await tx.execute(sql`select from users where id = ${payment.userId} for key share`);
  await tx.execute(sql`select from orders where id = ${payment.orderId} for no key update`);
  return lockRefundable(tx, payment.id);
}

export const lockPaymentOfProvider = (tx: Db, providerPaymentId: string) =>
  lockAll(tx, sql`select id from payments where provider = ${PROVIDER} and provider_payment_id = ${providerPaymentId}`);

export const lockPaymentOfRefund = (tx: Db, refundId: string) =>
  lockAll(tx, sql`select payment_id from refunds where id = ${refundId}`);

type NewRefund = {
  amountMinor: number;
  reason: string;
  method?: RefundMethod;
  retryOf?: string;
  providerRefund?: { id: string; status: RefundStatus };
};

/** `providerRefund`: the refund at the provider, if it exists already. A refund by other means is paid when it is recorded. */
export async function insertRefund(
  tx: Db,
  paymentId: string,
  { amountMinor, reason, method = 'provider', retryOf, providerRefund }: NewRefund,
) {
  const status = providerRefund?.status ?? (method === 'provider' ? 'pending' : 'processed');
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into refunds (payment_id, amount_minor, reason, method, retry_of, status, provider_refund_id)
    values (${paymentId}, ${amountMinor}, ${reason}, ${method}, ${retryOf ?? null}, ${status},
            ${providerRefund?.id ?? null})
    returning id`);
  const [inserted] = rows;
  if (!inserted) throw new Error(`The refund of payment ${paymentId} was not stored.`);
  return inserted.id;
}

type CashRefund = { amountMinor: number; reason: string; method: RefundMethod };

/** Of an order paid in cash. For callers that hold the lock of the order. */
export async function insertCashRefund(tx: Db, orderId: string, { amountMinor, reason, method }: CashRefund) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into refunds (order_id, amount_minor, reason, method, status)
    values (${orderId}, ${amountMinor}, ${reason}, ${method}, 'processed') returning id`);
  const [inserted] = rows;
  if (!inserted) throw new Error(`The refund of order ${orderId} was not stored.`);
  return inserted.id;
}

type RefundLine = {
  orderItemId: string;
  quantity: number;
  unshipped: number;
  restocked: number;
  writtenOff: number;
  amountMinor: number;
};
export type RefundContents = { shippingMinor: number; lines: RefundLine[] };

export async function insertRefundLines(
  tx: Db,
  refundId: string,
  orderId: string,
  { shippingMinor, lines }: RefundContents,
) {
  if (shippingMinor > 0)
    await tx.execute(sql`update refunds set shipping_minor = ${shippingMinor} where id = ${refundId}`);
  if (lines.length > 0)
    await tx.execute(sql`
      insert into refund_lines (refund_id, order_line_id, order_id, variant_id, quantity, unshipped, restocked, written_off,
                                amount_minor)
      select ${refundId}, x.id, x.order_id, x.variant_id, i.quantity, i.unshipped, i.restocked, i."writtenOff",
             i."amountMinor"
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
               as i ("orderItemId" uuid, quantity int, unshipped int, restocked int, "writtenOff" int, "amountMinor" bigint)
        join order_lines x on x.id = i."orderItemId" and x.order_id = ${orderId}`);
}

/** For an order that leaves cancelled, before its stock is taken again: refunded units stay where cancelling left them. */
export const updateLinesReleased = (tx: Db, orderId: string) =>
  tx.execute(sql`
    update refund_lines set restocked = quantity - written_off
     where order_id = ${orderId} and restocked + written_off < quantity`);

/** Its shipments did not happen: units that were refunded after they were shipped are not shipped again. */
export const updateLinesUnshipped = (tx: Db, orderId: string) =>
  tx.execute(sql`
    update refund_lines set unshipped = quantity where order_id = ${orderId} and unshipped < quantity`);

/** A payment is 'refunded' once nothing of it remains. */
export async function updatePaymentTotals(tx: Db, paymentId: string) {
  const { rows } = await tx.execute<{ status: 'captured' | 'refunded' }>(sql`
    update payments p set status = case when ${REMAINING} = 0 then 'refunded' else 'captured' end
     where id = ${paymentId} and status in ('captured', 'refunded') returning status`);
  return rows[0]?.status;
}

type OpenRefund = { id: string; providerPaymentId: string; providerRefundId: string | null; amountMinor: number };

export async function findOpenRefund(db: Db, id: string) {
  const { rows } = await db.execute<OpenRefund>(sql`
    select r.id, p.provider_payment_id as "providerPaymentId", r.provider_refund_id as "providerRefundId",
           r.amount_minor::float8 as "amountMinor"
      from refunds r join payments p on p.id = r.payment_id where r.id = ${id} and r.status = 'pending'`);
  return rows[0];
}

type KnownRefund = { id: string; status: RefundStatus; providerRefundId: string | null; amountMinor: number };

/** Ours, by the provider's id or by its receipt, which is our id. */
export async function findRefund(tx: Db, paymentId: string, { id, receipt }: ProviderRefund) {
  const { rows } = await tx.execute<KnownRefund>(sql`
    select id, status, provider_refund_id as "providerRefundId", amount_minor::float8 as "amountMinor"
      from refunds where payment_id = ${paymentId} and (provider_refund_id = ${id} or id::text = ${receipt})`);
  return rows[0];
}

export const updateRefund = (tx: Db, id: string, { status, id: providerRefundId }: ProviderRefund) =>
  tx.execute(sql`
    update refunds set status = ${status}, provider_refund_id = ${providerRefundId}, last_error = null where id = ${id}`);

/** Excludes a refund that exists at the provider: its status comes from there. */
export async function updateRefundRejected(tx: Db, id: string, message: string) {
  const { rowCount } = await tx.execute(sql`
    update refunds set status = 'failed', last_error = ${message}
     where id = ${id} and status = 'pending' and provider_refund_id is null`);
  return rowCount === 1;
}

/** Rejects the payment's refunds that were not sent to the provider. */
export async function updateUnsentRejected(tx: Db, paymentId: string, message: string) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update refunds set status = 'failed', last_error = ${message}
     where payment_id = ${paymentId} and status = 'pending' and provider_refund_id is null returning id`);
  return rows.map(({ id }) => id);
}

export const updateRefundError = (db: Db, id: string, error: string) =>
  db.execute(sql`update refunds set last_error = ${error} where id = ${id} and status = 'pending'`);

export type Payer = {
  userId: string;
  name: string;
  email: string;
  amountMinor: number;
  currency: string;
  orderId: string | null;
  number: string | null;
};

/** The customer of a refund; undefined after account deletion. */
export async function findPayer(db: Db, refundId: string) {
  const { rows } = await db.execute<Payer>(sql`
    select u.id as "userId", u.name, coalesce(u.guest_email, u.email) as email, r.amount_minor::float8 as "amountMinor",
           coalesce(p.currency, o.charge_currency) as currency, o.id as "orderId", o.number
      from refunds r left join payments p on p.id = r.payment_id left join checkouts c on c.id = p.checkout_id
      left join orders o on o.id = coalesce(p.order_id, r.order_id)
      join users u on u.id = coalesce(c.user_id, o.user_id) and u.deleted_at is null
     where r.id = ${refundId}`);
  return rows[0];
}

/** Whether the customer gets an email when the provider has sent the money, or cannot. Undefined as above. */
export async function findRefundRecipient(db: Db, refundId: string) {
  const { rows } = await db.execute<{ name: string; receivesEmail: boolean }>(sql`
    select u.name, u.wants_order_emails as "receivesEmail"
      from refunds r left join payments p on p.id = r.payment_id left join checkouts c on c.id = p.checkout_id
      left join orders o on o.id = r.order_id
      join users u on u.id = coalesce(c.user_id, o.user_id) and u.deleted_at is null where r.id = ${refundId}`);
  return rows[0];
}

type FailedRefund = {
  amountMinor: number;
  reason: string;
  status: RefundStatus;
  retried: boolean;
  orderStatus: string | null;
};

/** For callers that hold the payment's lock. */
export async function findForRetry(tx: Db, refundId: string) {
  const { rows } = await tx.execute<FailedRefund>(sql`
    select r.amount_minor::float8 as "amountMinor", r.reason, r.status, o.status as "orderStatus",
           exists (select from refunds n where n.retry_of = r.id) as retried
      from refunds r join payments p on p.id = r.payment_id left join orders o on o.id = p.order_id
     where r.id = ${refundId}`);
  return rows[0];
}

/** Resolves the difference about this refund, which is owed. */
export const updateOwedResolved = (tx: Db, refundId: string) =>
  tx.execute(sql`
    update reconciliation_differences set resolved_at = now()
     where resolved_at is null and kind in ('refund_failed', 'refund_rejected') and refund_id = ${refundId}`);

/** Resolves what was to be decided about a payment of which nothing is left: owed refunds, and that it has no order. */
export const updateRefundedResolved = (tx: Db, paymentId: string) =>
  tx.execute(sql`
    update reconciliation_differences set resolved_at = now()
     where resolved_at is null
       and (kind in ('refund_failed', 'refund_rejected')
              and refund_id = any (array(select id from refunds where payment_id = ${paymentId}))
            or kind in ('unknown_order', 'amount_differs')
              and reference = any (array(select provider_payment_id from payments
                                          where id = ${paymentId} and order_id is null)))`);

/** Undefined for a payment that is not captured here. */
export async function findRefunded(db: Db, providerPaymentId: string) {
  const { rows } = await db.execute<Refunded>(sql`
    select coalesce(sum(r.amount_minor), 0)::float8 as "refundedMinor",
           coalesce(sum(r.amount_minor) filter (where r.updated_at < now() - interval '1 day'), 0)::float8 as "refundedOverDayAgoMinor"
      from payments p
      left join refunds r on r.payment_id = p.id and r.status <> 'failed' and r.provider_refund_id is not null
     where p.provider = ${PROVIDER} and p.provider_payment_id = ${providerPaymentId}
       and p.status in ('captured', 'refunded') group by p.id`);
  return rows[0];
}

/** Our payments with a refund among these that is missing or has another status here, by the provider's ids. */
export async function listPaymentsToReconcile(db: Db, refunds: ProviderRefund[]) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct p.provider_payment_id as id
      from unnest(${sql.param(refunds.map(({ id }) => id))}::text[],
                  ${sql.param(refunds.map(({ paymentId }) => paymentId))}::text[],
                  ${sql.param(refunds.map(({ status }) => status))}::text[]) as theirs (id, payment_id, status)
      join payments p on p.provider = ${PROVIDER} and p.provider_payment_id = theirs.payment_id
                     and p.status in ('captured', 'refunded')
      left join refunds r on r.provider_refund_id = theirs.id
     where coalesce(r.status, 'failed') <> theirs.status`);
  return rows;
}

/** The provider's ids of refunds made in that period. */
export async function listSentRefunds(db: Db, from: Date, to: Date) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select provider_refund_id as id from refunds
     where status <> 'failed' and provider_refund_id is not null
       and created_at between ${from.toISOString()} and ${to.toISOString()}`);
  return rows.map(({ id }) => id);
}

export async function findCapturedPayment(tx: Db, orderId: string) {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from payments where order_id = ${orderId} and status = 'captured'`,
  );
  return rows[0]?.id;
}
