-- users, sessions, accounts, verifications and two_factors have the columns that the authentication library reads and
-- writes; all other columns and tables are our own.
create table users (
  id                   uuid primary key default uuid_v7(),
  name                 text not null check (length(name) between 1 and 200),
  email                text not null check (email = lower(email) and length(email) <= 320),
  email_verified       boolean not null default false,
  image                text,
  phone                text check (length(phone) <= 40),
  -- Every role but customer is staff. Their permissions are defined in packages/contracts.
  role                 text not null default 'customer'
                         check (role in ('customer', 'admin', 'owner', 'manager', 'packer', 'support', 'content',
                                         'read-only')),
  two_factor_enabled   boolean not null default false,
  wants_order_emails   boolean not null default true,
  wants_marketing      boolean not null default false,
  marketing_consent_at timestamptz,
  password_changed_at  timestamptz,
  -- Set when a user becomes staff, and at each login of a staff member, by the strength of the password given. While it
  -- is true, the admin panel cannot be used.
  needs_new_password   boolean not null default false,
  deleted_at           timestamptz,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now()
);
create unique index users_email_key on users (email);
create index users_newest on users (created_at desc, id desc);
create index users_staff on users (role) where role <> 'customer';
-- The recipients of campaigns, in the order in which they are notified: no other row is read. Its row count is the
-- estimate of campaigns.expected_recipients.
create index users_with_marketing_consent on users (id) where wants_marketing and deleted_at is null;
-- Operator class for prefix search: `email like '…%'`.
create index users_by_email_prefix on users (email text_pattern_ops);
create trigger users_touch before update on users for each row execute function touch_updated_at();

-- The words of a name in lower case and without accents, separated by spaces and punctuation. Names are searched by the
-- beginnings of their words: parts of words that many names share match so many rows that reading them takes too long.
create function name_words(name text) returns tsvector language plpgsql immutable strict as $$
begin
  return array_to_tsvector(array_remove(regexp_split_to_array(public.searchable(name), '[[:space:][:punct:]]+'), ''));
end $$;
create index users_by_name on users using gin (name_words(name));

-- Users with name words that begin like all the words typed, or with an email address that matches the pattern; an id
-- may be returned twice. Only the indexes are read, and the query is planned for these words: a generic plan would scan
-- the whole table.
create function find_user_ids(typed text, email_pattern text, at_most bigint) returns setof uuid
  language plpgsql stable set enable_seqscan = off set jit = off set work_mem = '32MB' as $$
declare
  beginnings constant text := (select string_agg(quote_literal(word) || ':*', ' & ')
                                 from unnest(tsvector_to_array(name_words(typed))) word);
begin
  if beginnings is not null then
    return query execute format('select id from users where name_words(name) @@ %L::tsquery limit $1', beginnings)
      using at_most;
  end if;
  return query execute format('select id from users where email like %L limit $1', email_pattern) using at_most;
end $$;

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

-- Session times are those of the database, whichever process inserts the row: no other clock decides when it expires.
create function set_session_times() returns trigger language plpgsql as $$
declare
  begun timestamptz := clock_timestamp();
begin
  new.expires_at := begun + (new.expires_at - new.created_at);
  new.created_at := begun;
  return new;
end $$;
create trigger sessions_set_times before insert on sessions for each row execute function set_session_times();

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

-- A new password ends every session in the same statement, so that a crash cannot leave one valid.
create function accounts_end_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.user_id;
  update users set password_changed_at = clock_timestamp() where id = new.user_id;
  return null;
end $$;
create trigger accounts_end_sessions after update of password on accounts
  for each row when (old.password is distinct from new.password) execute function accounts_end_sessions();

create table verifications (
  id         uuid primary key default uuid_v7(),
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);
-- All links of a user are revoked together.
create index verifications_value on verifications (value);
create index verifications_expiry on verifications (expires_at);

create table two_factors (
  id                        uuid primary key default uuid_v7(),
  user_id                   uuid not null unique references users on delete cascade,
  secret                    text not null,
  -- Recovery codes, as hashes.
  backup_codes              text not null,
  verified                  boolean not null default true,
  -- Maintained by the authentication library: ten wrong codes in a row lock the second factor for 15 minutes.
  failed_verification_count integer default 0,
  locked_until              timestamptz,
  -- The latest time step whose code was accepted: codes up to this step are rejected (RFC 6238, section 5.2).
  last_used_step            bigint
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
-- Checkouts and orders refer to both columns, so that none can have another customer's address.
create unique index addresses_of_user on addresses (user_id, id);
create unique index addresses_one_default on addresses (user_id) where is_default;
create trigger addresses_touch before update on addresses for each row execute function touch_updated_at();

-- Links that undo a change of the email address, one per change, stored as hashes. While one is valid, no other account
-- can register its address: an attacker who took over an account cannot lock its owner out that way.
create table email_change_undos (
  id          uuid primary key default uuid_v7(),
  user_id     uuid not null references users on delete cascade,
  old_email   text not null,
  secret_hash text not null,
  expires_at  timestamptz not null,
  created_at  timestamptz not null default now()
);
create index email_change_undos_of_user on email_change_undos (user_id);
create index email_change_undos_by_email on email_change_undos (old_email);
create index email_change_undos_expiry on email_change_undos (expires_at);

-- The first request with a key is executed; every further one gets the same response. Belongs to the platform, and is
-- here for its foreign key.
create table idempotency_keys (
  user_id      uuid not null references users on delete cascade,
  key          text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  status       smallint,
  -- A response is repeated byte for byte; jsonb would reorder its fields.
  response     json,
  created_at   timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
-- Requests that never got a response, looked up every minute.
create index idempotency_keys_unfinished on idempotency_keys (created_at) where status is null;
