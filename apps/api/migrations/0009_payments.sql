-- Every payment the provider told us of, whatever became of it.
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
create index payments_strays on payments (created_at) where order_id is null;
create trigger payments_touch before update on payments for each row execute function touch_updated_at();

create table refunds (
  id                 uuid primary key default uuid_v7(),
  payment_id         uuid not null references payments,
  amount_minor       bigint not null check (amount_minor > 0),
  reason             text not null,
  status             text not null default 'pending' check (status in ('pending', 'processed', 'failed')),
  provider_refund_id text unique,
  last_error         text,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now()
);
create index refunds_of_payment on refunds (payment_id);
create index refunds_open on refunds (created_at) where status = 'pending';
create trigger refunds_touch before update on refunds for each row execute function touch_updated_at();

-- Money back never exceeds the money taken. The payment row is the lock that makes this true under races.
create function refunds_within_payment() returns trigger language plpgsql as $$
declare paid bigint;
begin
  select amount_minor into paid from payments where id = new.payment_id for update;
  if (select coalesce(sum(amount_minor), 0) from refunds where payment_id = new.payment_id and status <> 'failed') > paid then
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
create index webhook_inbox_waiting on webhook_inbox (received_at) where processed_at is null;

-- What the provider's books and ours disagree about: shown to the owner, never mended in silence.
create table reconciliation_differences (
  id          uuid primary key default uuid_v7(),
  kind        text not null,
  reference   text not null,
  details     jsonb not null default '{}',
  found_at    timestamptz not null default now(),
  resolved_at timestamptz,
  unique (kind, reference)
);
