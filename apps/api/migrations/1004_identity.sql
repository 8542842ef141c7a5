-- users, sessions, accounts, verifications and two_factors have the columns that the authentication library reads and
-- writes; all other columns and tables are our own.

-- One inbox, whatever the tag: ada+shop@example.com is ada@example.com.
create function recipient_key(email text) returns text language sql immutable parallel safe as $$
  select regexp_replace(lower(email), '\+[^@]*@', '@')
$$;

-- The words of a name in lower case and without accents, separated by spaces and punctuation. Names are searched by the
-- beginnings of their words: parts of words that many names share match so many rows that reading them takes too long.
create function name_words(name text) returns tsvector language plpgsql immutable strict as $$
begin
  return array_to_tsvector(array_remove(regexp_split_to_array(public.searchable(name), '[[:space:][:punct:]]+'), ''));
end $$;

create table users (
  id                   uuid primary key default uuid_v7(),
  name                 text not null check (length(name) between 1 and 200),
  email                text not null check (email = lower(email) and length(email) <= 320),
  email_verified       boolean not null default false,
  email_confirmed_at   timestamptz,
  guest_email          text,
  guest_kept_at        timestamptz,
  image                text,
  phone                text check (length(phone) <= 40),
  role                 text not null default 'customer'
                         check (role in ('customer', 'admin', 'owner', 'manager', 'packer', 'support', 'content',
                                         'read-only')),
  two_factor_enabled   boolean not null default false,
  wants_order_emails   boolean not null default true,
  wants_marketing      boolean not null default false,
  marketing_consent_at timestamptz,
  password_changed_at  timestamptz,
  needs_new_password   boolean not null default false,
  last_login_at        timestamptz,
  deleted_at           timestamptz,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  -- A guest is no staff member, has no confirmed address and no second factor, and gets no marketing.
  constraint users_guest_is_limited check (
    guest_email is null
    or (guest_email = lower(guest_email) and length(guest_email) <= 320 and role = 'customer'
        and not email_verified and not two_factor_enabled and not wants_marketing))
);
comment on table users is 'identity. Customers, guests and staff.';
comment on column users.email is
  'Of a guest a placeholder, so that no query by address (login, password reset, registration, invitation, '
  'campaign) finds a guest, and one address can have many.';
comment on column users.email_confirmed_at is
  'When the address was first confirmed. Null: not yet, or before this column existed.';
comment on column users.guest_email is 'The address that a guest entered; null: an account.';
comment on column users.guest_kept_at is
  'When the job that deletes guests without an order found an order: the guest is kept, as an account is.';
comment on column users.image is 'Of the authentication library.';
comment on column users.role is
  'Every role but customer is staff. Their permissions are defined in packages/contracts.';
comment on column users.marketing_consent_at is 'When consent was given. Null: there is none.';
comment on column users.needs_new_password is
  'Set when a user becomes staff, and at each login of a staff member, by the strength of the password given. While '
  'it is true, the admin panel cannot be used.';
comment on column users.last_login_at is 'Of staff only; customers have null.';
comment on column users.deleted_at is
  'The account was erased: orders and payments refer to the row, which has no personal data any more.';
create unique index users_email_key on users (email);
create index users_newest on users (created_at desc, id desc);
create index users_staff on users (role) where role <> 'customer';
-- The recipients of campaigns, in the order in which they are notified: no other row is read. Its row count is the
-- estimate of campaigns.expected_recipients.
create index users_with_marketing_consent on users (id) where wants_marketing and deleted_at is null;
-- Operator class for prefix search: `email like '…%'`.
create index users_by_email_prefix on users (email text_pattern_ops);
create index users_by_name on users using gin (name_words(name));
create index users_in_name_order on users (searchable(name), id) where deleted_at is null;
-- Recipients are counted in these indexes alone, both in the order of the email address, by which they are compared.
create index users_opted_in on users (email) include (email_verified, marketing_consent_at)
  where wants_marketing and deleted_at is null;
