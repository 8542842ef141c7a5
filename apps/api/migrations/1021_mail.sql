create table email_messages (
  id          uuid primary key default uuid_v7(),
  message_id  text not null unique,
  kind        text not null,
  to_email    text not null,
  user_id     uuid references users on delete set null,
  order_id    uuid references orders on delete set null,
  subject     text not null,
  payload     jsonb not null default '{}',
  unsolicited boolean not null default false,
  status      text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'skipped')),
  attempts    integer not null default 0,
  last_error  text,
  sent_at     timestamptz,
  created_at  timestamptz not null default now()
);
comment on table email_messages is 'mail. One row per email. The Message-ID is set before the first attempt.';
comment on column email_messages.message_id is 'The Message-ID of the email.';
comment on column email_messages.kind is 'Which email: password_changed and so on.';
comment on column email_messages.payload is 'What the text is made of.';
comment on column email_messages.unsolicited is
  'Of earlier releases, which counted the emails that anyone can cause by entering an address; unsolicited_emails '
  'is used instead.';
create index email_messages_of_order on email_messages (order_id, id) where order_id is not null;
create index email_messages_of_user on email_messages (user_id, id desc) where user_id is not null;
-- For account deletion.
create index email_messages_by_recipient on email_messages (to_email);
-- For the monitoring query in docs/operations.md.
create index email_messages_unsent on email_messages (created_at) where status in ('queued', 'failed');
create index email_messages_unsolicited on email_messages (recipient_key(to_email), created_at) where unsolicited;

-- Two per hour, of all kinds together.
create function can_receive_unsolicited_email(email text) returns boolean language sql stable parallel safe as $$
  select count(*) < 2
    from (select from email_messages
           where unsolicited and recipient_key(to_email) = recipient_key(email)
             and created_at > now() - interval '1 hour'
           limit 2) sent
$$;

create table unsolicited_emails (
  id         uuid primary key default uuid_v7(),
  recipient  bytea not null,
  tagged     boolean not null,
  kind       text not null,
  user_id    uuid,
  created_at timestamptz not null default now()
);
comment on table unsolicited_emails is
  'mail. Emails that nothing but an entered address has caused, counted for an hour: also once the account that '
  'asked for one is deleted, and its emails with it.';
comment on column unsolicited_emails.recipient is 'The inbox: sha256 of recipient_key().';
comment on column unsolicited_emails.tagged is 'To ada+shop@example.com, whose inbox is that of ada@example.com.';
comment on column unsolicited_emails.kind is 'Which email.';
comment on column unsolicited_emails.user_id is
  'The account or guest that asked. Not a foreign key: the row says nothing else about it, and lasts an hour.';
create index unsolicited_emails_latest on unsolicited_emails (recipient, created_at);
create index unsolicited_emails_by_time on unsolicited_emails (created_at);
