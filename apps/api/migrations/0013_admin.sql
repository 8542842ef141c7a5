create table audit_log (
  id            uuid primary key default uuid_v7(),
  actor_user_id uuid references users on delete set null,
  action        text not null,
  entity        text not null,
  entity_id     text not null,
  before        jsonb,
  after         jsonb,
  request_id    text,
  created_at    timestamptz not null default now()
);
-- Every list is a range of one of these, newest first: ids start with their time.
create index audit_log_by_entity on audit_log (entity, id desc);
-- Without the entity: ids hardly repeat across entities, and account deletion has ids only.
create index audit_log_by_entity_id on audit_log (entity_id, id desc);
create index audit_log_of_actor on audit_log (actor_user_id, id desc);
create index audit_log_of_actor_by_entity on audit_log (actor_user_id, entity, id desc);
-- Without logins and denied permissions, which are many: the first page of the log and the activity on the dashboard.
create index audit_log_changes on audit_log (id desc) where entity not in ('login', 'access');

-- Logins and denied permissions are stored as long as server logs. No other entry is ever deleted, so the database role
-- of API and worker cannot delete from the audit log: this function does, as the owner of the table. Ids start with
-- their time, so the index by entity finds the old ones.
create function delete_old_logins() returns void
  language sql security definer set search_path = pg_catalog, public as $$
  delete from audit_log
   where entity in ('login', 'access')
     and id < (lpad(to_hex((extract(epoch from now() - interval '90 days') * 1000)::bigint), 12, '0')
               || repeat('0', 20))::uuid
$$;

-- What needs the attention of the owners, for as long as it does. Reported once; an alert that is resolved and recurs
-- later is reported again.
create table alerts (
  kind        text not null,
  reference   text not null,
  details     jsonb not null,
  notified_at timestamptz,
  primary key (kind, reference)
);
create index alerts_by_notified_at on alerts (notified_at);

-- Results of the latest data integrity checks. Stored so that every process can report them, and replaced by each run.
create table invariant_checks (
  invariant  text primary key,
  violations bigint not null,
  checked_at timestamptz not null default now()
);
