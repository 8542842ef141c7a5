create table orders (
  id                 uuid primary key default uuid_v7(),
  number             text not null generated always as (right(id::text, 8)) stored,
  checkout_id        uuid not null unique references checkouts,
  user_id            uuid not null references users,
  email              text not null,
  status             text not null default 'pending'
                       check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  payment_method     text not null check (payment_method in ('card', 'upi', 'wallet', 'netbanking', 'cod')),
  payment_status     text not null check (payment_status in ('pending', 'paid', 'refunded')),
  address_id         uuid,
  shipping_address   jsonb not null,
  shipping_method    text not null check (shipping_method in ('standard', 'express')),
  promised_earliest  date,
  promised_latest    date,
  dispatch_by        date,
  gift               jsonb,
  discount_code_id   uuid references discount_codes,
  discount_code      text,
  discount_bp        integer not null default 0 check (discount_bp between 0 and 10000),
  tax_bp             integer not null check (tax_bp between 0 and 10000),
  subtotal_cents     bigint not null check (subtotal_cents > 0),
  tax_cents          bigint not null,
  shipping_cents     bigint not null check (shipping_cents >= 0),
  discount_cents     bigint not null,
  total_cents        bigint not null check (total_cents >= 0),
  charge_minor       bigint not null check (charge_minor >= 0),
  charge_currency    text not null check (charge_currency ~ '^[A-Z]{3}$'),
  charge_rate        numeric(18, 8) not null check (charge_rate > 0),
  tracking_number    text,
  return_days        integer,
  order_link_version integer not null default 0,
  gift_link_version  integer not null default 0,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  foreign key (user_id, address_id) references addresses (user_id, id) on delete set null (address_id),
  constraint orders_tax check (tax_cents = (subtotal_cents * tax_bp + 5000) / 10000),
  constraint orders_discount check (discount_cents = (subtotal_cents * discount_bp + 5000) / 10000),
  constraint orders_total check (total_cents = subtotal_cents + tax_cents + shipping_cents - discount_cents),
  constraint orders_discount_code check ((discount_code_id is null) = (discount_bp = 0)),
  constraint orders_gift check (
    gift is null or (length(gift ->> 'recipient') between 1 and 100 and length(gift ->> 'message') <= 300)),
  constraint orders_promise check (
    num_nonnulls(promised_earliest, promised_latest, dispatch_by) in (0, 3)
    and dispatch_by <= promised_earliest and promised_earliest <= promised_latest),
  constraint orders_shipped_are_tracked check (status <> 'shipped' or tracking_number is not null),
  constraint orders_tracking_number_check check (tracking_number ~ '^[A-Za-z0-9_ ./-]{1,60}$')
);
comment on table orders is
  'orders. What customers bought, with its prices, taxes and addresses as they were. Money is in cents of a US '
  'dollar, but for the charge.';
comment on column orders.number is 'What customers and staff call the order.';
comment on column orders.email is 'Of the customer, when the order was placed.';
comment on column orders.status is 'Changes only after its row in order_status_history.';
comment on column orders.shipping_address is 'A copy of the address.';
comment on column orders.promised_earliest is
  'The first day of arrival that was promised. This column and the next two are set once, when the order is placed: '
  'all three or none; orders that are older than these columns have none.';
comment on column orders.promised_latest is 'The last day of arrival that was promised.';
comment on column orders.dispatch_by is
  'The day on which the order has to ship, so that it arrives in time with the slowest transit.';
comment on column orders.gift is 'Recipient and message of a gift. Null: no gift.';
comment on column orders.discount_code is 'The text of the code.';
comment on column orders.charge_minor is 'What is charged, in the smallest unit of charge_currency.';
comment on column orders.charge_rate is 'Units of charge_currency per US dollar.';
comment on column orders.tracking_number is 'Of the newest parcel; each parcel has its own in shipments.';
comment on column orders.return_days is
  'The terms of the sale. Null: placed before this column existed; then store_settings.earlier_return_days applies.';
comment on column orders.order_link_version is
  'Links in emails are signed with this version: a higher one revokes all earlier links. 0 is not part of what is '
  'signed.';
