-- Nobody is a reader before the link in our mail was followed. Those who gave an address before that was so are asked
-- to do it again: their rows were never confirmed, and go like all others that are not.
alter table newsletter_subscribers
  -- Held by whoever reads the mails to this address: for some days the way in, and for good the way out.
  add column token uuid not null unique default gen_random_uuid(),
  add column asked_at timestamptz not null default now();
create index newsletter_unconfirmed on newsletter_subscribers (asked_at) where confirmed_at is null;

-- Who wants to hear when a piece can be bought again. Told once, the row is gone.
create table waitlist (
  id         uuid primary key default uuid_v7(),
  variant_id uuid not null references variants on delete cascade,
  email      text not null check (email = lower(email) and length(email) <= 320),
  -- A customer is told at the address the account has by then.
  user_id    uuid references users on delete cascade,
  created_at timestamptz not null default now(),
  unique (variant_id, email)
);
-- Those who asked first are told first.
create index waitlist_in_order on waitlist (variant_id, id);
create index waitlist_of_email on waitlist (email);
create index waitlist_of_user on waitlist (user_id) where user_id is not null;

-- What the shop's people must look at, while it is so. Told once; what comes back later is news again.
create table alerts (
  kind      text not null,
  reference text not null,
  details   jsonb not null,
  told_at   timestamptz,
  primary key (kind, reference)
);
create index alerts_told on alerts (told_at);

-- Who has had their pieces for some days is asked how they like them.
create index order_deliveries on order_status_history (created_at) where to_status = 'delivered';