create index users_guests_by_inbox on users (recipient_key(guest_email)) where guest_email is not null;
-- Operator class for prefix search, as of users_by_email_prefix.
create index users_guests_by_email_prefix on users (guest_email text_pattern_ops) where guest_email is not null;
create index users_guests_by_age on users (created_at) where guest_email is not null and guest_kept_at is null;
-- The customer list, which leaves out guests: there may be many more of them than accounts.
create index users_newest_accounts on users (created_at desc, id desc) where guest_email is null;
create trigger users_touch before update on users for each row execute function touch_updated_at();
create trigger invariant_change after update of deleted_at, password_changed_at on users
  for each row execute function record_invariant_change('user', 'id');

-- However the address is confirmed: by a link, a reset, an invitation or the operator.
create function record_email_confirmation() returns trigger language plpgsql as $$
begin
  new.email_confirmed_at = coalesce(new.email_confirmed_at, now());
  return new;
end $$;
create trigger record_email_confirmation before insert or update of email_verified on users
  for each row when (new.email_verified) execute function record_email_confirmation();

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

-- A customer's own id, and those of guests and of the account with the same inbox: a limit per customer counts them all.
create function same_customers(customer_id uuid) returns setof uuid language sql stable parallel safe as $$
  select customer_id
  union
  select g.id from users u join users g on recipient_key(g.guest_email) = recipient_key(coalesce(u.guest_email, u.email))
   where u.id = customer_id and g.guest_email is not null
  union
  select a.id from users u join users a on a.email in (u.guest_email, recipient_key(u.guest_email))
   where u.id = customer_id and u.guest_email is not null
