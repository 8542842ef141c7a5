-- Sales metrics: 'all' per day, the other subjects per month and per year, so that the top rows of either are the first
-- of an index. Orders that are not cancelled count, on the day (UTC) they were placed. Cents are order totals less
-- refunds; of categories and products, the prices of the units sold.
create table sales (
  subject      text not null check (subject in ('all', 'category', 'product', 'payment_method', 'discount_code')),
  grain        text not null check (grain in ('day', 'month', 'year')),
  start        date not null,
  key          text not null,
  orders       bigint not null,
  units        bigint not null,
  cents        bigint not null,
  -- The part of cents that is not paid yet: cash on delivery orders until they are delivered. Stored here so that no
  -- page sums up orders.
  unpaid_cents bigint not null default 0,
  primary key (subject, grain, start, key)
);
create index sales_top on sales (subject, grain, start, cents desc, key);

-- What each order contributes to sales: subtracted when the order changes.
create table counted_orders (
  order_id     uuid primary key,
  orders       smallint not null,
  cents        bigint not null,
  unpaid_cents bigint not null default 0
);

-- Orders to recount. Rows are only inserted, so that no order waits for another one; the worker deletes them in the
-- transaction that updates the metrics.
create table order_changes (
  id       bigserial primary key,
  order_id uuid not null
);

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
  insert into order_changes (order_id) select order_id from payments where id = new.payment_id and order_id is not null;
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

-- The conversion funnel and new customers, per day. Counts only, no personal data.
create table daily_counts (
  metric text not null check (metric in ('visits', 'products', 'carts', 'checkouts', 'customers')),
  day    date not null,
  count  bigint not null,
  primary key (metric, day)
);

-- Search queries without results, per month.
create table zero_result_searches (
  month date not null,
  query text not null check (length(query) between 1 and 80),
  count bigint not null,
  primary key (month, query)
);
create index zero_result_searches_top on zero_result_searches (month, count desc, query);
