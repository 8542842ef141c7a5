create table stock (
  variant_id uuid primary key,
  product_id uuid not null,
  received   bigint not null default 0 check (received >= 0),
  available  bigint not null default 0 check (available >= 0),
  reserved   bigint not null default 0 check (reserved >= 0),
  sold       bigint not null default 0 check (sold >= 0),
  foreign key (product_id, variant_id) references variants (product_id, id) on delete cascade,
  constraint stock_units_are_conserved check (available + reserved + sold = received)
) with (fillfactor = 50);
comment on table stock is
  'inventory. The units of a variant, each in exactly one bucket. Separate from the variant because these are the '
  'most frequently updated rows of the store: narrow, in pages that are half empty, and without an index on a '
  'column that changes.';
comment on column stock.received is 'All units that the store has had: available + reserved + sold.';
comment on column stock.reserved is 'For open checkouts and exchanges.';
create index stock_of_product on stock (product_id);
create trigger invariant_change after insert or update or delete on stock
  for each row execute function record_invariant_change('variant', 'variant_id');

create table stock_movements (
  id            uuid primary key default uuid_v7(),
  variant_id    uuid not null references variants on delete cascade,
  delta         bigint not null check (delta <> 0),
  reason        text not null check (length(reason) between 1 and 200),
  actor_user_id uuid references users,
  created_at    timestamptz not null default now()
);
comment on table stock_movements is
  'inventory. Why stock.received changed: delivery, count, damage. Sales are in reservations.';
comment on column stock_movements.delta is 'Units added to stock.received; negative: taken away.';
-- For the foreign key.
create index stock_movements_of_variant on stock_movements (variant_id, id desc);

create table reservations (
  checkout_id       uuid not null references checkouts on delete cascade,
  variant_id        uuid not null references variants,
  quantity          integer not null check (quantity > 0),
  status            text not null default 'reserved' check (status in ('reserved', 'sold', 'released')),
  written_off       boolean not null default false,
  written_off_units integer,
  expires_at        timestamptz not null,
  created_at        timestamptz not null default now(),
  primary key (checkout_id, variant_id),
  constraint reservations_written_off_are_released check (not written_off or status = 'released'),
  constraint reservations_written_off_units check (written_off_units between 1 and quantity)
);
comment on table reservations is 'inventory. The units of a checkout: in stock.reserved, then in stock.sold.';
comment on column reservations.status is
  'reserved: until expires_at; sold: the order was placed; released: back in stock.';
comment on column reservations.written_off is
  'The order was cancelled after its units were shipped, and they were not returned: they are no longer in '
  'stock.received. If the order turns out to be shipped or delivered after all, these units are added to it again, '
  'and no others are taken from stock.';
comment on column reservations.written_off_units is
  'The units that written_off is about, if they are not all: a partially shipped order was cancelled.';
comment on column reservations.expires_at is 'Of the checkout.';
create index reservations_expiry on reservations (expires_at) where status = 'reserved';
create index reservations_of_variant on reservations (variant_id) where status <> 'released';
create trigger invariant_change after insert or update or delete on reservations
  for each row execute function record_invariant_change('checkout', 'checkout_id');
create trigger invariant_variant_change after delete or update of variant_id on reservations
  for each row execute function record_invariant_change('variant', 'variant_id');

create table low_stock (
  variant_id uuid primary key,
  product_id uuid not null
);
comment on table low_stock is
  'inventory. Variants at or below store_settings.low_stock_threshold. Separate from stock, which has no index on '
  'the columns that change; a row is inserted or deleted only when the available units cross the threshold.';
-- The stock filter of the product list: each product that is low in stock or out of stock has a row here, read in the
-- order of the list.
create index low_stock_of_product on low_stock (product_id);

create function update_low_stock() returns trigger language plpgsql as $$
declare
  few constant bigint := (select low_stock_threshold from store_settings);
begin
  if tg_op <> 'INSERT' and old.available <= few and (tg_op = 'DELETE' or new.available > few) then
    delete from low_stock where variant_id = old.variant_id;
  elsif tg_op <> 'DELETE' and new.available <= few and (tg_op = 'INSERT' or old.available > few) then
    insert into low_stock (variant_id, product_id) values (new.variant_id, new.product_id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger stock_low_stock_added after insert or delete on stock
  for each row execute function update_low_stock();
create trigger stock_low_stock_changed after update of available on stock
  for each row when (old.available <> new.available) execute function update_low_stock();

-- After the threshold was changed, or after a bulk load with triggers disabled.
create function rebuild_low_stock() returns void language sql as $$
  delete from low_stock;
  insert into low_stock (variant_id, product_id)
  select variant_id, product_id from stock where available <= (select low_stock_threshold from store_settings);
$$;

create function low_stock_threshold_changed() returns trigger language plpgsql as $$
begin
  perform rebuild_low_stock();
  return null;
end $$;
create trigger store_settings_low_stock after update of low_stock_threshold on store_settings
  for each row when (old.low_stock_threshold <> new.low_stock_threshold)
  execute function low_stock_threshold_changed();
