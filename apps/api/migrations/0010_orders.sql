create table orders (
  id               uuid primary key default uuid_v7(),
  number           text not null generated always as (right(id::text, 8)) stored,
  checkout_id      uuid not null unique references checkouts,
  user_id          uuid not null references users,
  email            text not null,
  status           text not null default 'pending'
                     check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  payment_method   text not null check (payment_method in ('card', 'upi', 'wallet', 'netbanking', 'cod')),
  payment_status   text not null check (payment_status in ('pending', 'paid', 'refunded')),
  address_id       uuid,
  shipping_address jsonb not null,
  shipping_method  text not null check (shipping_method in ('standard', 'express')),
  discount_code_id uuid references discount_codes,
  discount_code    text,
  discount_bp      integer not null default 0 check (discount_bp between 0 and 10000),
  tax_bp           integer not null check (tax_bp between 0 and 10000),
  subtotal_cents   bigint not null check (subtotal_cents > 0),
  tax_cents        bigint not null,
  shipping_cents   bigint not null check (shipping_cents >= 0),
  discount_cents   bigint not null,
  total_cents      bigint not null check (total_cents >= 0),
  charge_minor     bigint not null check (charge_minor >= 0),
  charge_currency  text not null check (charge_currency ~ '^[A-Z]{3}$'),
  charge_rate      numeric(18, 8) not null check (charge_rate > 0),
  tracking_number  text check (tracking_number ~ '^TRK[0-9]{8}$'),
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  foreign key (user_id, address_id) references addresses (user_id, id) on delete set null (address_id),
  constraint orders_tax check (tax_cents = (subtotal_cents * tax_bp + 5000) / 10000),
  constraint orders_discount check (discount_cents = (subtotal_cents * discount_bp + 5000) / 10000),
  constraint orders_total check (total_cents = subtotal_cents + tax_cents + shipping_cents - discount_cents),
  constraint orders_discount_code check ((discount_code_id is null) = (discount_bp = 0)),
  constraint orders_shipped_are_tracked check (status <> 'shipped' or tracking_number is not null)
);
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
create trigger orders_touch before update on orders for each row execute function touch_updated_at();

create table order_lines (
  id               uuid primary key default uuid_v7(),
  order_id         uuid not null references orders on delete cascade,
  variant_id       uuid not null,
  product_id       uuid not null,
  -- The category at the time of the order: reports on old orders do not change when a product gets another category. No
  -- foreign key, which would lock the category's row for every order.
  category_id      uuid,
  name             text not null,
  option_values    jsonb not null default '{}',
  image            text,
  unit_price_cents bigint not null check (unit_price_cents > 0),
  quantity         integer not null check (quantity > 0),
  unique (order_id, variant_id),
  foreign key (product_id, variant_id) references variants (product_id, id)
);
create index order_lines_of_product on order_lines (product_id);

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
-- Some days after the delivery, customers are invited to write a review.
create index order_status_history_deliveries on order_status_history (created_at) where to_status = 'delivered';

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

create table order_notes (
  id             uuid primary key default uuid_v7(),
  order_id       uuid not null references orders on delete cascade,
  author_user_id uuid references users,
  body           text not null check (length(body) between 1 and 5000),
  created_at     timestamptz not null default now()
);
create index order_notes_of_order on order_notes (order_id, id);

-- Bulk status updates. The worker updates the orders one by one; items still pending after a crash are resumed.
create table order_batches (
  id          uuid primary key default uuid_v7(),
  created_by  uuid references users on delete set null,
  request_id  text,
  created_at  timestamptz not null default now(),
  finished_at timestamptz
);

create table order_batch_items (
  batch_id  uuid not null references order_batches on delete cascade,
  order_id  uuid not null references orders on delete cascade,
  to_status text not null check (to_status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  status    text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  error     text,
  primary key (batch_id, order_id)
);
-- The next item: a part of the primary key that shrinks as the batch proceeds.
create index order_batch_items_pending on order_batch_items (batch_id) where status = 'pending';
-- For the foreign key.
create index order_batch_items_of_order on order_batch_items (order_id);
