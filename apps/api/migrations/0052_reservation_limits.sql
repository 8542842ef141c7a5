-- no-transaction
-- How much of the stock one customer, and one delivery address, may have reserved or unpaid.
alter table store_settings
  add column if not exists units_per_variant_limit integer not null default 10 check (units_per_variant_limit > 0),
  add column if not exists units_limit integer not null default 50 check (units_limit > 0),
  add column if not exists open_checkouts_limit integer not null default 2 check (open_checkouts_limit > 0),
  add column if not exists unpaid_orders_limit integer not null default 3 check (unpaid_orders_limit > 0);

-- The same for one address however it is typed: letter case, punctuation, blanks and the break between lines do not count,
-- nor do blanks in the postal code.
create or replace function address_key(address jsonb) returns text language sql immutable parallel safe as $$
  select md5(
    btrim(regexp_replace(
      lower(normalize(
        coalesce(address ->> 'line1', '') || ' ' || coalesce(address ->> 'line2', '') || ' '
          || coalesce(address ->> 'city', '') || ' ' || coalesce(address ->> 'country', ''), NFKC)),
      '[[:space:][:punct:]]+', ' ', 'g'))
    || '|'
    || regexp_replace(lower(normalize(coalesce(address ->> 'postalCode', ''), NFKC)), '[[:space:][:punct:]]+', '', 'g'))
$$;

-- Only what is open or unpaid at the moment is in these, so they stay small whatever the shop has sold.
create index concurrently if not exists checkouts_open_of_user on checkouts (user_id) where status = 'open';
create index concurrently if not exists checkouts_open_by_address on checkouts (address_key(shipping_address))
  where status = 'open';
create index concurrently if not exists orders_unpaid_of_user on orders (user_id)
  where payment_status = 'pending' and status <> 'cancelled';
create index concurrently if not exists orders_unpaid_by_address on orders (address_key(shipping_address))
  where payment_status = 'pending' and status <> 'cancelled';

-- A customer's checkouts that expired within the last hour, released or not yet.
create index concurrently if not exists checkouts_expired_of_user on checkouts (user_id, expires_at)
  where status in ('open', 'expired');
