-- A payment that the provider has received for no checkout of this store is a payment too, so that it is counted, listed and
-- refunded like the others. The previous release joins payments with their checkouts, and does not see it.

alter table payments
  -- Null: unknown, it has no checkout.
  alter column checkout_id drop not null,
  alter column provider_order_id drop not null,
  alter column rate drop not null;
-- The rows that exist satisfy it.
alter table payments
  add constraint payments_of_checkout
    check (case when checkout_id is null then order_id is null
                else provider_order_id is not null and rate is not null end) not valid;

create trigger invariant_unknown_change after insert or update on payments
  for each row when (new.checkout_id is null) execute function record_invariant_change('unknown_payment', 'id');

-- Those that wait to be checked. Of earlier ones that were resolved, the store keeps no payment.
insert into payments (provider, provider_order_id, provider_payment_id, amount_minor, currency, status, created_at)
select 'razorpay', details ->> 'orderId', reference, (details ->> 'amountMinor')::bigint, details ->> 'currency',
       'captured', found_at
  from reconciliation_differences
 where kind = 'unknown_order' and resolved_at is null and details ->> 'status' = 'captured'
   and details ->> 'currency' ~ '^[A-Z]{3}$'
    on conflict do nothing;

-- They have the payment's id at the provider, or name a refund of it.
create function differences_about(payment payments) returns setof reconciliation_differences language sql stable as $$
  select d.* from reconciliation_differences d where d.reference = payment.provider_payment_id
   union all
  select d.* from refunds r join reconciliation_differences d on d.refund_id = r.id where r.payment_id = payment.id
$$;

-- Marking one of these as resolved decides that a payment without an order is kept, or was refunded by other means.
create function decides_refund(kind text) returns boolean language sql immutable as $$
  select kind in ('unknown_order', 'amount_differs', 'refund_failed', 'refund_rejected')
$$;

-- A captured payment without an order, until it is refunded or such a decision is made.
create function waits_for_refund(payment payments) returns boolean language sql stable as $$
  select payment.order_id is null and payment.status = 'captured'
     and (exists (select from differences_about(payment) d where d.resolved_at is null)
          or not exists (select from differences_about(payment) d where decides_refund(d.kind)))
$$;

-- What staff check: open differences, then the payments waiting for a refund that no open difference lists. An unknown payment
-- has one from the start. `sorted_at` is null where the id is the order of time.
create view payment_problems as
select 1 as part, id, kind, reference, details, refund_id, found_at, found_at as sorted_at
  from reconciliation_differences where resolved_at is null
 union all
select 2, p.id, 'no_order', p.provider_payment_id, '{}', null, p.created_at, null
  from payments p
 where p.order_id is null and p.status = 'captured' and p.checkout_id is not null
   and not exists (select from differences_about(p) d where d.resolved_at is null or decides_refund(d.kind));
