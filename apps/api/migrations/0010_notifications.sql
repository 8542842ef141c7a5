create table campaigns (
  id              uuid primary key default uuid_v7(),
  title           text not null,
  message         text not null,
  link            text,
  created_by      uuid references users,
  -- Where the fan-out has got to; a new worker goes on from here.
  last_user_id    uuid,
  recipients      bigint not null default 0,
  finished_at     timestamptz,
  created_at      timestamptz not null default now()
);

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
  created_at  timestamptz not null default now(),
  unique (campaign_id, user_id)
);
create index notifications_of_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;

-- One row for every mail the shop means to send. The Message-ID is fixed before the first try.
create table mails (
  id          uuid primary key default uuid_v7(),
  message_id  text not null unique,
  kind        text not null,
  to_email    text not null,
  user_id     uuid references users on delete set null,
  order_id    uuid references orders on delete set null,
  subject     text not null,
  payload     jsonb not null default '{}',
  state       text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'skipped')),
  attempts    integer not null default 0,
  last_error  text,
  sent_at     timestamptz,
  created_at  timestamptz not null default now()
);
create index mails_of_order on mails (order_id, id) where order_id is not null;
create index mails_of_user on mails (user_id, id desc) where user_id is not null;
create index mails_unsent on mails (created_at) where state in ('queued', 'failed');

create table newsletter_subscribers (
  id              uuid primary key default uuid_v7(),
  email           text not null unique check (email = lower(email) and length(email) <= 320),
  confirmed_at    timestamptz,
  unsubscribed_at timestamptz,
  created_at      timestamptz not null default now()
);

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
create index support_tickets_of_user on support_tickets (user_id, id desc) where user_id is not null;
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

create table audit_log (
  id            uuid primary key default uuid_v7(),
  actor_user_id uuid references users on delete set null,
  action        text not null,
  entity        text not null,
  entity_id     text not null,
  before        jsonb,
  after         jsonb,
  request_id    text,
  created_at    timestamptz not null default now()
);
create index audit_log_of_entity on audit_log (entity, entity_id, id desc);
create index audit_log_of_actor on audit_log (actor_user_id, id desc);
