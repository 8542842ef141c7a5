import { PaymentDifference } from '@shop/contracts/payments/admin-schema';
import type { Db } from '#platform/database/db.ts';
import { json, minor, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, count, first, sql } from '#platform/database/sql.ts';
import { REMAINING } from './refund-queries.ts';
import { PROVIDER } from './rules.ts';

/** Listed once: a difference that was marked as resolved stays so. */
export const insertDifference = (kind: string, reference: string, details: object) =>
  count('payments.insertDifference')`
    insert into reconciliation_differences (kind, reference, details)
    values (${kind}, ${reference}, ${JSON.stringify(details)}::jsonb) on conflict (kind, reference) do nothing`;

/** Whether it was ever listed: it may be resolved. */
export async function isListed(tx: Db, kind: string, reference: string) {
  const found = await tx.run(count('payments.isListed')`
    select from reconciliation_differences where kind = ${kind} and reference = ${reference}`);
  return found === 1;
}

/** Listed again if it was resolved before: it has occurred again. */
export const raiseDifference = (kind: string, reference: string, details: object, refundId?: string) =>
  count('payments.raiseDifference')`
    insert into reconciliation_differences as d (kind, reference, details, refund_id)
    values (${kind}, ${reference}, ${JSON.stringify(details)}::jsonb, ${refundId ?? null})
        on conflict (kind, reference) do update
       set details = excluded.details, refund_id = excluded.refund_id, resolved_at = null,
           found_at = case when d.resolved_at is null then d.found_at else now() end`;

export const updateDifferencesResolved = (kind: string, reference: string) =>
  count('payments.updateDifferencesResolved')`
    update reconciliation_differences set resolved_at = now()
     where kind = ${kind} and reference = ${reference} and resolved_at is null`;

const listedDifference = {
  id: uuid,
  kind: text,
  reference: text,
  foundAt: timestamp,
  reason: orNull(text),
  amountMinor: orNull(minor),
  currency: orNull(text),
  payment: orNull(json(PaymentDifference.shape.payment.unwrap())),
  order: orNull(json(PaymentDifference.shape.order.unwrap())),
  refund: orNull(json(PaymentDifference.shape.refund.unwrap())),
};

/**
 * Open differences, newest first, and after them the payments without an order that have none. `after` is the id of a
 * row of either. A difference about a refund names it; any other has the provider's payment id in its
 * details or as its reference.
 */
export function listDifferences(db: Db, after: string | undefined, limit: number) {
  const last = sql`(select found_at, id from reconciliation_differences where id = ${after ?? null})`;
  return db.run(all('payments.listDifferences', listedDifference)`
    select d.id, d.kind, d.reference, d.found_at, coalesce(r.last_error, d.details ->> 'error') as reason,
           coalesce(r.amount_minor, (d.details ->> 'refundMinor')::bigint, p.amount_minor,
                    (d.details ->> 'amountMinor')::bigint) as amount_minor,
           coalesce(p.currency, d.details ->> 'currency') as currency,
           case when p.id is not null then json_build_object('id', p.id, 'reference', p.provider_payment_id,
             'canRefund', r.id is null and p.order_id is null and p.status = 'captured') end as payment,
           case when o.id is not null then json_build_object('id', o.id, 'number', o.number) end as "order",
           case when r.id is not null then json_build_object('id', r.id, 'canRetry',
             r.status = 'failed' and p.status = 'captured'
               and not exists (select from refunds n where n.retry_of = r.id)) end as refund
      from ((select * from payment_problems
              where part = 1 and ${after ? sql`(found_at, id) < ${last}` : sql`true`}
              order by found_at desc, id desc limit ${limit})
             union all
            (select * from payment_problems
              where part = 2 and ${after ? sql`(id < ${after} or exists ${last})` : sql`true`}
              order by id desc limit ${limit})
             order by part, sorted_at desc, id desc limit ${limit}) d
      left join refunds r on r.id = d.refund_id
      left join lateral (
        select * from payments where id = r.payment_id
        union all
        select * from payments
         where d.refund_id is null and provider = ${PROVIDER}
           and provider_payment_id = coalesce(d.details ->> 'paymentId', d.reference)
      ) p on true
      left join orders o on o.id = p.order_id
     order by d.part, d.sorted_at desc, d.id desc`);
}

/** Locks it, so that it is not resolved by another transaction. */
export async function lockOpenDifference(tx: Db, id: string) {
  const locked = await tx.run(count('payments.lockOpenDifference')`
    select from reconciliation_differences where id = ${id} and resolved_at is null for update`);
  return locked === 1;
}

/** Returns the difference; undefined if it was already resolved. */
export const updateDifferenceResolved = (id: string) =>
  first('payments.updateDifferenceResolved', { kind: text, reference: text })`
    update reconciliation_differences set resolved_at = now() where id = ${id} and resolved_at is null
    returning kind, reference`;

/** Whether it is about a failed refund that is owed (no order, or cancelled) and not below the provider's minimum. */
export async function isAboutOwedRefund(tx: Db, id: string) {
  const found = await tx.run(count('payments.isAboutOwedRefund')`
    select from reconciliation_differences d join refunds r on r.id = d.refund_id and r.status = 'failed'
      join payments p on p.id = r.payment_id and p.status = 'captured' left join orders o on o.id = p.order_id
     where d.id = ${id} and d.resolved_at is null and coalesce(o.status, 'cancelled') = 'cancelled'
       and ${REMAINING} >= coalesce((d.details ->> 'minimumMinor')::bigint, 0)`);
  return found === 1;
}
