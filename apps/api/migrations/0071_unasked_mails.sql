-- no-transaction
-- Mails that anyone can cause by naming an address: they are counted for each recipient.
alter table mails add column if not exists unasked boolean not null default false;

-- One inbox, whatever the tag: ada+shop@example.com is ada@example.com.
create or replace function recipient_key(email text) returns text language sql immutable parallel safe as $$
  select regexp_replace(lower(email), '\+[^@]*@', '@')
$$;
create index concurrently if not exists mails_unasked on mails (recipient_key(to_email), created_at) where unasked;

-- Two an hour, of all kinds together.
create or replace function may_get_unasked_mail(email text) returns boolean language sql stable parallel safe as $$
  select count(*) < 2
    from (select from mails
           where unasked and recipient_key(to_email) = recipient_key(email) and created_at > now() - interval '1 hour'
           limit 2) sent
$$;
