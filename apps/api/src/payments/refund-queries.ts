import type { Minor } from '@shop/contracts/common/money';
import type { RefundMethod } from '@shop/contracts/orders/constants';
import type { ProviderRefund } from '#platform/clients/payment-provider.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, minor, oneOf, orNull, present, type Row, text, uuid } from '#platform/database/row.ts';
import { all, count, type Fragment, first, one, sql } from '#platform/database/sql.ts';
import { PROVIDER } from './rules.ts';

type RefundStatus = ProviderRefund['status'];
const refundStatus = oneOf<RefundStatus>(['pending', 'processed', 'failed']);

/** `left`: minor units captured and not refunded; pending refunds count as refunded. */
const refundable = { id: uuid, orderId: orNull(uuid), currency: text, amountMinor: minor, left: minor };
export type RefundablePayment = Row<typeof refundable>;

export const REMAINING = sql`
  (p.amount_minor - coalesce((select sum(amount_minor) from refunds where payment_id = p.id and status <> 'failed'), 0))`;

/** Locks the payment, which serializes its refunds. Callers hold the locks of payer and order. */
export async function lockRefundable(tx: Db, paymentId: string) {
  await tx.run(count('payments.lockForRefund')`select from payments where id = ${paymentId} for update`);
  return tx.run(first('payments.findRefundable', refundable)`
    select id, order_id, currency, amount_minor, ${REMAINING} as left
      from payments p where id = ${paymentId} and status in ('captured', 'refunded')`);
}

/** The same with the payer (FOR KEY SHARE blocks only account deletion) and the order locked first. */
async function lockAll(tx: Db, found: Fragment) {
  const payment = await tx.run(first('payments.findPayment', { id: uuid, userId: orNull(uuid), orderId: orNull(uuid) })`
    select p.id, c.user_id, p.order_id
      from payments p left join checkouts c on c.id = p.checkout_id where p.id = (${found})`);
  if (!payment) return undefined;
  await tx.run(count('payments.lockPayer')`select from users where id = ${payment.userId} for key share`);
  await tx.run(count('payments.lockOrder')`select from orders where id = ${payment.orderId} for no key update`);
  return lockRefundable(tx, payment.id);
}

export const lockPaymentOfProvider = (tx: Db, providerPaymentId: string) =>
  lockAll(tx, sql`select id from payments where provider = ${PROVIDER} and provider_payment_id = ${providerPaymentId}`);

export const lockPaymentOfRefund = (tx: Db, refundId: string) =>
  lockAll(tx, sql`select payment_id from refunds where id = ${refundId}`);

type NewRefund = {
  amountMinor: Minor;
  reason: string;
  method?: RefundMethod;
  retryOf?: string;
  providerRefund?: { id: string; status: RefundStatus };
};

/** `providerRefund`: the refund at the provider, if it exists already. A refund by other means is paid when it is recorded. */
export function insertRefund(
  paymentId: string,
  { amountMinor, reason, method = 'provider', retryOf, providerRefund }: NewRefund,
) {
  const status = providerRefund?.status ?? (method === 'provider' ? 'pending' : 'processed');
  return one('payments.insertRefund', { id: uuid })`
    insert into refunds (payment_id, amount_minor, reason, method, retry_of, status, provider_refund_id)
    values (${paymentId}, ${amountMinor}, ${reason}, ${method}, ${retryOf ?? null}, ${status},
            ${providerRefund?.id ?? null})
    returning id`;
}

type CashRefund = { amountMinor: Minor; reason: string; method: RefundMethod };

/** Of an order paid in cash. For callers that hold the lock of the order. */
export const insertCashRefund = (orderId: string, { amountMinor, reason, method }: CashRefund) =>
  one('payments.insertCashRefund', { id: uuid })`
    insert into refunds (order_id, amount_minor, reason, method, status)
    values (${orderId}, ${amountMinor}, ${reason}, ${method}, 'processed') returning id`;

type RefundLine = {
  orderItemId: string;
  quantity: number;
  unshipped: number;
  restocked: number;
  writtenOff: number;
  amountMinor: Minor;
};
export type RefundContents = { shippingMinor: Minor; lines: RefundLine[] };

