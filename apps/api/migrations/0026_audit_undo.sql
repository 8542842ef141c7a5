-- Entries of the audit log that were undone: the primary key rejects a second undo. Not a column of the log, whose rows
-- never change and whose new index would block writes while it is built.
create table audit_undos (
  entry_id  uuid primary key references audit_log,
  undone_at timestamptz not null default now()
);
