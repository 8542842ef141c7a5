-- One row: what the owner can set. Rates are in basis points (800 = 8 %), money in cents.
create table store_settings (
  id                       boolean primary key default true check (id),
  tax_bp                   integer not null default 800 check (tax_bp between 0 and 10000),
  standard_shipping_cents  bigint not null default 999 check (standard_shipping_cents >= 0),
  express_shipping_cents   bigint not null default 1299 check (express_shipping_cents >= 0),
  free_shipping_over_cents bigint check (free_shipping_over_cents > 0),
  payment_currency         text not null default 'INR' check (payment_currency ~ '^[A-Z]{3}$'),
  payment_rate             numeric(18, 8) not null default 1 check (payment_rate > 0),
  reviews_need_approval    boolean not null default true,
  admins_need_two_factor   boolean not null default false,
  low_stock_at             integer not null default 5 check (low_stock_at >= 0),
  version                  integer not null default 1,
  updated_at               timestamptz not null default now()
);
create trigger store_settings_touch before update on store_settings for each row execute function touch_updated_at();
insert into store_settings default values;

create table promo_codes (
  id             uuid primary key default uuid_v7(),
  code           text not null unique check (code = upper(btrim(code)) and length(code) between 1 and 40),
  title          text not null default '',
  description    text not null default '',
  percent_bp     integer not null check (percent_bp between 1 and 10000),
  active         boolean not null default true,
  starts_at      timestamptz,
  ends_at        timestamptz check (ends_at > starts_at),
  usage_limit    bigint check (usage_limit >= 0),
  per_user_limit bigint check (per_user_limit >= 0),
  used           bigint not null default 0 check (used >= 0),
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  constraint promo_codes_within_limit check (used <= usage_limit)
);
create trigger promo_codes_touch before update on promo_codes for each row execute function touch_updated_at();
insert into promo_codes (code, title, percent_bp) values
  ('CRYSTAL10', '10% off your order', 1000),
  ('CRYSTAL20', '20% off your order', 2000),
  ('WELCOME15', '15% off to welcome you', 1500);