export async function insertRefundLines(
  tx: Db,
  refundId: string,
  orderId: string,
  { shippingMinor, lines }: RefundContents,
) {
  if (shippingMinor > 0)
    await tx.run(
      count('payments.updateRefundShipping')`
        update refunds set shipping_minor = ${shippingMinor} where id = ${refundId}`,
    );
  if (lines.length > 0)
    await tx.run(count('payments.insertRefundLines')`
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
  tx.run(count('payments.updateLinesReleased')`
    update refund_lines set restocked = quantity - written_off
     where order_id = ${orderId} and restocked + written_off < quantity`);

/** Its shipments did not happen: units that were refunded after they were shipped are not shipped again. */
export const updateLinesUnshipped = (tx: Db, orderId: string) =>
  tx.run(count('payments.updateLinesUnshipped')`
    update refund_lines set unshipped = quantity where order_id = ${orderId} and unshipped < quantity`);

/** A payment is 'refunded' once nothing of it remains. */
export const updatePaymentTotals = (paymentId: string) =>
  first('payments.updatePaymentTotals', { status: oneOf(['captured', 'refunded']) })`
    update payments p set status = case when ${REMAINING} = 0 then 'refunded' else 'captured' end
     where id = ${paymentId} and status in ('captured', 'refunded') returning status`;

const openRefund = { id: uuid, providerPaymentId: text, providerRefundId: orNull(text), amountMinor: minor };

export const findOpenRefund = (db: Db, id: string) =>
  db.run(first('payments.findOpenRefund', openRefund)`
    select r.id, p.provider_payment_id, r.provider_refund_id, r.amount_minor
      from refunds r join payments p on p.id = r.payment_id where r.id = ${id} and r.status = 'pending'`);

const knownRefund = { id: uuid, status: refundStatus, providerRefundId: orNull(text), amountMinor: minor };

/** Ours, by the provider's id or by its receipt, which is our id. */
export const findRefund = (paymentId: string, { id, receipt }: ProviderRefund) =>
  first('payments.findRefund', knownRefund)`
    select id, status, provider_refund_id, amount_minor
      from refunds where payment_id = ${paymentId} and (provider_refund_id = ${id} or id::text = ${receipt})`;

export const updateRefund = (id: string, { status, id: providerRefundId }: ProviderRefund) =>
  count('payments.updateRefund')`
    update refunds set status = ${status}, provider_refund_id = ${providerRefundId}, last_error = null where id = ${id}`;

/** Excludes a refund that exists at the provider: its status comes from there. */
export const updateRefundRejected = (id: string, message: string) =>
  count('payments.updateRefundRejected')`
    update refunds set status = 'failed', last_error = ${message}
     where id = ${id} and status = 'pending' and provider_refund_id is null`;

/** Rejects the payment's refunds that were not sent to the provider. */
export const updateUnsentRejected = (paymentId: string, message: string) =>
  all('payments.updateUnsentRejected', { id: uuid })`
    update refunds set status = 'failed', last_error = ${message}
     where payment_id = ${paymentId} and status = 'pending' and provider_refund_id is null returning id`;

export const updateRefundError = (db: Db, id: string, error: string) =>
  db.run(
    count('payments.updateRefundError')`
      update refunds set last_error = ${error} where id = ${id} and status = 'pending'`,
  );

const payer = {
  userId: uuid,
  name: text,
  email: text,
  amountMinor: minor,
  currency: present(text, 'a refund is of a payment or of an order'),
  orderId: orNull(uuid),
  number: orNull(text),
};

/** The customer of a refund; undefined after account deletion. */
export const findPayer = (db: Db, refundId: string) =>
  db.run(first('payments.findPayer', payer)`
    select u.id as user_id, u.name, coalesce(u.guest_email, u.email) as email, r.amount_minor,
           coalesce(p.currency, o.charge_currency) as currency, o.id as order_id, o.number
      from refunds r left join payments p on p.id = r.payment_id left join checkouts c on c.id = p.checkout_id
      left join orders o on o.id = coalesce(p.order_id, r.order_id)
      join users u on u.id = coalesce(c.user_id, o.user_id) and u.deleted_at is null
     where r.id = ${refundId}`);

/** Whether the customer gets an email when the provider has sent the money, or cannot. Undefined as above. */
export const findRefundRecipient = (refundId: string) =>
  first('payments.findRefundRecipient', { name: text, receivesEmail: bool })`
    select u.name, u.wants_order_emails as receives_email
      from refunds r left join payments p on p.id = r.payment_id left join checkouts c on c.id = p.checkout_id
      left join orders o on o.id = r.order_id
      join users u on u.id = coalesce(c.user_id, o.user_id) and u.deleted_at is null where r.id = ${refundId}`;

const failedRefund = {
  amountMinor: minor,
  reason: text,
  status: refundStatus,
  orderStatus: orNull(text),
  retried: bool,
};

/** For callers that hold the payment's lock. */
export const findForRetry = (refundId: string) =>
  first('payments.findForRetry', failedRefund)`
    select r.amount_minor, r.reason, r.status, o.status as order_status,
           exists (select from refunds n where n.retry_of = r.id) as retried
      from refunds r join payments p on p.id = r.payment_id left join orders o on o.id = p.order_id
     where r.id = ${refundId}`;

/** Resolves the difference about this refund, which is owed. */
export const updateOwedResolved = (refundId: string) =>
  count('payments.updateOwedResolved')`
    update reconciliation_differences set resolved_at = now()
     where resolved_at is null and kind in ('refund_failed', 'refund_rejected') and refund_id = ${refundId}`;

/** Resolves what was to be decided about a payment of which nothing is left: owed refunds, and that it has no order. */
export const updateRefundedResolved = (paymentId: string) =>
  count('payments.updateRefundedResolved')`
    update reconciliation_differences set resolved_at = now()
     where resolved_at is null
       and (kind in ('refund_failed', 'refund_rejected')
              and refund_id = any (array(select id from refunds where payment_id = ${paymentId}))
            or kind in ('unknown_order', 'amount_differs')
              and reference = any (array(select provider_payment_id from payments
                                          where id = ${paymentId} and order_id is null)))`;

/** Undefined for a payment that is not captured here. */
export const findRefunded = (providerPaymentId: string) =>
  first('payments.findRefunded', { refundedMinor: minor, refundedOverDayAgoMinor: minor })`
    select coalesce(sum(r.amount_minor), 0) as refunded_minor,
           coalesce(sum(r.amount_minor) filter (where r.updated_at < now() - interval '1 day'), 0)
             as refunded_over_day_ago_minor
      from payments p
      left join refunds r on r.payment_id = p.id and r.status <> 'failed' and r.provider_refund_id is not null
     where p.provider = ${PROVIDER} and p.provider_payment_id = ${providerPaymentId}
       and p.status in ('captured', 'refunded') group by p.id`;

/** Our payments with a refund among these that is missing or has another status here, by the provider's ids. */
export const listPaymentsToReconcile = (refunds: ProviderRefund[]) =>
  all('payments.listToReconcile', { id: text })`
    select distinct p.provider_payment_id as id
      from unnest(${refunds.map(({ id }) => id)}::text[],
                  ${refunds.map(({ paymentId }) => paymentId)}::text[],
                  ${refunds.map(({ status }) => status)}::text[]) as theirs (id, payment_id, status)
      join payments p on p.provider = ${PROVIDER} and p.provider_payment_id = theirs.payment_id
                     and p.status in ('captured', 'refunded')
      left join refunds r on r.provider_refund_id = theirs.id
     where coalesce(r.status, 'failed') <> theirs.status`;

/** The provider's ids of refunds made in that period. */
export const listSentRefunds = (from: Date, to: Date) =>
  all('payments.listSentRefunds', { id: text })`
    select provider_refund_id as id from refunds
     where status <> 'failed' and provider_refund_id is not null
       and created_at between ${from.toISOString()} and ${to.toISOString()}`;

export const findCapturedPayment = (orderId: string) =>
  first('payments.findCaptured', { id: uuid })`
    select id from payments where order_id = ${orderId} and status = 'captured'`;
