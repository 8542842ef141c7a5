-- Links that take a change of email address back, one for each change, kept as hashes. While one is valid its address is
-- no other account's: whoever took an account over cannot bar its owner's way by registering the address anew.
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
