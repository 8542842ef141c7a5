-- Every payment the provider has reported, whatever its outcome. Amounts are in the smallest unit of their currency.
create table payments (
  id                  uuid primary key default uuid_v7(),
  checkout_id         uuid not null references checkouts,
  order_id            uuid references orders,
  provider            text not null,
  provider_order_id   text not null,
  provider_payment_id text not null,
  method              text,
  amount_minor        bigint not null check (amount_minor >= 0),
  currency            text not null check (currency ~ '^[A-Z]{3}$'),
  rate                numeric(18, 8) not null check (rate > 0),
  status              text not null check (status in ('created', 'authorized', 'captured', 'failed', 'refunded')),
  failure_reason      text,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  unique (provider, provider_payment_id)
);
create unique index payments_one_capture_per_order on payments (order_id) where status = 'captured';
create index payments_of_checkout on payments (checkout_id);
-- Captured payments without an order: the list of the admin panel, and the count on the dashboard.
create index payments_orphaned on payments (id desc) where order_id is null and status = 'captured';
-- The failed payments of the last day, for alerts.
create index payments_failed on payments (created_at) where order_id is null and status = 'failed';
create trigger payments_touch before update on payments for each row execute function touch_updated_at();

create table refunds (
  id                 uuid primary key default uuid_v7(),
  payment_id         uuid not null references payments,
  amount_minor       bigint not null check (amount_minor > 0),
  reason             text not null,
  status             text not null default 'pending' check (status in ('pending', 'processed', 'failed')),
  provider_refund_id text unique,
  last_error         text,
  -- A failed refund is retried as a new one, at most once; the failed one stays as history.
  retry_of           uuid references refunds,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now()
);
create index refunds_of_payment on refunds (payment_id);
create index refunds_open on refunds (created_at) where status = 'pending';
create unique index refunds_one_retry on refunds (retry_of) where retry_of is not null;
-- Reconciliation reads the refunds of the last two weeks.
create index refunds_by_time on refunds (created_at) where provider_refund_id is not null;
create trigger refunds_touch before update on refunds for each row execute function touch_updated_at();

-- Refunds never exceed their payment. The lock on the payment's row ensures this for concurrent refunds.
create function refunds_within_payment() returns trigger language plpgsql as $$
declare paid bigint;
begin
  select amount_minor into paid from payments where id = new.payment_id for update;
  if (select coalesce(sum(amount_minor), 0) from refunds where payment_id = new.payment_id and status <> 'failed')
     > paid then
    raise exception 'refunds of payment % exceed it', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return null;
end $$;
create trigger refunds_within_payment after insert or update on refunds
  for each row execute function refunds_within_payment();

create table webhook_inbox (
  provider     text not null,
  event_id     text not null,
  type         text not null,
  payload      jsonb not null,
  received_at  timestamptz not null default now(),
  processed_at timestamptz,
  last_error   text,
  primary key (provider, event_id)
);
create index webhook_inbox_unprocessed on webhook_inbox (received_at) where processed_at is null;
-- For account deletion: the payment in an event names the provider's order, by which the customer's events are found.
create index webhook_inbox_of_order on webhook_inbox ((payload #>> '{payload,payment,entity,order_id}'));

-- Differences between the records of the payment provider and ours: shown to the owners, never corrected silently.
create table reconciliation_differences (
  id          uuid primary key default uuid_v7(),
  kind        text not null,
  reference   text not null,
  details     jsonb not null default '{}',
  refund_id   uuid references refunds,
  found_at    timestamptz not null default now(),
  resolved_at timestamptz,
  unique (kind, reference)
);
create index reconciliation_differences_open on reconciliation_differences (found_at desc, id desc)
  where resolved_at is null;
-- For account deletion, which has references without their kinds.
create index reconciliation_differences_by_reference on reconciliation_differences (reference);

-- Payments that the payer disputes with their bank, as reported by the provider's events. Stored even if the payment is
-- not one of ours: the money is taken from the store's account all the same.
create table payment_disputes (
  id                  uuid primary key default uuid_v7(),
  provider            text not null,
  provider_dispute_id text not null,
  provider_payment_id text not null,
  amount_minor        bigint not null check (amount_minor >= 0),
  currency            text not null check (currency ~ '^[A-Z]{3}$'),
  reason              text,
  phase               text,
  status              text not null check (status in ('open', 'under_review', 'won', 'lost', 'closed')),
  respond_by          timestamptz,
  disputed_at         timestamptz not null,
  -- The provider's time of the latest event applied.
  event_at            timestamptz not null,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  unique (provider, provider_dispute_id)
);
create index payment_disputes_undecided on payment_disputes (respond_by, id) where status in ('open', 'under_review');
create index payment_disputes_decided on payment_disputes (event_at desc) where status in ('won', 'lost', 'closed');
create trigger payment_disputes_touch before update on payment_disputes
  for each row execute function touch_updated_at();

-- Where a payment was started from: account, IP address and device, each as a keyed hash. Failed payments are counted
-- per source, so that card testing is blocked even if some of the three change.
create table payment_sources (
  checkout_id uuid not null references checkouts on delete cascade,
  source      bytea not null,
  created_at  timestamptz not null default now(),
  primary key (checkout_id, source)
);
create index payment_sources_latest on payment_sources (source, created_at);
create index payment_sources_by_time on payment_sources (created_at);

-- Headers and scripts of the payment page, as fetched. A snapshot that differs from the latest accepted one is reported
-- to the owners until it is accepted or the page is as before.
create table payment_page_versions (
  snapshot    jsonb not null,
  -- The differences from the page that was accepted when this one was found.
  changes     jsonb not null,
  found_at    timestamptz not null default now(),
  accepted_at timestamptz
);
-- By hash: a snapshot can be larger than an index entry.
create unique index payment_page_versions_snapshot on payment_page_versions (md5(snapshot::text));
