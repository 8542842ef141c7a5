-- A customer's cart hangs on the account, a guest's on a cookie of which only the hash is kept.
create table carts (
  id               uuid primary key default uuid_v7(),
  user_id          uuid unique references users on delete cascade,
  guest_token_hash bytea unique check (length(guest_token_hash) = 32),
  promo_code_id    uuid references promo_codes on delete set null,
  shipping_method  text not null default 'standard' check (shipping_method in ('standard', 'express')),
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint carts_have_one_owner check (num_nonnulls(user_id, guest_token_hash) = 1)
);
create index carts_guest_age on carts (updated_at) where user_id is null;
create trigger carts_touch before update on carts for each row execute function touch_updated_at();

create table cart_lines (
  id               uuid primary key default uuid_v7(),
  cart_id          uuid not null references carts on delete cascade,
  variant_id       uuid not null references variants on delete cascade,
  quantity         integer not null check (quantity between 1 and 9999),
  -- The price the shopper last saw, so that a change is told and never silent.
  seen_price_cents bigint not null check (seen_price_cents > 0),
  created_at       timestamptz not null default now(),
  unique (cart_id, variant_id)
);
create index cart_lines_of_variant on cart_lines (variant_id);

create table wishlist_items (
  id         uuid primary key default uuid_v7(),
  user_id    uuid not null references users on delete cascade,
  product_id uuid not null references products on delete cascade,
  created_at timestamptz not null default now(),
  unique (user_id, product_id)
);
create index wishlist_items_of_product on wishlist_items (product_id);
