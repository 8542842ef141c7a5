-- no-transaction
-- Reconciliation reads the refunds of the last two weeks.
create index concurrently if not exists refunds_by_time on refunds (created_at) where provider_refund_id is not null;
