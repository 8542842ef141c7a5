create table sales (
  subject          text not null
                     check (subject in ('all', 'category', 'product', 'payment_method', 'discount_code', 'customer',
                                        'refund', 'refunded_product', 'promise')),
  grain            text not null check (grain in ('day', 'month', 'year')),
  start            date not null,
  key              text not null,
  orders           bigint not null,
  units            bigint not null,
  cents            bigint not null,
  unpaid_cents     bigint not null default 0,
  returning_orders bigint not null default 0,
  primary key (subject, grain, start, key)
);
comment on table sales is
  'analytics. Sales metrics by the day of the store''s time zone: all, refund and promise per day, the other '
  'subjects per day, month and year, so that the top rows of each are the first of an index. Orders that are not '
  'cancelled count, on the day they were placed.';
comment on column sales.subject is
  'What is counted: all orders, those of a category and so on. promise: kept delivery promises.';
comment on column sales.start is 'The first day of the period.';
comment on column sales.key is
  'What is counted: the id of a category, product or customer, a payment method, the text of a code; empty where '
  'the subject has one row for each period.';
comment on column sales.orders is
  'Of refund and refunded_product the number of refunds; of promise the orders that were promised for this day at '
  'the latest.';
comment on column sales.units is 'Of promise the orders that kept it.';
comment on column sales.cents is 'Order totals less refunds; of categories and products the prices of the units sold.';
comment on column sales.unpaid_cents is
  'The part of cents that is not paid yet: cash on delivery orders until they are delivered. Stored here so that no '
  'page sums up orders.';
comment on column sales.returning_orders is 'Of all: orders of customers who had ordered before.';
create index sales_top on sales (subject, grain, start, cents desc, key);

create table counted_orders (
  order_id         uuid primary key,
  day              date,
  orders           smallint not null,
  cents            bigint not null,
  unpaid_cents     bigint not null default 0,
  returning_orders smallint not null default 0,
  promises         smallint not null default 0,
  kept_promises    smallint not null default 0
);
comment on table counted_orders is
  'analytics. What each order contributes to sales: subtracted when the order changes.';
comment on column counted_orders.day is
  'The day on which it was counted: if that differs from its day now, it moves. Null: counted by an earlier '
  'release, on its day in UTC, and without rows per day of the other subjects.';
comment on column counted_orders.promises is
  'What it contributes to promise, on its last promised day, as kept_promises.';

create table counted_refunds (
  refund_id uuid primary key,
  day       date not null,
  refunds   smallint not null,
  cents     bigint not null
);
comment on table counted_refunds is 'analytics. What each refund contributes to sales.';

create table sales_recounts (
  one    boolean primary key default true check (one),
  before uuid not null,
  until  uuid not null
);
comment on table sales_recounts is
  'analytics. Orders that the worker counts again in batches, newest first: ids from `until` up to but not '
  'including `before`. At most one row, none if nothing is left.';

create table order_changes (
  id       bigserial primary key,
  order_id uuid not null
);
comment on table order_changes is
  'analytics. Orders to recount. Rows are only inserted, so that no order waits for another one; the worker deletes '
  'them in the transaction that updates the metrics.';

create function record_order_change() returns trigger language plpgsql as $$
begin
  insert into order_changes (order_id) values (new.id);
  return null;
end $$;
create trigger orders_record_placed after insert on orders for each row execute function record_order_change();
create trigger orders_record_status_change after update of status, payment_status on orders
  for each row when ((old.status, old.payment_status) is distinct from (new.status, new.payment_status))
  execute function record_order_change();

create function record_refunded_order() returns trigger language plpgsql as $$
begin
  insert into order_changes (order_id)
  select order_id from (select new.order_id union all select order_id from payments where id = new.payment_id) refunded
   where order_id is not null;
  return null;
end $$;
create trigger refunds_record_requested after insert on refunds for each row execute function record_refunded_order();
create trigger refunds_record_changed after update of status on refunds
  for each row when (old.status is distinct from new.status) execute function record_refunded_order();

create function record_paid_order() returns trigger language plpgsql as $$
begin
  insert into order_changes (order_id) values (new.order_id);
  return null;
end $$;
create trigger payments_record_order after update of order_id on payments
  for each row when (new.order_id is not null and old.order_id is distinct from new.order_id)
  execute function record_paid_order();

create table daily_counts (
  metric text not null check (metric in ('visits', 'products', 'carts', 'checkouts', 'customers')),
  day    date not null,
  count  bigint not null,
  primary key (metric, day)
);
comment on table daily_counts is
  'analytics. The conversion funnel and new customers, per day. Counts only, no personal data.';
comment on column daily_counts.metric is
  'The step of the funnel: visits, product views, carts, checkouts; or new customers.';

create table zero_result_searches (
  month date not null,
  query text not null check (length(query) between 1 and 80),
  count bigint not null,
  primary key (month, query)
);
comment on table zero_result_searches is 'analytics. Search queries without results, per month.';
comment on column zero_result_searches.month is 'Its first day.';
create index zero_result_searches_top on zero_result_searches (month, count desc, query);

create table search_demand (
  day          date not null,
  query        text not null check (length(query) between 1 and 80),
  searches     integer not null default 0 check (searches >= 0),
  zero_results integer not null default 0 check (zero_results >= 0),
  clicks       integer not null default 0 check (clicks >= 0),
  primary key (day, query)
);
comment on table search_demand is
  'analytics. Searches by day of the store''s time zone. The day before yesterday and earlier ones have the most '
  'frequent queries only. Counts only, no personal data.';
comment on column search_demand.zero_results is 'The part of searches that found nothing.';
comment on column search_demand.clicks is 'Products opened from the results.';
-- What a remedy brought since.
create index search_demand_of_query on search_demand (query, day);

create table sold_out_demand (
  day     date not null,
  subject text not null check (subject in ('product', 'variant')),
  item_id uuid not null,
  count   integer not null check (count > 0),
  primary key (day, subject, item_id)
);
comment on table sold_out_demand is 'analytics. Views of sold-out products, and choices of sold-out variants, by day.';
comment on column sold_out_demand.item_id is 'No foreign key, which would lock the product''s row for every count.';

create table demand_remedies (
  id              uuid primary key default uuid_v7(),
  subject         text not null check (subject in ('search', 'product', 'variant')),
  key             text not null check (length(key) between 1 and 80),
  name            text not null,
  remedy          text not null check (remedy in ('synonym', 'product', 'restock')),
  done_at         timestamptz not null default now(),
  day             date not null,
  searches_before integer not null default 0,
  clicks_before   integer not null default 0,
  sold_before     bigint not null default 0,
  unique (subject, key)
);
comment on table demand_remedies is
  'analytics. What the owner did about a search query, a product or a variant. The figures at that moment are '
  'subtracted from later ones to see what it brought.';
comment on column demand_remedies.key is 'The search query, or the id of the product or variant.';
comment on column demand_remedies.name is 'For items that are deleted later.';
comment on column demand_remedies.day is 'The day of done_at in the store''s time zone.';
comment on column demand_remedies.searches_before is 'Of a search, on that day, as clicks_before.';
comment on column demand_remedies.sold_before is 'Of a product or variant, as stock.sold.';
create index demand_remedies_newest on demand_remedies (done_at desc, id desc);
