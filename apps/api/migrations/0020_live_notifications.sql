-- The transaction that wrote it. An open page remembers the snapshot it was last told from: whatever that snapshot could
-- not see is news, in whichever order transactions began and ended. An id or a time could not tell: they are given out
-- before the commit, so that a row may appear behind one that was told already.
alter table notifications add column written_in xid8 not null default pg_current_xact_id();
