-- no-transaction
-- Campaigns by email as well, with drafts, a schedule and newsletter subscribers. Every statement can be repeated.

-- The defaults are for the previous release, which sends each campaign at once as a notification. Its worker sends every
-- campaign without finished_at: this release sets that column when a draft is created, and uses ended_at instead.
alter table campaigns
  add column if not exists state text not null default 'sending'
    check (state in ('draft', 'scheduled', 'sending', 'sent', 'stopped')),
  add column if not exists audience text not null default 'customers'
    check (audience in ('customers', 'subscribers', 'both')),
  add column if not exists channels text[] not null default '{notification}'
    check (channels <@ array['email', 'notification'] and channels <> '{}'),
  add column if not exists scheduled_at timestamptz,
  -- Consent given later does not count for this campaign.
  add column if not exists started_at timestamptz default now(),
  add column if not exists ended_at timestamptz,
  -- Customers are sent to first, after last_user_id, then subscribers, after last_subscriber_id.
  add column if not exists customers_done boolean not null default false,
  add column if not exists last_subscriber_id uuid,
  -- Like recipients and expected_recipients, which count notifications.
  add column if not exists emails bigint not null default 0,
  add column if not exists expected_emails bigint not null default 0;

update campaigns set state = 'sent', ended_at = finished_at
 where state = 'sending' and finished_at is not null and ended_at is null;
update campaigns set started_at = created_at where started_at > created_at;

create index concurrently if not exists campaigns_by_state on campaigns (state, id desc);

-- Recipients are counted in these indexes alone, both in the order of the email address, by which they are compared.
create index concurrently if not exists users_opted_in on users (email) include (email_verified, marketing_consent_at)
  where wants_marketing and deleted_at is null;
create index concurrently if not exists newsletter_subscribers_active_by_email on newsletter_subscribers (email)
  include (confirmed_at) where confirmed_at is not null and unsubscribed_at is null;
-- The batches of a campaign, as users_with_marketing_consent for customers.
create index concurrently if not exists newsletter_subscribers_active on newsletter_subscribers (id)
  where confirmed_at is not null and unsubscribed_at is null;
