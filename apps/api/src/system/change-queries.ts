import { list, number, oneOf, orNull, uuid } from '#platform/database/row.ts';
import { all } from '#platform/database/sql.ts';
import { SUBJECT_NAMES } from './subject-rules.ts';

const subject = oneOf(SUBJECT_NAMES);

/**
 * Deletes the next recorded changes, and returns the ids of the subjects they belong to; every row has the number of
 * changes, one without a subject too. Rows that a transaction still
 * holds back are taken by a later call, however old they are: no id or time is remembered.
 */
export const takeChanges = (limit: number) =>
  all('system.takeChanges', { taken: number, subject: orNull(subject), ids: list(uuid) })`
    with taken as (
           delete from invariant_changes where id in (select id from invariant_changes order by id limit ${limit})
           returning kind, key),
         changed as (select distinct kind, key from taken),
         checkout_ids as (
           select key as id from changed where kind = 'checkout'
           union
           select o.checkout_id from changed join orders o on o.id = key where kind = 'order'
           union
           select o.checkout_id from changed join shipments s on s.id = key join orders o on o.id = s.order_id
            where kind = 'shipment'
           union
           select o.checkout_id from changed join order_status_history h on h.id = key join orders o on o.id = h.order_id
            where kind = 'history'
           union
           select p.checkout_id from changed join payments p on p.id = key
            where kind = 'payment' and p.checkout_id is not null
           union
           select p.checkout_id from changed join refunds r on r.id = key join payments p on p.id = r.payment_id
            where kind = 'refund' and p.checkout_id is not null),
         variant_ids as (
           select key as id from changed where kind = 'variant'
           union
           select r.variant_id from checkout_ids c join reservations r on r.checkout_id = c.id),
         subjects as (
           select 'checkout' as subject, id from checkout_ids
           union
           -- The other payments with the same id at the provider.
           select 'checkout', other.checkout_id
             from checkout_ids c join payments p on p.checkout_id = c.id
             join payments other on (other.provider, other.provider_payment_id) = (p.provider, p.provider_payment_id)
            where other.checkout_id is not null
           union all
           select 'variant', id from variant_ids
           union
           select 'product', key from changed where kind = 'product'
           union
           select 'product', v.product_id from variant_ids i join variants v on v.id = i.id
           union all
           select kind, key from changed where kind in ('code', 'user')
           union
           select 'unknown_payment', p.id from changed join payments p on p.id = key
            where kind in ('payment', 'unknown_payment') and p.checkout_id is null)
    select (select count(*) from taken) as taken, subject, array_agg(id) as ids from subjects group by subject
     union all
    select count(*), null, '{}' from taken having count(*) > 0`;

/**
 * Subjects whose checks depend on more than their rows, so that they are always checked: refunds wait for a job of the
 * queue, and captured payments without an order need a difference to the provider. Both are few, and found by an index.
 */
export const listWatched = () =>
  all('system.listWatched', { subject, ids: list(uuid) })`
    select subject, array_agg(id) as ids
      from (select case when p.checkout_id is null then 'unknown_payment' else 'checkout' end as subject,
                   coalesce(p.checkout_id, p.id) as id
              from refunds r join payments p on p.id = r.payment_id where r.status = 'pending'
             union
            select 'checkout', checkout_id from payments
             where order_id is null and status = 'captured' and checkout_id is not null) watched group by subject`;
