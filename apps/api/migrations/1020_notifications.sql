create table campaigns (
  id                  uuid primary key default uuid_v7(),
  title               text not null,
  message             text not null,
  link                text,
  audience            text not null default 'customers' check (audience in ('customers', 'subscribers', 'both')),
  channels            text[] not null default '{notification}'
                        check (channels <@ array['email', 'notification'] and channels <> '{}'),
  state               text not null default 'sending'
                        check (state in ('draft', 'scheduled', 'sending', 'sent', 'stopped')),
  created_by          uuid references users,
  started_by          uuid references users on delete set null,
  lost_permission     boolean not null default false,
  scheduled_at        timestamptz,
  started_at          timestamptz default now(),
  ended_at            timestamptz,
  finished_at         timestamptz,
  customers_done      boolean not null default false,
  last_user_id        uuid,
  last_subscriber_id  uuid,
  recipients          bigint not null default 0,
  expected_recipients bigint not null default 0,
  emails              bigint not null default 0,
  expected_emails     bigint not null default 0,
  created_at          timestamptz not null default now()
);
comment on table campaigns is 'campaigns. Messages of the store to many customers or newsletter subscribers.';
comment on column campaigns.started_by is 'Who sends or scheduled it. Null: who created it.';
comment on column campaigns.lost_permission is 'Stopped, because its starter may not do this any more.';
comment on column campaigns.started_at is 'Consent given later does not count for this campaign.';
comment on column campaigns.finished_at is
  'Of earlier releases, whose worker sends every campaign without it: set when a draft is created. ended_at is used '
  'instead.';
comment on column campaigns.customers_done is
  'Customers are sent to first, after last_user_id, then subscribers, after last_subscriber_id.';
comment on column campaigns.last_user_id is 'The last customer sent to so far; the next worker continues after it.';
comment on column campaigns.recipients is 'Notifications so far.';
comment on column campaigns.expected_recipients is
  'Notifications in all: approximate, counted when sending begins, the total that progress is shown against.';
comment on column campaigns.emails is 'Emails so far.';
comment on column campaigns.expected_emails is 'Emails in all, approximate.';
-- Looked up every minute.
create index campaigns_unfinished on campaigns (id) where finished_at is null;
create index campaigns_by_state on campaigns (state, id desc);
-- For the foreign key.
create index campaigns_of_starter on campaigns (started_by) where started_by is not null;

create table notifications (
  id          uuid primary key default uuid_v7(),
  user_id     uuid not null references users on delete cascade,
  type        text not null check (type in ('order', 'promotion', 'other')),
  title       text not null,
  message     text not null,
  link        text,
  history_id  uuid unique references order_status_history on delete cascade,
  campaign_id uuid references campaigns on delete cascade,
  read_at     timestamptz,
  created_xid xid8 not null default pg_current_xact_id(),
  created_at  timestamptz not null default now(),
  unique (campaign_id, user_id)
);
comment on table notifications is 'notifications. Messages to a customer in the store.';
comment on column notifications.history_id is 'The change of an order that it is about.';
comment on column notifications.campaign_id is 'The campaign that it is of.';
comment on column notifications.created_xid is
  'The transaction that inserted the row. An open page has the snapshot of its last update: every row which that '
  'snapshot cannot see is new, in whichever order transactions start and commit. An id or a time cannot be used for '
  'this: both are assigned before the commit, so a row may become visible after a later one was sent.';
create index notifications_of_user on notifications (user_id, id desc);
-- The unread count of every page: read rows are not scanned.
create index notifications_unread on notifications (user_id) where read_at is null;
-- For the jobs that delete old rows.
create index notifications_read on notifications (id) where read_at is not null;
-- Most notifications are of campaigns, and belong to no order.
create trigger invariant_change after insert or update of history_id, user_id on notifications
  for each row when (new.history_id is not null) execute function record_invariant_change('history', 'history_id');
create trigger invariant_removal after delete on notifications
  for each row when (old.history_id is not null) execute function record_invariant_change('history', 'history_id');
