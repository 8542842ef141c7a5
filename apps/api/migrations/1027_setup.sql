create table setup_checks (
  kind       text primary key check (kind in ('payment', 'email', 'terms', 'hidden')),
  passed     boolean,
  details    jsonb not null default '{}',
  checked_at timestamptz not null default now()
);
comment on table setup_checks is
  'setup. Results of the set-up guide that no other table has: one row per kind, replaced by each new check.';
comment on column setup_checks.passed is 'Null while the result of an email is awaited.';
comment on column setup_checks.details is
  'Amount, currency and key id of a payment test; the reason of a failure. No personal data.';

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
