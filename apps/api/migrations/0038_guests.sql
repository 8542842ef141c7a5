-- no-transaction
-- Guests: users without a password who can buy. Every statement can be repeated. The previous release takes a guest for a
-- customer with an undeliverable email address.

-- The address that a guest entered, and null for accounts. The `email` of a guest is a placeholder, so that no query by
-- address (login, password reset, registration, invitation, campaign) finds a guest, and one address can have many.
alter table users add column if not exists guest_email text;
-- When the job that deletes guests without an order found an order: the guest is kept, as an account is.
alter table users add column if not exists guest_kept_at timestamptz;
-- A guest is no staff member, has no confirmed address and no second factor, and gets no marketing.
alter table users drop constraint if exists users_guest_is_limited;
alter table users add constraint users_guest_is_limited check (
  guest_email is null
  or (guest_email = lower(guest_email) and length(guest_email) <= 320 and role = 'customer'
      and not email_verified and not two_factor_enabled and not wants_marketing)) not valid;

create index concurrently if not exists users_guests_by_inbox on users (recipient_key(guest_email))
  where guest_email is not null;
-- Operator class for prefix search, as of users_by_email_prefix.
create index concurrently if not exists users_guests_by_email_prefix on users (guest_email text_pattern_ops)
  where guest_email is not null;
create index concurrently if not exists users_guests_by_age on users (created_at)
  where guest_email is not null and guest_kept_at is null;
-- The customer list, which leaves out guests: there may be many more of them than accounts.
create index concurrently if not exists users_newest_accounts on users (created_at desc, id desc)
  where guest_email is null;

-- A customer's own id, and those of guests and of the account with the same inbox: a limit per customer counts them all.
create or replace function same_customers(customer_id uuid) returns setof uuid language sql stable parallel safe as $$
  select customer_id
  union
  select g.id from users u join users g on recipient_key(g.guest_email) = recipient_key(coalesce(u.guest_email, u.email))
   where u.id = customer_id and g.guest_email is not null
  union
  select a.id from users u join users a on a.email in (u.guest_email, recipient_key(u.guest_email))
   where u.id = customer_id and u.guest_email is not null
$$;

-- Redeemed as a guest, and joined to an account later, which may have redeemed the code itself before.
alter table discount_redemptions add column if not exists joined boolean not null default false;
