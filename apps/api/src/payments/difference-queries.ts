import type { PaymentDifference } from '@shop/contracts/payments/admin-schema';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { REMAINING } from './refund-queries.ts';
import { PROVIDER } from './rules.ts';

/** Listed once: a difference that was marked as resolved stays so. */
export const insertDifference = (tx: Db, kind: string, reference: string, details: object) =>
  tx.execute(sql`
    insert into reconciliation_differences (kind, reference, details)
    values (${kind}, ${reference}, ${JSON.stringify(details)}::jsonb) on conflict (kind, reference) do nothing`);

/** Listed again if it was resolved before: it has occurred again. */
export const raiseDifference = (tx: Db, kind: string, reference: string, details: object, refundId?: string) =>
  tx.execute(sql`
    insert into reconciliation_differences as d (kind, reference, details, refund_id)
    values (${kind}, ${reference}, ${JSON.stringify(details)}::jsonb, ${refundId ?? null})
        on conflict (kind, reference) do update
       set details = excluded.details, refund_id = excluded.refund_id, resolved_at = null,
           found_at = case when d.resolved_at is null then d.found_at else now() end`);

export const updateDifferencesResolved = (db: Db, kind: string, reference: string) =>
  db.execute(sql`
    update reconciliation_differences set resolved_at = now()
     where kind = ${kind} and reference = ${reference} and resolved_at is null`);

type DifferenceRow = Omit<PaymentDifference, 'foundAt'> & { foundAt: string };

/**
 * Open differences, newest first, and after them the payments without an order that have none. `after` is the id of a
 * row of either. A difference about a refund names it; any other has the provider's payment id as its reference.
 */
export async function listDifferences(db: Db, after: string | undefined, limit: number) {
  const last = sql`(select found_at, id from reconciliation_differences where id = ${after ?? null})`;
  const { rows } = await db.execute<DifferenceRow>(sql`
    select d.id, d.kind, d.reference, d.found_at as "foundAt", coalesce(r.last_error, d.details ->> 'error') as reason,
           coalesce(r.amount_minor, p.amount_minor, (d.details ->> 'amountMinor')::bigint)::float8 as "amountMinor",
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
        select * from payments where d.refund_id is null and provider = ${PROVIDER} and provider_payment_id = d.reference
      ) p on true
      left join orders o on o.id = p.order_id
     order by d.part, d.sorted_at desc, d.id desc`);
  return rows;
}

type Difference = { kind: string; reference: string };

/** Locks it, so that it is not resolved by another transaction. */
export async function lockOpenDifference(tx: Db, id: string) {
  const { rowCount } = await tx.execute(
    sql`select from reconciliation_differences where id = ${id} and resolved_at is null for update`,
  );
  return rowCount === 1;
}

/** Returns the difference; undefined if it was already resolved. */
export async function updateDifferenceResolved(tx: Db, id: string) {
  const { rows } = await tx.execute<Difference>(sql`
    update reconciliation_differences set resolved_at = now() where id = ${id} and resolved_at is null
    returning kind, reference`);
  return rows[0];
}

/** Whether it is about a failed refund that is owed (no order, or cancelled) and not below the provider's minimum. */
export async function isAboutOwedRefund(tx: Db, id: string) {
  const { rowCount } = await tx.execute(sql`
    select from reconciliation_differences d join refunds r on r.id = d.refund_id and r.status = 'failed'
      join payments p on p.id = r.payment_id and p.status = 'captured' left join orders o on o.id = p.order_id
     where d.id = ${id} and d.resolved_at is null and coalesce(o.status, 'cancelled') = 'cancelled'
       and ${REMAINING} >= coalesce((d.details ->> 'minimumMinor')::bigint, 0)`);
  return rowCount === 1;
}
