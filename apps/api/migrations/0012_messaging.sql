create table campaigns (
  id                  uuid primary key default uuid_v7(),
  title               text not null,
  message             text not null,
  link                text,
  created_by          uuid references users,
  -- The last customer notified so far; the next worker continues after it.
  last_user_id        uuid,
  recipients          bigint not null default 0,
  -- Approximate, counted when the campaign was created: the total that progress is shown against.
  expected_recipients bigint not null default 0,
  finished_at         timestamptz,
  created_at          timestamptz not null default now()
);
-- Looked up every minute.
create index campaigns_unfinished on campaigns (id) where finished_at is null;

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
  -- The transaction that inserted the row. An open page has the snapshot of its last update: every row which that
  -- snapshot cannot see is new, in whichever order transactions start and commit. An id or a time cannot be used for
  -- this: both are assigned before the commit, so a row may become visible after a later one was sent.
  created_xid xid8 not null default pg_current_xact_id(),
  created_at  timestamptz not null default now(),
  unique (campaign_id, user_id)
);
create index notifications_of_user on notifications (user_id, id desc);
-- The unread count of every page: read rows are not scanned.
create index notifications_unread on notifications (user_id) where read_at is null;

-- One row per email. The Message-ID is set before the first attempt.
create table email_messages (
  id          uuid primary key default uuid_v7(),
  message_id  text not null unique,
  kind        text not null,
  to_email    text not null,
  user_id     uuid references users on delete set null,
  order_id    uuid references orders on delete set null,
  subject     text not null,
  payload     jsonb not null default '{}',
  -- Anyone can cause such an email by entering an email address: these are limited per recipient.
  unsolicited boolean not null default false,
  status      text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'skipped')),
  attempts    integer not null default 0,
  last_error  text,
  sent_at     timestamptz,
  created_at  timestamptz not null default now()
);
create index email_messages_of_order on email_messages (order_id, id) where order_id is not null;
create index email_messages_of_user on email_messages (user_id, id desc) where user_id is not null;
-- For account deletion.
create index email_messages_by_recipient on email_messages (to_email);
-- For the monitoring query in docs/operations.md.
create index email_messages_unsent on email_messages (created_at) where status in ('queued', 'failed');

-- One inbox, whatever the tag: ada+shop@example.com is ada@example.com.
create function recipient_key(email text) returns text language sql immutable parallel safe as $$
  select regexp_replace(lower(email), '\+[^@]*@', '@')
$$;
create index email_messages_unsolicited on email_messages (recipient_key(to_email), created_at) where unsolicited;

-- Two per hour, of all kinds together.
create function can_receive_unsolicited_email(email text) returns boolean language sql stable parallel safe as $$
  select count(*) < 2
    from (select from email_messages
           where unsolicited and recipient_key(to_email) = recipient_key(email)
             and created_at > now() - interval '1 hour'
           limit 2) sent
$$;

-- An email address is subscribed only after the link in the confirmation email was opened. Rows that are never
-- confirmed are deleted.
create table newsletter_subscribers (
  id              uuid primary key default uuid_v7(),
  email           text not null unique check (email = lower(email) and length(email) <= 320),
  -- Sent only to this email address: confirms for some days after the request, and unsubscribes at any time.
  token           uuid not null unique default gen_random_uuid(),
  requested_at    timestamptz not null default now(),
  confirmed_at    timestamptz,
  unsubscribed_at timestamptz,
  created_at      timestamptz not null default now()
);
create index newsletter_subscribers_unconfirmed on newsletter_subscribers (requested_at) where confirmed_at is null;
-- Operator class for prefix search: `email like '…%'`.
create index newsletter_subscribers_by_email_prefix on newsletter_subscribers (email text_pattern_ops);

-- Back-in-stock requests. A row is deleted when its email is queued.
create table waitlist (
  id         uuid primary key default uuid_v7(),
  variant_id uuid not null references variants on delete cascade,
  email      text not null check (email = lower(email) and length(email) <= 320),
  -- A customer is notified at the email address that the account has by then.
  user_id    uuid references users on delete cascade,
  created_at timestamptz not null default now(),
  unique (variant_id, email)
);
-- The earliest requests are notified first.
create index waitlist_by_variant on waitlist (variant_id, id);
create index waitlist_of_email on waitlist (email);
create index waitlist_of_user on waitlist (user_id) where user_id is not null;

create table support_tickets (
  id         uuid primary key default uuid_v7(),
  number     text not null generated always as (right(id::text, 8)) stored,
  user_id    uuid references users on delete set null,
  name       text not null check (length(name) between 1 and 200),
  email      text not null check (length(email) <= 320),
  subject    text not null check (length(subject) between 1 and 200),
  status     text not null default 'open' check (status in ('open', 'answered', 'closed')),
  order_id   uuid references orders on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index support_tickets_by_status on support_tickets (status, id desc);
create index support_tickets_by_number on support_tickets (number);
create index support_tickets_of_user on support_tickets (user_id, id desc) where user_id is not null;
-- For the data export and account deletion.
create index support_tickets_by_email on support_tickets (email);
create trigger support_tickets_touch before update on support_tickets for each row execute function touch_updated_at();

create table support_messages (
  id             uuid primary key default uuid_v7(),
  ticket_id      uuid not null references support_tickets on delete cascade,
  from_staff     boolean not null,
  author_user_id uuid references users on delete set null,
  body           text not null check (length(body) between 1 and 10000),
  created_at     timestamptz not null default now()
);
create index support_messages_of_ticket on support_messages (ticket_id, id);
