create table newsletter_subscribers (
  id              uuid primary key default uuid_v7(),
  email           text not null unique check (email = lower(email) and length(email) <= 320),
  token           uuid not null unique default gen_random_uuid(),
  confirm_hash    text,
  requested_at    timestamptz not null default now(),
  confirmed_at    timestamptz,
  unsubscribed_at timestamptz,
  created_at      timestamptz not null default now()
);
comment on table newsletter_subscribers is
  'newsletter. An email address is subscribed only after the link in the confirmation email was opened. Rows that '
  'are never confirmed are deleted.';
comment on column newsletter_subscribers.token is 'In every newsletter: unsubscribes at any time.';
comment on column newsletter_subscribers.confirm_hash is
  'SHA-256 of the secret in the newest confirmation link. Null: requested by a release whose first confirmation '
  'still uses the token.';
create index newsletter_subscribers_unconfirmed on newsletter_subscribers (requested_at) where confirmed_at is null;
-- Operator class for prefix search: `email like '…%'`.
create index newsletter_subscribers_by_email_prefix on newsletter_subscribers (email text_pattern_ops);
create index newsletter_subscribers_active_by_email on newsletter_subscribers (email)
  include (confirmed_at) where confirmed_at is not null and unsubscribed_at is null;
-- The batches of a campaign, as users_with_marketing_consent for customers.
create index newsletter_subscribers_active on newsletter_subscribers (id)
  where confirmed_at is not null and unsubscribed_at is null;
