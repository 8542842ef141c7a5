-- users, sessions, accounts, verifications and two_factors carry the columns the authentication
-- library works with; everything else about a person is the shop's own.
create table users (
  id                 uuid primary key default uuid_v7(),
  name               text not null check (length(name) between 1 and 200),
  email              text not null check (email = lower(email) and length(email) <= 320),
  email_verified     boolean not null default false,
  image              text,
  phone              text check (length(phone) <= 40),
  role               text not null default 'customer' check (role ~ '^[a-z-]{1,32}$'),
  two_factor_enabled boolean not null default false,
  wants_order_emails boolean not null default true,
  wants_order_sms    boolean not null default true,
  wants_marketing    boolean not null default false,
  marketing_consent_at timestamptz,
  password_changed_at timestamptz,
  deleted_at         timestamptz,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now()
);
create unique index users_email_key on users (email);
create index users_newest on users (created_at desc, id desc);
create index users_staff on users (role) where role <> 'customer';

create table sessions (
  id         uuid primary key default uuid_v7(),
  user_id    uuid not null references users on delete cascade,
  token      text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index sessions_token_key on sessions (token);
create index sessions_of_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table accounts (
  id                       uuid primary key default uuid_v7(),
  user_id                  uuid not null references users on delete cascade,
  account_id               text not null,
  provider_id              text not null,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  password                 text,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_of_user on accounts (user_id);

create table verifications (
  id         uuid primary key default uuid_v7(),
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);
create index verifications_expiry on verifications (expires_at);

create table two_factors (
  id           uuid primary key default uuid_v7(),
  user_id      uuid not null unique references users on delete cascade,
  secret       text not null,
  backup_codes text not null,
  verified     boolean not null default true
);

create table addresses (
  id          uuid primary key default uuid_v7(),
  user_id     uuid not null references users on delete cascade,
  name        text not null check (length(name) between 1 and 200),
  line1       text not null check (length(line1) between 1 and 200),
  line2       text check (length(line2) <= 200),
  city        text not null check (length(city) between 1 and 100),
  state       text not null check (length(state) between 1 and 100),
  postal_code text not null check (length(postal_code) between 1 and 20),
  country     text not null check (country in ('United States', 'Canada', 'United Kingdom', 'Australia', 'India')),
  is_default  boolean not null default false,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
-- Orders refer to both columns, so that none can point at a stranger's address.
create unique index addresses_of_user on addresses (user_id, id);
create unique index addresses_one_default on addresses (user_id) where is_default;

create trigger users_touch before update on users for each row execute function touch_updated_at();
create trigger addresses_touch before update on addresses for each row execute function touch_updated_at();
