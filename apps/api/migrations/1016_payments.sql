create table payments (
  id                  uuid primary key default uuid_v7(),
  checkout_id         uuid references checkouts,
  order_id            uuid references orders,
  provider            text not null,
  provider_order_id   text,
  provider_payment_id text not null,
  method              text,
  amount_minor        bigint not null check (amount_minor >= 0),
  currency            text not null check (currency ~ '^[A-Z]{3}$'),
  rate                numeric(18, 8) check (rate > 0),
  status              text not null check (status in ('created', 'authorized', 'captured', 'failed', 'refunded')),
  failure_reason      text,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  unique (provider, provider_payment_id),
  constraint payments_of_checkout
    check (case when checkout_id is null then order_id is null
                else provider_order_id is not null and rate is not null end)
);
comment on table payments is 'payments. Every payment the provider has reported, whatever its outcome.';
comment on column payments.checkout_id is 'Null: unknown, the provider has received it for no checkout of this store.';
comment on column payments.order_id is 'Null: it has paid no order.';
comment on column payments.amount_minor is 'In the smallest unit of the currency.';
comment on column payments.rate is 'Units of the currency per US dollar.';
create unique index payments_one_capture_per_order on payments (order_id) where status = 'captured';
create index payments_of_checkout on payments (checkout_id);
-- Of earlier releases: payments_without_order is used instead.
create index payments_orphaned on payments (id desc) where order_id is null and status = 'captured';
-- The failed payments of the last day, for alerts.
create index payments_failed on payments (created_at) where order_id is null and status = 'failed';
-- Captured payments without an order that have a checkout: unknown ones are found by their difference.
create index payments_without_order on payments (id desc)
  where order_id is null and status = 'captured' and checkout_id is not null;
create trigger payments_touch before update on payments for each row execute function touch_updated_at();
create trigger invariant_change after insert or update or delete on payments
  for each row execute function record_invariant_change('checkout', 'checkout_id');
create trigger invariant_unknown_change after insert or update on payments
  for each row when (new.checkout_id is null) execute function record_invariant_change('unknown_payment', 'id');

create table refunds (
  id                 uuid primary key default uuid_v7(),
  payment_id         uuid references payments,
  order_id           uuid,
  method             text not null default 'provider',
  amount_minor       bigint not null check (amount_minor > 0),
  shipping_minor     bigint not null default 0,
  reason             text not null,
  status             text not null default 'pending' check (status in ('pending', 'processed', 'failed')),
  provider_refund_id text unique,
  last_error         text,
  retry_of           uuid references refunds,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  constraint refunds_order_id_fkey foreign key (order_id) references orders,
  constraint refunds_method check (method in ('provider', 'cash', 'bank_transfer', 'other')),
  constraint refunds_by_other_means
    check (method = 'provider' or (status = 'processed' and provider_refund_id is null)),
  constraint refunds_in_cash check (method <> 'provider' or payment_id is not null),
  constraint refunds_of_payment_or_order check ((payment_id is null) <> (order_id is null)),
  constraint refunds_shipping check (shipping_minor >= 0)
);
comment on table refunds is
  'payments. Money paid back: of a payment, or of an order paid in cash. Amounts are in the smallest unit of the '
  'currency of the payment or order.';
comment on column refunds.payment_id is 'Null: of an order paid in cash.';
comment on column refunds.order_id is 'Of an order paid in cash.';
comment on column refunds.method is
  'provider: by the payment provider. The others are recorded by staff and processed from the start.';
comment on column refunds.shipping_minor is
  'What was owed for shipping, also if staff have refunded another amount, as the amounts of refund_lines: '
  'otherwise the next return pays the difference.';
comment on column refunds.reason is 'For staff.';
comment on column refunds.retry_of is
  'A failed refund is retried as a new one, at most once; the failed one stays as history.';
create index refunds_of_payment on refunds (payment_id);
create index refunds_open on refunds (created_at) where status = 'pending';
create unique index refunds_one_retry on refunds (retry_of) where retry_of is not null;
-- Reconciliation reads the refunds of the last two weeks.
create index refunds_by_time on refunds (created_at) where provider_refund_id is not null;
create index refunds_of_order on refunds (order_id) where order_id is not null;
create trigger refunds_touch before update on refunds for each row execute function touch_updated_at();
create trigger invariant_change after insert or update or delete on refunds
  for each row execute function record_invariant_change('payment', 'payment_id');
