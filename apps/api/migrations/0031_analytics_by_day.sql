-- Figures of any range of days, in the time zone of the store, with refunds, returning customers and top customers. The
-- previous release ignores all of it.

-- UTC if the database does not have the zone: its names can differ from those that the settings accept.
create function store_time_zone() returns text language plpgsql stable as $$
declare
  zone text := coalesce((select time_zone from store_settings), 'UTC');
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;

-- 'all' and 'refund' per day, the other subjects per day, month and year, by the day of the store's time zone. Of 'refund'
-- and 'refunded_product', orders is the number of refunds. The key of 'customer' is the id of the user. The rows that exist
-- satisfied the narrower check, so that the table is not scanned.
alter table sales drop constraint sales_subject_check;
alter table sales add constraint sales_subject_check check (subject in (
  'all', 'category', 'product', 'payment_method', 'discount_code', 'customer', 'refund', 'refunded_product')) not valid;
-- Of 'all': orders of customers who had ordered before.
alter table sales add column returning_orders bigint not null default 0;

-- The day on which an order was counted: if that differs from its day now, it moves. Null: counted by an earlier release,
-- on its day in UTC, and without rows per day of the other subjects.
alter table counted_orders add column day date;
alter table counted_orders add column returning_orders smallint not null default 0;

-- What each refund contributes to sales.
create table counted_refunds (
  refund_id uuid primary key,
  day       date not null,
  refunds   smallint not null,
  cents     bigint not null
);

-- Orders that the worker counts again in batches, newest first: ids from `until` up to but not including `before`. At most
-- one row, none if nothing is left.
create table sales_recounts (
  one    boolean primary key default true check (one),
  before uuid not null,
  until  uuid not null
);
insert into sales_recounts (before, until)
select 'ffffffff-ffff-ffff-ffff-ffffffffffff', '00000000-0000-0000-0000-000000000000' where exists (select from orders);
