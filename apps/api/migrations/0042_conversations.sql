-- no-transaction
-- Support tickets as two-way conversations in the account. The previous release ignores both columns.

-- Staff replies after this time are unread. Existing replies were read by email.
alter table support_tickets add column if not exists customer_read_at timestamptz not null default now();

-- The Message-ID of a reply by email, which a mail relay may deliver twice. Null: written on a page.
alter table support_messages add column if not exists email_message_id text
  check (length(email_message_id) between 1 and 998);

create unique index concurrently if not exists support_messages_by_email_message_id
  on support_messages (ticket_id, email_message_id) where email_message_id is not null;
