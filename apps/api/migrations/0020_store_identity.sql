-- Who the seller is. Texts are '' until an owner enters them.
alter table store_settings
  add column store_name          text not null default 'Crystalline'
                                   check (length(store_name) between 1 and 60 and store_name !~ '[[:cntrl:]]'),
  -- URL of an uploaded image. Null: the mark of the design.
  add column logo                text check (logo like '/media/%' and length(logo) <= 300),
  add column contact_email       text check (contact_email = lower(contact_email) and length(contact_email) <= 320),
  add column contact_phone       text not null default '' check (length(contact_phone) <= 40),
  add column legal_name          text not null default '' check (length(legal_name) <= 200),
  add column address_line1       text not null default '' check (length(address_line1) <= 200),
  add column address_line2       text not null default '' check (length(address_line2) <= 200),
  add column city                text not null default '' check (length(city) <= 100),
  add column region              text not null default '' check (length(region) <= 100),
  add column postal_code         text not null default '' check (length(postal_code) <= 20),
  add column country             text not null default '' check (length(country) <= 100),
  -- For example GSTIN or VAT ID.
  add column tax_number          text not null default '' check (length(tax_number) <= 50),
  add column registration_number text not null default '' check (length(registration_number) <= 50),
  -- IANA name.
  add column time_zone           text not null default 'UTC' check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$');

-- Results of the set-up guide that no other table has: one row per kind, replaced by each new check.
create table setup_checks (
  kind       text primary key check (kind in ('payment', 'email', 'terms', 'hidden')),
  -- Null while the result of an email is awaited.
  passed     boolean,
  -- Amount, currency and key id of a payment test; the reason of a failure. No personal data.
  details    jsonb not null default '{}',
  checked_at timestamptz not null default now()
);

-- The mail task stores the result of every email in email_messages, whose rows are deleted after a while. The result of
-- the test email stays here, without the recipient, whose address a mail server may quote.
create function record_test_email() returns trigger language plpgsql as $$
begin
  update setup_checks
     set passed = case new.status when 'sent' then true when 'queued' then null else false end,
         details = case when new.status = 'sent' or new.last_error is null then '{}'::jsonb
                        else jsonb_build_object('error', replace(new.last_error, new.to_email, '…')) end,
         checked_at = case when new.status = 'queued' then checked_at else now() end
   where kind = 'email' and (passed is null or new.status = 'sent');
  return null;
end $$;
create trigger email_messages_test_result after update on email_messages
  for each row when (new.kind = 'test_email') execute function record_test_email();
