-- Exactly one row. Rates are in basis points (800 = 8%), money is in cents.
create table store_settings (
  id                       boolean primary key default true check (id),
  tax_bp                   integer not null default 800 check (tax_bp between 0 and 10000),
  standard_shipping_cents  bigint not null default 999 check (standard_shipping_cents >= 0),
  express_shipping_cents   bigint not null default 1299 check (express_shipping_cents >= 0),
  free_shipping_over_cents bigint check (free_shipping_over_cents > 0),
  -- The currency in which customers are charged, and the exchange rate: its units per US dollar.
  payment_currency         text not null default 'INR' check (payment_currency ~ '^[A-Z]{3}$'),
  payment_rate             numeric(18, 8) not null default 1 check (payment_rate > 0),
  reviews_need_approval    boolean not null default true,
  admins_need_two_factor   boolean not null default false,
  -- Units: a variant with this many available, or fewer, is low in stock.
  low_stock_threshold      integer not null default 5 check (low_stock_threshold >= 0),
  -- How many units one customer, and one delivery address, may have reserved or unpaid: of one variant, and in total.
  units_per_variant_limit  integer not null default 10 check (units_per_variant_limit > 0),
  units_limit              integer not null default 50 check (units_limit > 0),
  -- Per customer.
  open_checkouts_limit     integer not null default 2 check (open_checkouts_limit > 0),
  unpaid_orders_limit      integer not null default 3 check (unpaid_orders_limit > 0),
  version                  integer not null default 1,
  updated_at               timestamptz not null default now()
);
create trigger store_settings_touch before update on store_settings for each row execute function touch_updated_at();

insert into store_settings default values;
