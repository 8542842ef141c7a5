-- A checkout is a priced, reserved, not yet paid order. Its money columns are the order's.
create table checkouts (
  id               uuid primary key default uuid_v7(),
  user_id          uuid not null references users,
  cart_id          uuid references carts on delete set null,
  cart_version     integer not null,
  status           text not null default 'open' check (status in ('open', 'completed', 'expired', 'cancelled')),
  payment_method   text not null check (payment_method in ('card', 'upi', 'wallet', 'netbanking', 'cod')),
  address_id       uuid,
  shipping_address jsonb not null,
  shipping_method  text not null check (shipping_method in ('standard', 'express')),
  promo_code_id    uuid references promo_codes,
  promo_code       text,
  promo_bp         integer not null default 0 check (promo_bp between 0 and 10000),
  tax_bp           integer not null check (tax_bp between 0 and 10000),
  subtotal_cents   bigint not null check (subtotal_cents > 0),
  tax_cents        bigint not null,
  shipping_cents   bigint not null check (shipping_cents >= 0),
  discount_cents   bigint not null,
  total_cents      bigint not null check (total_cents >= 0),
  charge_minor     bigint not null check (charge_minor >= 0),
  charge_currency  text not null check (charge_currency ~ '^[A-Z]{3}$'),
  charge_rate      numeric(18, 8) not null check (charge_rate > 0),
  provider_order_id text unique,
  expires_at       timestamptz not null,
  extended         boolean not null default false,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  foreign key (user_id, address_id) references addresses (user_id, id) on delete set null (address_id),
  constraint checkouts_tax check (tax_cents = (subtotal_cents * tax_bp + 5000) / 10000),
  constraint checkouts_discount check (discount_cents = (subtotal_cents * promo_bp + 5000) / 10000),
  constraint checkouts_total check (total_cents = subtotal_cents + tax_cents + shipping_cents - discount_cents),
  constraint checkouts_promo check ((promo_code_id is null) = (promo_bp = 0))
);
create index checkouts_open on checkouts (expires_at) where status = 'open';
create index checkouts_of_user on checkouts (user_id, id desc);
-- Without it, clearing away an old guest cart would read every checkout there is.
create index checkouts_of_cart on checkouts (cart_id) where cart_id is not null;
-- Two tabs paying for one cart: the second finds the cart already at the till.
create unique index checkouts_one_per_cart_version on checkouts (cart_id, cart_version) where status in ('open', 'completed');
create trigger checkouts_touch before update on checkouts for each row execute function touch_updated_at();

create table checkout_lines (
  id               uuid primary key default uuid_v7(),
  checkout_id      uuid not null references checkouts on delete cascade,
  variant_id       uuid not null,
  product_id       uuid not null,
  name             text not null,
  option_values    jsonb not null default '{}',
  image            text,
  unit_price_cents bigint not null check (unit_price_cents > 0),
  quantity         integer not null check (quantity > 0),
  unique (checkout_id, variant_id),
  foreign key (product_id, variant_id) references variants (product_id, id)
);

create table reservations (
  checkout_id uuid not null references checkouts on delete cascade,
  variant_id  uuid not null references variants,
  quantity    integer not null check (quantity > 0),
  state       text not null default 'held' check (state in ('held', 'claimed', 'released')),
  expires_at  timestamptz not null,
  created_at  timestamptz not null default now(),
  primary key (checkout_id, variant_id)
);
create index reservations_expiry on reservations (expires_at) where state = 'held';
create index reservations_of_variant on reservations (variant_id) where state <> 'released';

create table promo_redemptions (
  id            uuid primary key default uuid_v7(),
  promo_code_id uuid not null references promo_codes,
  user_id       uuid not null references users,
  checkout_id   uuid not null unique references checkouts,
  released_at   timestamptz,
  created_at    timestamptz not null default now()
);
create index promo_redemptions_in_force on promo_redemptions (promo_code_id, user_id) where released_at is null;

-- The first call with a key does the work, every further one gets its answer.
create table idempotency_keys (
  user_id      uuid not null references users on delete cascade,
  key          text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  status       smallint,
  response     jsonb,
  created_at   timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
