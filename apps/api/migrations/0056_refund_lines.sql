-- Refunds have lines, also those of orders paid in cash, which have no payment. The previous release ignores the new table,
-- and joins refunds with their payments, so that it does not see refunds in cash. Refunds that exist get no lines: which
-- units a partial refund was about is not known. Those of returns have theirs in return_lines.

alter table refunds
  alter column payment_id drop not null,
  -- Of an order paid in cash.
  add column order_id uuid,
  -- The part of amount_minor that is for shipping.
  add column shipping_minor bigint not null default 0;
-- The rows that exist satisfy all of them.
alter table refunds
  add constraint refunds_order_id_fkey foreign key (order_id) references orders not valid,
  add constraint refunds_of_payment_or_order check ((payment_id is null) <> (order_id is null)) not valid,
  add constraint refunds_in_cash check (method <> 'provider' or payment_id is not null) not valid,
  add constraint refunds_shipping check (shipping_minor between 0 and amount_minor) not valid;

-- The units that a refund names.
create table refund_lines (
  refund_id     uuid not null references refunds on delete cascade,
  order_line_id uuid not null references order_lines on delete cascade,
  -- Those of the line, for the data integrity checks.
  order_id      uuid not null,
  variant_id    uuid not null references variants,
  quantity      integer not null check (quantity > 0),
  -- Not shipped, and not to be shipped any more.
  unshipped     integer not null check (unshipped between 0 and quantity),
  -- They are no longer in stock.sold, although the reservation of their checkout keeps its quantity.
  restocked     integer not null check (restocked >= 0),
  written_off   integer not null check (written_off >= 0),
  -- What was paid for these units, in the charged currency, also if staff have refunded another amount.
  amount_minor  bigint not null check (amount_minor >= 0),
  -- The order was cancelled since: its status decides about all of its units.
  superseded    boolean not null default false,
  primary key (refund_id, order_line_id),
  constraint refund_lines_stock check (restocked + written_off <= quantity)
);
create index refund_lines_of_line on refund_lines (order_line_id);
create index refund_lines_of_order on refund_lines (order_id);
create index refund_lines_of_variant on refund_lines (variant_id) where not superseded;
create trigger invariant_change after insert or update or delete on refund_lines
  for each row execute function record_invariant_change('order', 'order_id');
create trigger invariant_variant_change after insert or update or delete on refund_lines
  for each row execute function record_invariant_change('variant', 'variant_id');

-- Refunds never exceed their payment, or the charge of an order paid in cash. The lock on the row of either ensures this for
-- concurrent refunds.
create or replace function refunds_within_payment() returns trigger language plpgsql as $$
declare paid bigint;
begin
  if new.payment_id is null then
    select charge_minor into paid from orders where id = new.order_id for no key update;
  else
    select amount_minor into paid from payments where id = new.payment_id for update;
  end if;
  if (select coalesce(sum(amount_minor), 0) from refunds
       where (payment_id = new.payment_id or order_id = new.order_id) and status <> 'failed') > paid then
    raise exception 'refunds of payment % exceed it', coalesce(new.payment_id, new.order_id)
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return null;
end $$;

create or replace function record_refunded_order() returns trigger language plpgsql as $$
begin
  insert into order_changes (order_id)
  select order_id from (select new.order_id union all select order_id from payments where id = new.payment_id) refunded
   where order_id is not null;
  return null;
end $$;

create trigger invariant_order_change after insert or update or delete on refunds
  for each row execute function record_invariant_change('order', 'order_id');

-- The invoice of an order that was refused at the door is credited without a refund: nothing was paid.
alter table invoices drop constraint invoices_refund;
alter table invoices add constraint invoices_refund check (kind = 'credit_note' or refund_id is null) not valid;
