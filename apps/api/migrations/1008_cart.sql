create table carts (
  id               uuid primary key default uuid_v7(),
  user_id          uuid unique references users on delete cascade,
  guest_token_hash bytea unique check (length(guest_token_hash) = 32),
  discount_code_id uuid references discount_codes on delete set null,
  shipping_method  text not null default 'standard' check (shipping_method in ('standard', 'express')),
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint carts_have_one_owner check (num_nonnulls(user_id, guest_token_hash) = 1)
);
comment on table carts is
  'cart. A customer''s cart belongs to the account, a guest''s to a cookie of which only the hash is stored.';
comment on column carts.version is 'Increases with each change: a checkout names the version that it has priced.';
create index carts_guest_age on carts (updated_at) where user_id is null;
create trigger carts_touch before update on carts for each row execute function touch_updated_at();

create table cart_lines (
  id                     uuid primary key default uuid_v7(),
  cart_id                uuid not null references carts on delete cascade,
  variant_id             uuid not null references variants on delete cascade,
  quantity               integer not null check (quantity between 1 and 9999),
  last_shown_price_cents bigint not null check (last_shown_price_cents > 0),
  created_at             timestamptz not null default now(),
  unique (cart_id, variant_id)
);
comment on table cart_lines is 'cart. Variants in a cart.';
comment on column cart_lines.last_shown_price_cents is
  'The customer is notified when the price has changed since it was last shown.';
-- For the foreign key.
create index cart_lines_of_variant on cart_lines (variant_id);

create table wishlist_items (
  id         uuid primary key default uuid_v7(),
  user_id    uuid not null references users on delete cascade,
  product_id uuid not null references products on delete cascade,
  created_at timestamptz not null default now(),
  unique (user_id, product_id)
);
comment on table wishlist_items is 'cart. Products that a customer has saved.';
-- For the foreign key.
create index wishlist_items_of_product on wishlist_items (product_id);
