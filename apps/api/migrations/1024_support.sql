create table support_tickets (
  id               uuid primary key default uuid_v7(),
  number           text not null generated always as (right(id::text, 8)) stored,
  user_id          uuid references users on delete set null,
  name             text not null check (length(name) between 1 and 200),
  email            text not null check (length(email) <= 320),
  subject          text not null check (length(subject) between 1 and 200),
  status           text not null default 'open' check (status in ('open', 'answered', 'closed')),
  order_id         uuid references orders on delete set null,
  customer_read_at timestamptz not null default now(),
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
comment on table support_tickets is 'support. Conversations with customers and visitors.';
comment on column support_tickets.number is 'What customers and staff call the ticket.';
comment on column support_tickets.customer_read_at is 'Staff replies after this time are unread.';
create index support_tickets_by_status on support_tickets (status, id desc);
create index support_tickets_by_number on support_tickets (number);
create index support_tickets_of_user on support_tickets (user_id, id desc) where user_id is not null;
-- For the data export and account deletion.
create index support_tickets_by_email on support_tickets (email);
create trigger support_tickets_touch before update on support_tickets for each row execute function touch_updated_at();

create table support_messages (
  id               uuid primary key default uuid_v7(),
  ticket_id        uuid not null references support_tickets on delete cascade,
  from_staff       boolean not null,
  author_user_id   uuid references users on delete set null,
  body             text not null check (length(body) between 1 and 10000),
  email_message_id text check (length(email_message_id) between 1 and 998),
  created_at       timestamptz not null default now()
);
comment on table support_messages is 'support. What was said in a ticket.';
comment on column support_messages.email_message_id is
  'The Message-ID of a reply by email, which a mail relay may deliver twice. Null: written on a page.';
create index support_messages_of_ticket on support_messages (ticket_id, id);
create unique index support_messages_by_email_message_id
  on support_messages (ticket_id, email_message_id) where email_message_id is not null;
