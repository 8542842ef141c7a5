-- Logins and refused permissions are kept as long as server logs. Nothing else is ever deleted from the audit log, so the role of
-- API and worker may not delete from it: this function does, as the owner of the table. Ids begin with their time, so the
-- index of the entity finds what is old.
create function delete_old_logins() returns void language sql security definer set search_path = pg_catalog, public as $$
  delete from audit_log
   where entity in ('login', 'access')
     and id < (lpad(to_hex((extract(epoch from now() - interval '90 days') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