comment on column orders.gift_link_version is 'The same for gift links.';
create index orders_of_user on orders (user_id, created_at desc, id desc);
create index orders_newest on orders (created_at desc, id desc);
-- Any combination of the two filters is at most fifteen ranges of this index, each newest first.
create index orders_by_status on orders (status, payment_status, created_at desc, id desc);
create index orders_by_number on orders (number);
create index orders_by_email on orders (email, created_at desc, id desc);
-- The limits in store_settings, per customer and per delivery address. Only orders that are unpaid now are in these, so
-- they stay small, however much was sold.
create index orders_unpaid_of_user on orders (user_id) where payment_status = 'pending' and status <> 'cancelled';
create index orders_unpaid_by_address on orders (address_key(shipping_address))
  where payment_status = 'pending' and status <> 'cancelled';
-- The filter by shipping method, combined with status and payment: up to fifteen ranges for each method, newest first. The
-- total is included so that a period can be sorted by total without reading the orders themselves.
create index orders_by_shipping
  on orders (shipping_method, status, payment_status, created_at desc, id desc) include (total_cents);
-- Sorted by total, in both directions: any combination of the three filters is up to thirty ranges of this index.
create index orders_by_total
  on orders (shipping_method, status, payment_status, total_cents, id);
-- Open orders by the day of their next step: dispatch, or arrival once shipped. Only open orders are in it, so it stays
-- small, however much was sold.
create index orders_by_due_day
  on orders ((case when status = 'shipped' then promised_latest else dispatch_by end), id)
  where status in ('pending', 'processing', 'shipped') and dispatch_by is not null;
create trigger orders_touch before update on orders for each row execute function touch_updated_at();
create trigger invariant_change after insert or update or delete on orders
  for each row execute function record_invariant_change('checkout', 'checkout_id');

create table order_lines (
  id               uuid primary key default uuid_v7(),
  order_id         uuid not null references orders on delete cascade,
  variant_id       uuid not null,
  product_id       uuid not null,
  category_id      uuid,
  name             text not null,
  option_values    jsonb not null default '{}',
  image            text,
  unit_price_cents bigint not null check (unit_price_cents > 0),
  quantity         integer not null check (quantity > 0),
  returnable       boolean,
  unique (order_id, variant_id),
  foreign key (product_id, variant_id) references variants (product_id, id)
);
comment on table order_lines is 'orders. What was bought, with name and price as they were.';
comment on column order_lines.category_id is
  'The category at the time of the order: reports on old orders do not change when a product gets another category. '
  'No foreign key, which would lock the category''s row for every order.';
comment on column order_lines.name is 'A copy, as are option_values and image.';
comment on column order_lines.returnable is
  'The terms of the sale. Null: store_settings.earlier_unreturnable_category_ids applies.';
create index order_lines_of_product on order_lines (product_id);
create trigger invariant_change after insert or update or delete on order_lines
  for each row execute function record_invariant_change('order', 'order_id');

create function set_order_line_category() returns trigger language plpgsql as $$
begin
  new.category_id := (select category_id from products where id = new.product_id);
  return new;
end $$;
create trigger order_lines_set_category before insert on order_lines
  for each row when (new.category_id is null) execute function set_order_line_category();

create table legal_transitions (
  from_status text not null,
  to_status   text not null,
  actor       text not null check (actor in ('customer', 'admin', 'system')),
  primary key (from_status, to_status, actor)
);
comment on table legal_transitions is 'orders. The changes of an order status that exist, and who may make them.';

insert into legal_transitions (from_status, to_status, actor)
select f, t, 'admin'
  from unnest(array['pending', 'processing', 'shipped', 'delivered', 'cancelled']) f,
       unnest(array['pending', 'processing', 'shipped', 'delivered', 'cancelled']) t
 where f <> t
union all values
  ('pending', 'cancelled', 'customer'), ('processing', 'cancelled', 'customer'), ('pending', 'cancelled', 'system');

create table order_status_history (
  id            uuid primary key default uuid_v7(),
  order_id      uuid not null references orders on delete cascade,
  seq           smallint not null check (seq > 0),
  from_status   text,
  to_status     text not null,
  actor         text not null check (actor in ('customer', 'admin', 'system')),
  actor_user_id uuid references users,
  created_at    timestamptz not null default now(),
  unique (order_id, seq),
  foreign key (from_status, to_status, actor) references legal_transitions,
  constraint history_begins_as_pending check ((seq = 1) = (from_status is null) and (seq > 1 or to_status = 'pending'))
);
comment on table order_status_history is
  'orders. The changes of an order, in their order: none is skipped or repeated.';
comment on column order_status_history.seq is '1, 2, 3 and so on: without gaps in an order.';
comment on column order_status_history.from_status is 'Null: the order was placed.';
-- Some days after the delivery, customers are invited to write a review.
create index order_status_history_deliveries on order_status_history (created_at) where to_status = 'delivered';
create trigger invariant_change after insert or update or delete on order_status_history
  for each row execute function record_invariant_change('order', 'order_id');

