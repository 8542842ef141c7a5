-- Units received in exchange can be returned, and kept delivery promises are counted. The previous release ignores all of
-- it.

-- From then on the units of the exchange can be returned.
alter table returns add column exchange_delivered_at timestamptz;

-- The line whose exchange comes back; null: the item comes back as it was ordered.
alter table return_lines add column exchange_line_id uuid references return_lines on delete cascade;
create index return_lines_of_exchange_line on return_lines (exchange_line_id) where exchange_line_id is not null;
-- A return can have units of an item as ordered, and units that were exchanged for it.
alter table return_lines
  drop constraint return_lines_return_id_order_line_id_key,
  add constraint return_lines_item unique nulls not distinct (return_id, order_line_id, exchange_line_id);

-- Of 'promise', per day: orders are those promised for this day at the latest, units those that kept it. The rows that
-- exist satisfied the narrower check, so that the table is not scanned.
alter table sales drop constraint sales_subject_check;
alter table sales add constraint sales_subject_check check (subject in (
  'all', 'category', 'product', 'payment_method', 'discount_code', 'customer', 'refund', 'refunded_product', 'promise'))
  not valid;
-- What each order contributes to it, on its last promised day.
alter table counted_orders
  add column promises smallint not null default 0,
  add column kept_promises smallint not null default 0;
