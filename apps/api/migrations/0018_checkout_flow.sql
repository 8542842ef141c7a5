-- An answer is given again byte for byte, and jsonb would put its fields in another order.
alter table idempotency_keys alter column response type json using response::json;
-- Calls that never got an answer are looked for every minute.
create index idempotency_keys_unfinished on idempotency_keys (created_at) where status is null;

alter table checkouts
  -- Until then one process alone asks the provider to open its order. A moment in the past: it was asked, and may have.
  add column provider_asked_until timestamptz,
  -- When the provider is next asked whether this was paid after all.
  add column reconcile_at timestamptz;
create index checkouts_to_reconcile on checkouts (reconcile_at) where reconcile_at is not null;