-- The status of an order changes only after the history row of the change was inserted.
create function order_status_follows_history() returns trigger language plpgsql as $$
begin
  if not exists (
    select from order_status_history h
     where h.order_id = new.id and h.from_status = old.status and h.to_status = new.status
       and h.seq = (select max(seq) from order_status_history where order_id = new.id)
  ) then
    raise exception 'order % cannot go from % to % without a history row', new.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'order_status_follows_history';
  end if;
  return new;
end $$;
create trigger orders_status_follows_history before update of status on orders
  for each row when (old.status is distinct from new.status) execute function order_status_follows_history();

create table shipments (
  id              uuid primary key default uuid_v7(),
  order_id        uuid not null references orders on delete cascade,
  number          smallint not null check (number > 0),
  carrier         text not null default '' check (length(carrier) <= 60),
  tracking_number text not null check (tracking_number ~ '^[A-Za-z0-9_ ./-]{1,60}$'),
  tracking_url    text check (tracking_url ~ '^https://' and length(tracking_url) <= 500),
  shipped_at      timestamptz not null default now(),
  created_by      uuid references users,
  unique (order_id, number)
);
comment on table shipments is
  'orders. Parcels of an order: each has some or all of its units. Orders shipped before there were parcels have '
  'none.';
comment on column shipments.number is '1, 2, 3 and so on in an order.';
create trigger invariant_change after insert or update or delete on shipments
  for each row execute function record_invariant_change('order', 'order_id');

create table shipment_items (
  shipment_id   uuid not null references shipments on delete cascade,
  order_line_id uuid not null references order_lines on delete cascade,
  quantity      integer not null check (quantity > 0),
  primary key (shipment_id, order_line_id)
);
comment on table shipment_items is 'orders. The units in a parcel.';
-- For the foreign key, and the units of a line that are shipped.
create index shipment_items_of_line on shipment_items (order_line_id);
create trigger invariant_change after insert or update or delete on shipment_items
  for each row execute function record_invariant_change('shipment', 'shipment_id');

-- Writers hold the lock of the order. The line is locked here too, so that the sum is right without it.
create function shipment_items_within_order() returns trigger language plpgsql as $$
declare
  ordered integer;
begin
  select l.quantity into ordered
    from order_lines l join shipments s on s.order_id = l.order_id
   where l.id = new.order_line_id and s.id = new.shipment_id for no key update of l;
  if ordered is null or (select sum(quantity) from shipment_items where order_line_id = new.order_line_id) > ordered then
    raise exception 'line % has fewer units to ship', new.order_line_id
      using errcode = 'check_violation', constraint = 'shipment_items_within_order';
  end if;
  return null;
end $$;
create trigger shipment_items_within_order after insert or update on shipment_items
  for each row execute function shipment_items_within_order();

create table order_notes (
  id             uuid primary key default uuid_v7(),
  order_id       uuid not null references orders on delete cascade,
  author_user_id uuid references users,
  body           text not null check (length(body) between 1 and 5000),
  created_at     timestamptz not null default now()
);
comment on table order_notes is 'orders. Notes of staff, which customers do not see.';
create index order_notes_of_order on order_notes (order_id, id);

create table order_batches (
  id              uuid primary key default uuid_v7(),
  created_by      uuid references users on delete set null,
  request_id      text,
  created_at      timestamptz not null default now(),
  finished_at     timestamptz,
  stopped_at      timestamptz,
  lost_permission boolean not null default false
);
comment on table order_batches is
  'orders. Bulk status updates. The worker updates the orders one by one; items still pending after a crash are '
  'resumed.';
comment on column order_batches.request_id is 'For the audit entries of its orders.';
comment on column order_batches.lost_permission is 'Stopped, because its starter may not do this any more.';

create table order_batch_items (
  batch_id  uuid not null references order_batches on delete cascade,
  order_id  uuid not null references orders on delete cascade,
  to_status text not null check (to_status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  status    text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  error     text,
  primary key (batch_id, order_id)
);
comment on table order_batch_items is 'orders. One order of a bulk status update.';
comment on column order_batch_items.status is 'Of this item, not of the order.';
comment on column order_batch_items.error is 'Why it failed.';
-- The next item: a part of the primary key that shrinks as the batch proceeds.
create index order_batch_items_pending on order_batch_items (batch_id) where status = 'pending';
-- For the foreign key.
create index order_batch_items_of_order on order_batch_items (order_id);
