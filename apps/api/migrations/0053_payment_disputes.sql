-- Payments whose payer asks the bank for the money back, as the provider's events tell it. A dispute is kept though its
-- payment is none of ours: the money is taken from the shop's account all the same.
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
  -- When the newest event that was applied arose at the provider.
  event_at            timestamptz not null,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  unique (provider, provider_dispute_id)
);
create index payment_disputes_undecided on payment_disputes (respond_by, id) where status in ('open', 'under_review');
create index payment_disputes_decided on payment_disputes (event_at desc) where status in ('won', 'lost', 'closed');
create trigger payment_disputes_touch before update on payment_disputes for each row execute function touch_updated_at();
