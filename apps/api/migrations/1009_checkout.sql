-- The same for one address however it is typed: case, punctuation, spaces and the split between the two lines do not
-- count, nor do spaces in the postal code.
create function address_key(address jsonb) returns text language sql immutable parallel safe as $$
  select md5(
    btrim(regexp_replace(
      lower(normalize(
        coalesce(address ->> 'line1', '') || ' ' || coalesce(address ->> 'line2', '') || ' '
          || coalesce(address ->> 'city', '') || ' ' || coalesce(address ->> 'country', ''), NFKC)),
      '[[:space:][:punct:]]+', ' ', 'g'))
    || '|'
    || regexp_replace(lower(normalize(coalesce(address ->> 'postalCode', ''), NFKC)), '[[:space:][:punct:]]+', '', 'g'))
$$;

create table checkouts (
  id                     uuid primary key default uuid_v7(),
  user_id                uuid not null references users,
  cart_id                uuid references carts on delete set null,
  cart_version           integer not null,
  status                 text not null default 'open' check (status in ('open', 'completed', 'expired', 'cancelled')),
  payment_method         text not null check (payment_method in ('card', 'upi', 'wallet', 'netbanking', 'cod')),
  address_id             uuid,
  shipping_address       jsonb not null,
  shipping_method        text not null check (shipping_method in ('standard', 'express')),
  promise                jsonb,
  gift                   jsonb,
  discount_code_id       uuid references discount_codes,
  discount_code          text,
  discount_bp            integer not null default 0 check (discount_bp between 0 and 10000),
  tax_bp                 integer not null check (tax_bp between 0 and 10000),
  subtotal_cents         bigint not null check (subtotal_cents > 0),
  tax_cents              bigint not null,
  shipping_cents         bigint not null check (shipping_cents >= 0),
  discount_cents         bigint not null,
  total_cents            bigint not null check (total_cents >= 0),
  charge_minor           bigint not null check (charge_minor >= 0),
  charge_currency        text not null check (charge_currency ~ '^[A-Z]{3}$'),
  charge_rate            numeric(18, 8) not null check (charge_rate > 0),
  provider_order_id      text unique,
  provider_checked_until timestamptz,
  continued_by           uuid,
  expires_at             timestamptz not null,
  extended               boolean not null default false,
  reconcile_at           timestamptz,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now(),
  foreign key (user_id, address_id) references addresses (user_id, id) on delete set null (address_id),
  constraint checkouts_tax check (tax_cents = (subtotal_cents * tax_bp + 5000) / 10000),
  constraint checkouts_discount check (discount_cents = (subtotal_cents * discount_bp + 5000) / 10000),
  constraint checkouts_total check (total_cents = subtotal_cents + tax_cents + shipping_cents - discount_cents),
  constraint checkouts_discount_code check ((discount_code_id is null) = (discount_bp = 0)),
  constraint checkouts_gift check (
    gift is null or (length(gift ->> 'recipient') between 1 and 100 and length(gift ->> 'message') <= 300))
);
comment on table checkouts is
  'checkout. A priced order with reserved stock that is not placed yet. Its money columns become those of the '
  'order.';
comment on column checkouts.cart_version is 'Of the cart that was priced.';
comment on column checkouts.shipping_address is 'A copy of the address.';
comment on column checkouts.promise is
  'The dates of arrival that the customer agreed to when the checkout was started; the order keeps them. Null: '
  'started before this column existed.';
comment on column checkouts.gift is 'Recipient and message of a gift. Null: no gift.';
comment on column checkouts.discount_code is 'The text of the code.';
comment on column checkouts.charge_minor is 'What is charged, in the smallest unit of charge_currency.';
comment on column checkouts.charge_rate is 'Units of charge_currency per US dollar.';
comment on column checkouts.provider_checked_until is
  'Until this time only one process may request an order from the provider. In the past: it was requested, and the '
  'provider may have created it.';
comment on column checkouts.continued_by is
  'The checkout that replaced this one and took its order at the provider along: a payment in the older window pays '
  'it.';
comment on column checkouts.extended is 'Whether expires_at was moved while the customer paid.';
comment on column checkouts.reconcile_at is 'When to ask the provider next whether a payment was made after all.';
create index checkouts_of_user on checkouts (user_id, id desc);
-- Without it, deleting an old guest cart would scan all checkouts.
create index checkouts_of_cart on checkouts (cart_id) where cart_id is not null;
-- Two tabs that pay for one cart: the second one finds the checkout of the first.
create unique index checkouts_one_per_cart_version on checkouts (cart_id, cart_version)
  where status in ('open', 'completed');
create index checkouts_to_reconcile on checkouts (reconcile_at) where reconcile_at is not null;
-- The indexes of open checkouts stay small, however much was sold.
create index checkouts_open on checkouts (expires_at) where status = 'open';
-- Every cart read counts the units reserved by its own open checkouts as available.
create index checkouts_open_of_cart on checkouts (cart_id) where status = 'open';
-- The limits in store_settings, per customer and per delivery address.
create index checkouts_open_of_user on checkouts (user_id) where status = 'open';
create index checkouts_open_by_address on checkouts (address_key(shipping_address)) where status = 'open';
-- A customer's checkouts that expired within the last hour, whether or not their stock was released yet.
create index checkouts_expired_of_user on checkouts (user_id, expires_at) where status in ('open', 'expired');
create trigger checkouts_touch before update on checkouts for each row execute function touch_updated_at();
create trigger invariant_change after insert or update or delete on checkouts
  for each row execute function record_invariant_change('checkout', 'id');

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
comment on table checkout_lines is 'checkout. What is bought, with the name and price that the customer agreed to.';
comment on column checkout_lines.name is 'A copy, as are option_values and image.';
create trigger invariant_change after insert or update or delete on checkout_lines
  for each row execute function record_invariant_change('checkout', 'checkout_id');

create table discount_redemptions (
  id               uuid primary key default uuid_v7(),
  discount_code_id uuid not null references discount_codes,
  user_id          uuid not null references users,
  checkout_id      uuid not null unique references checkouts,
  joined           boolean not null default false,
  released_at      timestamptz,
  created_at       timestamptz not null default now()
);
comment on table discount_redemptions is 'discounts. Uses of a discount code. Here for its foreign key.';
comment on column discount_redemptions.joined is
  'Redeemed as a guest, and joined to an account later, which may have redeemed the code itself before.';
comment on column discount_redemptions.released_at is
  'When the checkout expired or the order was cancelled: the code can be used again.';
create index discount_redemptions_active on discount_redemptions (discount_code_id, user_id) where released_at is null;
create trigger invariant_change after insert or update or delete on discount_redemptions
  for each row execute function record_invariant_change('checkout', 'checkout_id');
create trigger invariant_code_change after insert or update or delete on discount_redemptions
  for each row execute function record_invariant_change('code', 'discount_code_id');
