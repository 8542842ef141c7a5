-- How many came how far, day by day. Numbers only: nothing here tells of anybody.
create table daily_counts (
  what  text not null check (what in ('visits', 'products', 'carts', 'checkouts', 'customers')),
  day   date not null,
  count bigint not null,
  primary key (what, day)
);

-- What was looked for and not found, month by month.
create table searches_without_result (
  month date not null,
  words text not null check (length(words) between 1 and 80),
  count bigint not null,
  primary key (month, words)
);
create index searches_without_result_most on searches_without_result (month, count desc, words);

-- Accounts opened are counted from the last counted day on.
create index users_by_age on users (created_at) where role = 'customer';

-- Money we hold for which there is no order.
create index payments_captured_strays on payments (created_at) where order_id is null and status = 'captured';

-- Variants of which few are left. Kept beside the stock, whose rows are the busiest of the shop and carry no index on
-- what changes; a row comes or goes only when the number crosses the line.
create table low_stock (
  variant_id uuid primary key,
  product_id uuid not null
);

create function note_low_stock() returns trigger language plpgsql as $$
declare
  few constant bigint := (select low_stock_at from store_settings);
begin
  if tg_op <> 'INSERT' and old.available <= few and (tg_op = 'DELETE' or new.available > few) then
    delete from low_stock where variant_id = old.variant_id;
  elsif tg_op <> 'DELETE' and new.available <= few and (tg_op = 'INSERT' or old.available > few) then
    insert into low_stock (variant_id, product_id) values (new.variant_id, new.product_id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger stock_note_low_added after insert or delete on stock for each row execute function note_low_stock();
create trigger stock_note_low_changed after update of available on stock
  for each row when (old.available <> new.available) execute function note_low_stock();

-- After the owner has moved the line, or a load that spared the triggers.
create function rebuild_low_stock() returns void language sql as $$
  delete from low_stock;
  insert into low_stock (variant_id, product_id)
  select variant_id, product_id from stock where available <= (select low_stock_at from store_settings);
$$;
create function low_stock_line_moved() returns trigger language plpgsql as $$
begin
  perform rebuild_low_stock();
  return null;
end $$;
create trigger store_settings_low_stock after update of low_stock_at on store_settings
  for each row when (old.low_stock_at <> new.low_stock_at) execute function low_stock_line_moved();

select rebuild_low_stock();
