-- no-transaction
-- The audit log without logins and refused permissions, which are many: the first page of it and the dashboard's activity.
create index concurrently if not exists audit_log_changes on audit_log (id desc) where entity not in ('login', 'access');
