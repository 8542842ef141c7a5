import { minor, present, text, timestamp } from '#platform/database/row.ts';
import { all, first } from '#platform/database/sql.ts';

/**
 * Payments received since then, by currency. Ours are the charges of their orders, and payments without an order once
 * these are refunded or settled. The provider's are the amounts it has reported, corrected by the open differences: with
 * payments that are missing here, and without those it does not have. Ids start with their time, so a day is a range of
 * the primary key.
 */
export function sumPaymentsSince(since: Date) {
  const time = since.toISOString();
  return all('analytics.sumPaymentsSince', {
    currency: present(text, 'a difference without one is left out'),
    oursMinor: minor,
    providerMinor: present(minor, 'a difference with a currency has an amount'),
  })`
    with received as (
           select p.currency, p.amount_minor, differs.kind, differs.details,
                  case when p.order_id is not null then coalesce(o.charge_minor, 0)
                       when waits_for_refund(p) then 0 else p.amount_minor end as ours
             from payments p left join orders o on o.id = p.order_id and o.charge_currency = p.currency
             left join lateral (
               select d.kind, d.details from reconciliation_differences d
                where d.reference = p.provider_payment_id and d.resolved_at is null
                  and d.kind in ('not_at_provider', 'amount_differs')
                order by d.kind desc limit 1) differs on true
            where p.id >= (lpad(to_hex((extract(epoch from ${time}::timestamptz) * 1000)::bigint), 12, '0')
                           || repeat('0', 20))::uuid
              and p.created_at >= ${time}::timestamptz and p.status in ('captured', 'refunded')),
         sums as (
           select currency, ours, 0 as theirs from received
            union all
           select coalesce(details ->> 'currency', currency), 0,
                  case kind when 'not_at_provider' then 0
                            else coalesce((details ->> 'amountMinor')::bigint, amount_minor) end
             from received
            union all
           -- One payment can be listed for several reasons.
           select d.details ->> 'currency', 0, max((d.details ->> 'amountMinor')::bigint)
             from reconciliation_differences d
            where d.resolved_at is null and d.found_at >= ${time}::timestamptz
              and d.kind in ('missed', 'not_processed', 'unknown_order') and d.details ->> 'currency' is not null
              and coalesce(d.details ->> 'status', 'captured') in ('captured', 'refunded')
              and coalesce(d.details ->> 'isVoided', 'false') = 'false'
              and not exists (select from payments p where p.provider_payment_id = d.reference
                                 and p.provider = 'razorpay' and p.status in ('captured', 'refunded'))
            group by d.reference, d.details ->> 'currency')
    select currency, sum(ours) as ours_minor, sum(theirs) as provider_minor
      from sums group by currency order by currency`;
}

/** When the daily comparison with the provider was last started. */
export const findLastComparison = () =>
  first('analytics.findLastComparison', { at: timestamp })`
    select last_execution as at from graphile_worker._private_known_crontabs
     where identifier = 'compare_payments' and last_execution is not null`;
