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
comment on table audit_log is
  'audit. What staff did. Append-only: only the contents of an entry are blanked, when an account is erased.';
comment on column audit_log.actor_user_id is 'Null: an operator by a command, or the account was erased.';
comment on column audit_log.entity is 'The kind of thing: order, product, settings and so on.';
comment on column audit_log.entity_id is 'No foreign key: of any table.';
comment on column audit_log.before is 'What changed, as it was. Null: the thing was created.';
comment on column audit_log.after is 'What changed, as it is now. Null: the thing was deleted.';
-- Every list is a range of one of these, newest first: ids start with their time.
create index audit_log_by_entity on audit_log (entity, id desc);
-- Without the entity: ids hardly repeat across entities, and account deletion has ids only.
create index audit_log_by_entity_id on audit_log (entity_id, id desc);
create index audit_log_of_actor on audit_log (actor_user_id, id desc);
create index audit_log_of_actor_by_entity on audit_log (actor_user_id, entity, id desc);
-- Without logins and denied permissions, which are many: the first page of the log and the activity on the dashboard.
create index audit_log_changes on audit_log (id desc) where entity not in ('login', 'access');

create table audit_undos (
  entry_id  uuid primary key references audit_log,
  undone_at timestamptz not null default now()
);
comment on table audit_undos is
  'audit. Entries of the audit log that were undone: the primary key rejects a second undo. Not a column of the '
  'log, whose rows never change.';

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

-- The same in portions: returns what was deleted.
create function delete_old_logins(at_most bigint) returns setof uuid
  language sql security definer set search_path = pg_catalog, public as $$
  delete from audit_log where id in (
    select id from audit_log
     where entity in ('login', 'access')
       and id < (lpad(to_hex((extract(epoch from now() - interval '90 days') * 1000)::bigint), 12, '0')
                 || repeat('0', 20))::uuid
     order by id limit at_most)
  returning id
$$;
