-- Invitations to the staff, by email. The previous release ignores all of it.
create table staff_invitations (
  id          uuid primary key default uuid_v7(),
  email       text not null check (email = lower(email) and length(email) <= 320),
  role        text not null check (role in ('owner', 'manager', 'packer', 'support', 'content', 'read-only')),
  -- Of the secret in the link, which is only in the email. Resending replaces it.
  secret_hash text not null,
  -- The link works only while this user is an owner.
  invited_by  uuid references users,
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  revoked_at  timestamptz,
  created_at  timestamptz not null default now()
);
create unique index staff_invitations_open on staff_invitations (email) where accepted_at is null and revoked_at is null;
-- For account deletion and the data export.
create index staff_invitations_by_email on staff_invitations (email);
-- Deleted some time after they expire.
create index staff_invitations_expiry on staff_invitations (expires_at);

-- Of staff only; customers have null.
alter table users add column last_login_at timestamptz;
