create table waitlist (
  id         uuid primary key default uuid_v7(),
  variant_id uuid not null references variants on delete cascade,
  email      text not null check (email = lower(email) and length(email) <= 320),
  user_id    uuid references users on delete cascade,
  created_at timestamptz not null default now(),
  unique (variant_id, email)
);
comment on table waitlist is 'waitlist. Back-in-stock requests. A row is deleted when its email is queued.';
comment on column waitlist.user_id is 'A customer is notified at the email address that the account has by then.';
-- The earliest requests are notified first.
create index waitlist_by_variant on waitlist (variant_id, id);
create index waitlist_of_email on waitlist (email);
create index waitlist_of_user on waitlist (user_id) where user_id is not null;
