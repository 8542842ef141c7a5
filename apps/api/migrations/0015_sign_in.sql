-- Counted by the authentication library: ten wrong codes in a row close the second step for a quarter of an hour.
alter table two_factors
  add column failed_verification_count integer default 0,
  add column locked_until timestamptz;

-- Links of one person are withdrawn together.
create index verifications_value on verifications (value);

-- Whoever writes a session, its times are the database's own: no other clock decides when it ends.
create function sessions_keep_our_time() returns trigger language plpgsql as $$
declare
  begun timestamptz := clock_timestamp();
begin
  new.expires_at := begun + (new.expires_at - new.created_at);
  new.created_at := begun;
  return new;
end $$;
create trigger sessions_keep_our_time before insert on sessions for each row execute function sessions_keep_our_time();

-- A new password ends every session in the same statement, so that no crash can leave one behind.
create function accounts_end_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.user_id;
  update users set password_changed_at = clock_timestamp() where id = new.user_id;
  return null;
end $$;
create trigger accounts_end_sessions after update of password on accounts
  for each row when (old.password is distinct from new.password) execute function accounts_end_sessions();
