-- When the address of an account was first confirmed. Null: not yet, or before this column existed.
alter table users add column email_confirmed_at timestamptz;

-- However the address is confirmed: by a link, a reset, an invitation or the operator.
create function record_email_confirmation() returns trigger language plpgsql as $$
begin
  new.email_confirmed_at = coalesce(new.email_confirmed_at, now());
  return new;
end $$;

create trigger record_email_confirmation before insert or update of email_verified on users
  for each row when (new.email_verified) execute function record_email_confirmation();
