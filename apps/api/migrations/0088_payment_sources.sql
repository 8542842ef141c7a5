-- Where a payment was started from: the account, the IP address and the device, each as a keyed hash. Payments that failed
-- are counted by these, so that whoever tries out cards is stopped whichever of them they change.
create table payment_sources (
  checkout_id uuid not null references checkouts (id) on delete cascade,
  source bytea not null,
  created_at timestamptz not null default now(),
  primary key (checkout_id, source)
);
create index payment_sources_latest on payment_sources (source, created_at);
create index payment_sources_by_time on payment_sources (created_at);