create trigger invariant_order_change after insert or update or delete on refunds
  for each row execute function record_invariant_change('order', 'order_id');

-- Refunds never exceed their payment, or the charge of an order paid in cash. The lock on the row of either ensures this for
-- concurrent refunds.
create function refunds_within_payment() returns trigger language plpgsql as $$
declare paid bigint;
begin
  if new.payment_id is null then
    select charge_minor into paid from orders where id = new.order_id for no key update;
  else
    select amount_minor into paid from payments where id = new.payment_id for update;
  end if;
  if (select coalesce(sum(amount_minor), 0) from refunds
       where (payment_id = new.payment_id or order_id = new.order_id) and status <> 'failed') > paid then
    raise exception 'refunds of payment % exceed it', coalesce(new.payment_id, new.order_id)
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return null;
end $$;
create trigger refunds_within_payment after insert or update on refunds
  for each row execute function refunds_within_payment();

create table refund_lines (
  refund_id     uuid not null references refunds on delete cascade,
  order_line_id uuid not null references order_lines on delete cascade,
  order_id      uuid not null,
  variant_id    uuid not null references variants,
  quantity      integer not null check (quantity > 0),
  unshipped     integer not null check (unshipped between 0 and quantity),
  restocked     integer not null check (restocked >= 0),
  written_off   integer not null check (written_off >= 0),
  amount_minor  bigint not null check (amount_minor >= 0),
  superseded    boolean not null default false,
  primary key (refund_id, order_line_id),
  constraint refund_lines_stock check (restocked + written_off <= quantity)
);
comment on table refund_lines is
  'payments. The units that a refund names. Refunds that are older than this table have none, and those of returns '
  'have theirs in return_lines.';
comment on column refund_lines.order_id is 'Of the line, as variant_id: for the data integrity checks.';
comment on column refund_lines.unshipped is 'Not shipped, and not to be shipped any more.';
comment on column refund_lines.restocked is
  'They are no longer in stock.sold, although the reservation of their checkout keeps its quantity; the same for '
  'written_off.';
comment on column refund_lines.amount_minor is
  'What was paid for these units, in the charged currency, also if staff have refunded another amount.';
comment on column refund_lines.superseded is 'Of earlier releases: not read, and dropped by a later one.';
create index refund_lines_of_line on refund_lines (order_line_id);
create index refund_lines_of_order on refund_lines (order_id);
create index refund_lines_by_variant on refund_lines (variant_id);
create trigger invariant_change after insert or update or delete on refund_lines
  for each row execute function record_invariant_change('order', 'order_id');
create trigger invariant_variant_change after insert or update or delete on refund_lines
  for each row execute function record_invariant_change('variant', 'variant_id');

-- Whether units of an order are neither shipped nor refunded: for the list of orders and for the dashboard.
create function has_units_to_ship(id uuid) returns boolean language sql stable as $$
  select exists (
    select from order_lines l
     where l.order_id = has_units_to_ship.id
       and l.quantity > (select coalesce(sum(i.quantity), 0) from shipment_items i where i.order_line_id = l.id)
                        + (select coalesce(sum(f.unshipped), 0) from refund_lines f where f.order_line_id = l.id))
