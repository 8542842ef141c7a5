create table store_settings (
  id                        boolean primary key default true check (id),
  store_name                text not null default 'Crystalline'
                              check (length(store_name) between 1 and 60 and store_name !~ '[[:cntrl:]]'),
  logo                      text check (logo like '/media/%' and length(logo) <= 300),
  contact_email             text check (contact_email = lower(contact_email) and length(contact_email) <= 320),
  contact_phone             text not null default '' check (length(contact_phone) <= 40),
  legal_name                text not null default '' check (length(legal_name) <= 200),
  address_line1             text not null default '' check (length(address_line1) <= 200),
  address_line2             text not null default '' check (length(address_line2) <= 200),
  city                      text not null default '' check (length(city) <= 100),
  region                    text not null default '' check (length(region) <= 100),
  postal_code               text not null default '' check (length(postal_code) <= 20),
  country                   text not null default '' check (length(country) <= 100),
  tax_number                text not null default '' check (length(tax_number) <= 50),
  registration_number       text not null default '' check (length(registration_number) <= 50),
  time_zone                 text not null default 'UTC' check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'),
  tax_bp                    integer not null default 800 check (tax_bp between 0 and 10000),
  standard_shipping_cents   bigint not null default 999 check (standard_shipping_cents >= 0),
  express_shipping_cents    bigint not null default 1299 check (express_shipping_cents >= 0),
  free_shipping_over_cents  bigint check (free_shipping_over_cents > 0),
  delivery                  jsonb not null default
    '{"cutOff": "14:00", "packingDays": 1, "workingDays": [1, 2, 3, 4, 5], "holidays": [],
    "zones": [
      {"countries": ["United States"], "standard": {"min": 3, "max": 5}, "express": {"min": 1, "max": 2}},
      {"countries": ["Canada"], "standard": {"min": 5, "max": 8}, "express": {"min": 2, "max": 4}},
      {"countries": ["United Kingdom"], "standard": {"min": 5, "max": 9}, "express": {"min": 2, "max": 4}},
      {"countries": ["Australia", "India"], "standard": {"min": 7, "max": 12}, "express": {"min": 3, "max": 5}}],
    "elsewhere": {"standard": {"min": 10, "max": 15}, "express": {"min": 4, "max": 7}}}',
  payment_currency          text not null default 'INR' check (payment_currency ~ '^[A-Z]{3}$'),
  payment_rate              numeric(18, 8) not null default 1 check (payment_rate > 0),
  payment_rate_status       text not null default 'unconfirmed'
                              check (payment_rate_status in ('unconfirmed', 'assumed', 'confirmed')),
  reviews_need_approval     boolean not null default true,
  admins_need_two_factor    boolean not null default false,
  low_stock_threshold       integer not null default 5 check (low_stock_threshold >= 0),
  units_per_variant_limit   integer not null default 10 check (units_per_variant_limit > 0),
  units_limit               integer not null default 50 check (units_limit > 0),
  client_units_limit        integer not null default 50 check (client_units_limit > 0),
  open_checkouts_limit      integer not null default 2 check (open_checkouts_limit > 0),
  unpaid_orders_limit       integer not null default 3 check (unpaid_orders_limit > 0),
  return_days               integer not null default 30 check (return_days between 0 and 365),
  return_hold_days          integer not null default 14 check (return_hold_days between 1 and 90),
  unreturnable_category_ids uuid[] not null default '{}',
  earlier_return_days       integer not null default 30,
  earlier_unreturnable_category_ids uuid[] not null default '{}',
  invoice_prefix            text not null default 'INV' check (invoice_prefix ~ '^[A-Z0-9]{1,8}$'),
  credit_note_prefix        text not null default 'CN' check (credit_note_prefix ~ '^[A-Z0-9]{1,8}$'),
  hsn_code                  text not null default '' check (hsn_code ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})?$'),
  version                   integer not null default 1,
  updated_at                timestamptz not null default now()
);
comment on table store_settings is
  'settings. What the owner has set. Exactly one row. Money is in cents of a US dollar.';
comment on column store_settings.logo is 'URL of an uploaded image. Null: the mark of the design.';
comment on column store_settings.contact_email is
  'This column and the next ten say who the seller is. Texts are '''' until an owner enters them.';
comment on column store_settings.tax_number is 'For example GSTIN or VAT ID.';
comment on column store_settings.time_zone is 'IANA name.';
comment on column store_settings.tax_bp is 'Basis points: 800 = 8%.';
comment on column store_settings.free_shipping_over_cents is 'Null: never free.';
comment on column store_settings.delivery is
  'Cut-off time, packing, working days, holidays, and the transit times of each zone and shipping method; the '
  'default is DEFAULT_DELIVERY of the contracts.';
comment on column store_settings.payment_currency is 'The currency in which customers are charged.';
comment on column store_settings.payment_rate is 'The exchange rate: units of payment_currency per US dollar.';
comment on column store_settings.payment_rate_status is
  'Whether an owner has set or confirmed the exchange rate: until then the store takes no online payment in another '
  'currency than that of its prices. assumed: it takes them, and an owner is asked.';
comment on column store_settings.low_stock_threshold is
  'Units: a variant with this many available, or fewer, is low in stock.';
comment on column store_settings.units_per_variant_limit is
  'How many units of one variant one customer, and one delivery address, may have reserved or unpaid.';
comment on column store_settings.units_limit is 'The same of all variants in total.';
comment on column store_settings.client_units_limit is
  'Units that customers without a confirmed email address may hold in open checkouts, together, for each client.';
comment on column store_settings.open_checkouts_limit is 'Per customer.';
comment on column store_settings.unpaid_orders_limit is 'Per customer.';
comment on column store_settings.return_days is 'Days after the delivery; 0: no returns.';
comment on column store_settings.return_hold_days is
  'How long a customer may take to send the items, and how long the units of an exchange are reserved.';
comment on column store_settings.unreturnable_category_ids is 'Products of these categories cannot be returned.';
comment on column store_settings.earlier_return_days is
  'For orders without return_days of their own: return_days when orders began to keep them.';
comment on column store_settings.earlier_unreturnable_category_ids is 'The same of unreturnable_category_ids.';
comment on column store_settings.invoice_prefix is 'The numbers of invoices are {prefix}-{year}-{sequence}.';
comment on column store_settings.hsn_code is
  'Tariff code of the products, on invoices of sellers in India. Empty: not given.';
comment on column store_settings.version is 'Optimistic concurrency.';
create trigger store_settings_touch before update on store_settings for each row execute function touch_updated_at();

insert into store_settings default values;

-- UTC if the database does not have the zone: its names can differ from those that the settings accept.
create function store_time_zone() returns text language plpgsql stable as $$
declare
  zone text := coalesce((select time_zone from store_settings), 'UTC');
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;