$$;

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
comment on table sessions is 'identity. Logins. The token is in the cookie.';
comment on column sessions.token is 'The cookie has it, signed.';
create unique index sessions_token_key on sessions (token);
create index sessions_of_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
create trigger invariant_change after insert or update of user_id, created_at on sessions
  for each row execute function record_invariant_change('user', 'user_id');

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
comment on table accounts is 'identity. How a user logs in: the password, or an account of another provider.';
comment on column accounts.account_id is 'The id at the provider; of a password, the id of the user.';
comment on column accounts.provider_id is '''credential'': a password.';
comment on column accounts.password is 'A hash.';
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
comment on table verifications is 'identity. Secrets of links and logins in progress, until they are used or expire.';
comment on column verifications.identifier is 'A hash of the secret, or the kind of link and the user that it is for.';
comment on column verifications.value is 'Of a link the id of the user: all links of a user are revoked together.';
create index verifications_identifier on verifications (identifier);
-- All links of a user are revoked together.
create index verifications_value on verifications (value);
create index verifications_expiry on verifications (expires_at);

create table two_factors (
  id                        uuid primary key default uuid_v7(),
  user_id                   uuid not null unique references users on delete cascade,
  secret                    text not null,
  backup_codes              text not null,
  verified                  boolean not null default true,
  failed_verification_count integer default 0,
  locked_until              timestamptz,
  last_used_step            bigint
);
comment on table two_factors is 'identity. Second factors: secrets of authenticator apps and recovery codes.';
comment on column two_factors.secret is 'Encrypted with AUTH_SECRET.';
comment on column two_factors.backup_codes is 'Recovery codes, as hashes.';
comment on column two_factors.verified is 'Whether a code of the app was entered after it was set up.';
comment on column two_factors.failed_verification_count is
  'Maintained by the authentication library, as locked_until: ten wrong codes in a row lock the second factor for '
  '15 minutes.';
comment on column two_factors.last_used_step is
  'The latest time step whose code was accepted: codes up to this step are rejected (RFC 6238, section 5.2).';

create table addresses (
  id          uuid primary key default uuid_v7(),
  user_id     uuid not null references users on delete cascade,
  name        text not null check (length(name) between 1 and 200),
  recipient   text,
  phone       text,
  line1       text not null check (length(line1) between 1 and 200),
  line2       text check (length(line2) <= 200),
  city        text not null check (length(city) between 1 and 100),
  state       text not null check (length(state) between 1 and 100),
  postal_code text not null check (length(postal_code) between 1 and 20),
  country     text not null check (country in ('United States', 'Canada', 'United Kingdom', 'Australia', 'India')),
  is_default  boolean not null default false,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint addresses_recipient_length check (length(recipient) between 1 and 200),
  constraint addresses_phone_length check (length(phone) between 1 and 40)
);
comment on table addresses is 'identity. The address book of a customer. Orders have copies.';
comment on column addresses.name is 'A label, for example Home.';
comment on column addresses.recipient is 'For the carrier. Null: the customer receives the delivery.';
comment on column addresses.phone is 'For the carrier.';
comment on column addresses.state is 'State, province or region.';
-- Checkouts and orders refer to both columns, so that none can have another customer's address.
create unique index addresses_of_user on addresses (user_id, id);
create unique index addresses_one_default on addresses (user_id) where is_default;
create trigger addresses_touch before update on addresses for each row execute function touch_updated_at();
create trigger invariant_change after insert or update or delete on addresses
  for each row execute function record_invariant_change('user', 'user_id');

create table email_change_undos (
  id          uuid primary key default uuid_v7(),
  user_id     uuid not null references users on delete cascade,
  old_email   text not null,
  secret_hash text not null,
  expires_at  timestamptz not null,
  created_at  timestamptz not null default now()
);
comment on table email_change_undos is
  'identity. Links that undo a change of the email address, one per change, stored as hashes. While one is valid, '
  'no other account can register its address: an attacker who took over an account cannot lock its owner out that '
  'way.';
create index email_change_undos_of_user on email_change_undos (user_id);
create index email_change_undos_by_email on email_change_undos (old_email);
create index email_change_undos_expiry on email_change_undos (expires_at);

create table staff_invitations (
  id          uuid primary key default uuid_v7(),
  email       text not null check (email = lower(email) and length(email) <= 320),
  role        text not null check (role in ('owner', 'manager', 'packer', 'support', 'content', 'read-only')),
  secret_hash text not null,
  invited_by  uuid references users,
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  revoked_at  timestamptz,
  created_at  timestamptz not null default now()
);
comment on table staff_invitations is 'identity. Invitations to the staff, by email.';
comment on column staff_invitations.secret_hash is
  'Of the secret in the link, which is only in the email. Resending replaces it.';
comment on column staff_invitations.invited_by is 'The link works only while this user is an owner.';
create unique index staff_invitations_open on staff_invitations (email) where accepted_at is null and revoked_at is null;
-- For account deletion and the data export.
create index staff_invitations_by_email on staff_invitations (email);
-- Deleted some time after they expire.
create index staff_invitations_expiry on staff_invitations (expires_at);

create table idempotency_keys (
  user_id      uuid not null references users on delete cascade,
  key          text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  status       smallint,
  response     json,
  created_at   timestamptz not null default now(),
  primary key (user_id, key)
);
comment on table idempotency_keys is
  'platform. The first request with a key is executed; every further one gets the same response. Here for its '
  'foreign key.';
comment on column idempotency_keys.key is 'The Idempotency-Key of the request.';
comment on column idempotency_keys.request_hash is 'Another request with this key is rejected.';
comment on column idempotency_keys.status is 'Of the response. Null: the request runs, or has ended without one.';
comment on column idempotency_keys.response is 'A response is repeated byte for byte; jsonb would reorder its fields.';
create index idempotency_keys_age on idempotency_keys (created_at);
-- Requests that never got a response, looked up every minute.
create index idempotency_keys_unfinished on idempotency_keys (created_at) where status is null;