$$;

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
comment on table webhook_inbox is 'payments. The events that the provider has sent, each once.';
comment on column webhook_inbox.event_id is 'The provider''s id, by which a repeated event is found.';
comment on column webhook_inbox.processed_at is 'Null: waits for the worker.';
create index webhook_inbox_unprocessed on webhook_inbox (received_at) where processed_at is null;
-- For account deletion: the payment in an event names the provider's order, by which the customer's events are found.
create index webhook_inbox_of_order on webhook_inbox ((payload #>> '{payload,payment,entity,order_id}'));
create index webhook_inbox_processed on webhook_inbox (received_at) where processed_at is not null;

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
comment on table reconciliation_differences is
  'payments. Differences between the records of the payment provider and ours: shown to the owners, never corrected '
  'silently.';
comment on column reconciliation_differences.kind is
  'What differs: an unknown order, another amount, a rejected refund and so on.';
comment on column reconciliation_differences.reference is 'The id of what differs, mostly that of the provider.';
create index reconciliation_differences_open on reconciliation_differences (found_at desc, id desc)
  where resolved_at is null;
-- For account deletion, which has references without their kinds.
create index reconciliation_differences_by_reference on reconciliation_differences (reference);
create index reconciliation_differences_of_refund on reconciliation_differences (refund_id) where refund_id is not null;
create trigger invariant_change after insert or update or delete on reconciliation_differences
  for each row execute function record_invariant_change('refund', 'refund_id');

-- They have the payment's id at the provider, or name a refund of it.
create function differences_about(payment payments) returns setof reconciliation_differences language sql stable as $$
  select d.* from reconciliation_differences d where d.reference = payment.provider_payment_id
   union all
  select d.* from refunds r join reconciliation_differences d on d.refund_id = r.id where r.payment_id = payment.id
$$;

-- Marking one of these as resolved decides that a payment without an order is kept, or was refunded by other means.
create function decides_refund(kind text) returns boolean language sql immutable as $$
  select kind in ('unknown_order', 'amount_differs', 'refund_failed', 'refund_rejected')
$$;

-- A captured payment without an order, until it is refunded or such a decision is made.
create function waits_for_refund(payment payments) returns boolean language sql stable as $$
  select payment.order_id is null and payment.status = 'captured'
     and (exists (select from differences_about(payment) d where d.resolved_at is null)
          or not exists (select from differences_about(payment) d where decides_refund(d.kind)))
$$;

-- What staff check: open differences, then the payments waiting for a refund that no open difference lists. An unknown payment
-- has one from the start. `sorted_at` is null where the id is the order of time.
create view payment_problems as
select 1 as part, id, kind, reference, details, refund_id, found_at, found_at as sorted_at
  from reconciliation_differences where resolved_at is null
 union all
select 2, p.id, 'no_order', p.provider_payment_id, '{}', null, p.created_at, null
  from payments p
 where p.order_id is null and p.status = 'captured' and p.checkout_id is not null
   and not exists (select from differences_about(p) d where d.resolved_at is null or decides_refund(d.kind));

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
  event_at            timestamptz not null,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  unique (provider, provider_dispute_id)
);
comment on table payment_disputes is
  'payments. Payments that the payer disputes with their bank, as reported by the provider''s events. Stored even if '
  'the payment is not one of ours: the money is taken from the store''s account all the same.';
comment on column payment_disputes.amount_minor is 'In the smallest unit of the currency.';
comment on column payment_disputes.phase is 'How far the dispute has got, in the words of the provider.';
comment on column payment_disputes.event_at is 'The provider''s time of the latest event applied.';
create index payment_disputes_undecided on payment_disputes (respond_by, id) where status in ('open', 'under_review');
create index payment_disputes_decided on payment_disputes (event_at desc) where status in ('won', 'lost', 'closed');
create trigger payment_disputes_touch before update on payment_disputes
  for each row execute function touch_updated_at();

create table payment_sources (
  checkout_id uuid not null references checkouts on delete cascade,
  source      bytea not null,
  created_at  timestamptz not null default now(),
  primary key (checkout_id, source)
);
comment on table payment_sources is
  'payments. Where a payment was started from: account, IP address and device, each as a keyed hash. Failed '
  'payments are counted per source, so that card testing is blocked even if some of the three change.';
comment on column payment_sources.source is 'A keyed hash of an account, an IP address or a device.';
create index payment_sources_latest on payment_sources (source, created_at);
create index payment_sources_by_time on payment_sources (created_at);

create table payment_page_versions (
  snapshot    jsonb not null,
  changes     jsonb not null,
  found_at    timestamptz not null default now(),
  accepted_at timestamptz
);
comment on table payment_page_versions is
  'payments. Headers and scripts of the payment page, as fetched. A snapshot that differs from the latest accepted '
  'one is reported to the owners until it is accepted or the page is as before.';
comment on column payment_page_versions.changes is
  'The differences from the page that was accepted when this one was found.';
comment on column payment_page_versions.accepted_at is 'Null: reported to the owners.';
-- By hash: a snapshot can be larger than an index entry.
create unique index payment_page_versions_snapshot on payment_page_versions (md5(snapshot::text));
