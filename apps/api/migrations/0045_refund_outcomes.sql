-- A refund that failed is asked for again as a new one, at most once; the failed one stays as history.
alter table refunds add column retry_of uuid references refunds;
create unique index refunds_one_retry on refunds (retry_of) where retry_of is not null;

alter table reconciliation_differences add column refund_id uuid references refunds;
create index reconciliation_differences_open on reconciliation_differences (found_at desc, id desc)
  where resolved_at is null;

-- Until now a full refund that failed left payment and order 'refunded', though the money had never gone back.
update reconciliation_differences d set refund_id = r.id
  from refunds r where d.kind = 'refund_failed' and r.provider_refund_id = d.reference;

with kept as (
       update payments p set status = 'captured'
        where p.status = 'refunded' and p.id in (select payment_id from refunds where status = 'failed')
          and p.amount_minor > (select coalesce(sum(amount_minor), 0) from refunds r
                                 where r.payment_id = p.id and r.status <> 'failed')
       returning p.id, p.order_id),
     listed as (
       update reconciliation_differences d set resolved_at = null
         from refunds r join kept on kept.id = r.payment_id where d.refund_id = r.id)
update orders set payment_status = 'paid' where id in (select order_id from kept);
