-- A piece counts for the category it was sold in: what an old order was does not change when a product moves. No
-- foreign key, or every order would lock the row of its category.
alter table order_lines add column category_id uuid;
update order_lines l set category_id = p.category_id from products p where p.id = l.product_id;
create function note_sold_category() returns trigger language plpgsql as $$
begin
  new.category_id := (select category_id from products where id = new.product_id);
  return new;
end $$;
create trigger order_lines_note_category before insert on order_lines
  for each row when (new.category_id is null) execute function note_sold_category();

-- What was sold, kept ready: 'all' by day, the others by month and year, so that the leaders of either are the first
-- rows of an index. Orders that are not cancelled count, on the day (UTC) they were placed. Cents are what was paid
-- less what was given back; of categories and products, what their pieces cost.
create table sales (
  subject text not null check (subject in ('all', 'category', 'product', 'method', 'promo')),
  grain   text not null check (grain in ('day', 'month', 'year')),
  start   date not null,
  key     text not null,
  orders  bigint not null,
  units   bigint not null,
  cents   bigint not null,
  primary key (subject, grain, start, key)
);
create index sales_leaders on sales (subject, grain, start, cents desc, key);

-- What of each order stands in the table above: so much is taken away again when the order changes.
create table counted_orders (
  order_id uuid primary key,
  orders   smallint not null,
  cents    bigint not null
);

-- Orders to be counted anew. Rows are only ever added, so that nobody who orders waits for anybody; the worker takes
-- them together with the figures they change, all of it or nothing.
create table order_changes (
  id       bigserial primary key,
  order_id uuid not null
);

create function note_changed_order() returns trigger language plpgsql as $$
begin
  insert into order_changes (order_id) values (new.id);
  return null;
end $$;
create trigger orders_note_placed after insert on orders for each row execute function note_changed_order();
create trigger orders_note_moved after update of status on orders
  for each row when (old.status is distinct from new.status) execute function note_changed_order();

create function note_refunded_order() returns trigger language plpgsql as $$
begin
  insert into order_changes (order_id) select order_id from payments where id = new.payment_id and order_id is not null;
  return null;
end $$;
create trigger refunds_note_asked after insert on refunds for each row execute function note_refunded_order();
create trigger refunds_note_changed after update of status on refunds
  for each row when (old.status is distinct from new.status) execute function note_refunded_order();

create function note_paid_order() returns trigger language plpgsql as $$
begin
  insert into order_changes (order_id) values (new.order_id);
  return null;
end $$;
create trigger payments_note_order after update of order_id on payments
  for each row when (new.order_id is not null and old.order_id is distinct from new.order_id)
  execute function note_paid_order();

insert into order_changes (order_id) select id from orders;
