-- Emails that nothing but an entered address has caused, counted for an hour: also once the account that asked for one is
-- deleted, and its emails with it. The previous release counts email_messages.unsolicited.
create table unsolicited_emails (
  id         uuid primary key default uuid_v7(),
  -- The inbox: sha256 of recipient_key().
  recipient  bytea not null,
  -- To ada+shop@example.com, whose inbox is that of ada@example.com.
  tagged     boolean not null,
  kind       text not null,
  -- The account or guest that asked. Not a foreign key: the row says nothing else about it, and lasts an hour.
  user_id    uuid,
  created_at timestamptz not null default now()
);
create index unsolicited_emails_latest on unsolicited_emails (recipient, created_at);
create index unsolicited_emails_by_time on unsolicited_emails (created_at);
