import { COUNTED_TO } from '@shop/contracts/analytics/constants';
import type { PaymentsToday } from '@shop/contracts/analytics/dashboard-schema';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';

/**
 * Payments received since then, by currency. Ours are the charges of the orders they belong to; the provider's are the
 * amounts it has reported, with those of open differences: missed payments, and without those it does not have. Ids start
 * with their time, so a day is a range of the primary key.
 */
export async function sumPaymentsSince(db: Db, since: Date) {
  const time = since.toISOString();
  const { rows } = await db.execute<PaymentsToday['sums'][number]>(sql`
    with received as (
           select p.currency, coalesce(o.charge_minor, 0) as ours,
                  case when exists (select from reconciliation_differences d where d.kind = 'not_at_provider'
                                       and d.reference = p.provider_payment_id and d.resolved_at is null)
                       then 0 else p.amount_minor end as theirs
             from payments p left join orders o on o.id = p.order_id and o.charge_currency = p.currency
            where p.id >= (lpad(to_hex((extract(epoch from ${time}::timestamptz) * 1000)::bigint), 12, '0')
                           || repeat('0', 20))::uuid
              and p.created_at >= ${time}::timestamptz and p.status in ('captured', 'refunded')),
         missed as (
           select d.details ->> 'currency' as currency, 0 as ours, (d.details ->> 'amountMinor')::bigint as theirs
             from reconciliation_differences d
            where d.resolved_at is null and d.found_at >= ${time}::timestamptz and d.kind = 'missed'
              and d.details ->> 'currency' is not null
              and not exists (select from payments p where p.provider_payment_id = d.reference
                                 and p.provider = 'razorpay' and p.status in ('captured', 'refunded')))
    select currency, sum(ours)::float8 as "oursMinor", sum(theirs)::float8 as "providerMinor"
      from (select * from received union all select * from missed) sums group by currency order by currency`);
  return rows;
}

/** Unresolved differences, up to `COUNTED_TO + 1`. */
export async function countDifferences(db: Db) {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count
      from (select from reconciliation_differences where resolved_at is null limit ${COUNTED_TO + 1}) unresolved`);
  return rows[0]?.count ?? 0;
}

/** When the daily comparison with the provider was last started. */
export async function findLastComparison(db: Db) {
  const { rows } = await db.execute<{ at: string }>(sql`
    select last_execution as at from graphile_worker._private_known_crontabs
     where identifier = 'compare_payments' and last_execution is not null`);
  return rows[0]?.at ?? null;
}
