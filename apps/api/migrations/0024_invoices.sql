alter table store_settings
  -- The numbers are {prefix}-{year}-{sequence}.
  add column invoice_prefix     text not null default 'INV' check (invoice_prefix ~ '^[A-Z0-9]{1,8}$'),
  add column credit_note_prefix text not null default 'CN' check (credit_note_prefix ~ '^[A-Z0-9]{1,8}$'),
  -- Tariff code of the products, on invoices of sellers in India. '' if not given.
  add column hsn_code           text not null default '' check (hsn_code ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})?$');

-- The latest number of each series. Incremented in the transaction that inserts the invoice, so that no number is skipped:
-- a sequence would lose the number of a transaction that is rolled back.
create table invoice_counters (
  series text primary key,
  last   integer not null check (last > 0)
);

-- Issued by the worker, immutable. A PDF is rendered from `document` by the template of `template_version`.
create table invoices (
  id               uuid primary key default uuid_v7(),
  kind             text not null check (kind in ('invoice', 'credit_note')),
  order_id         uuid not null references orders,
  -- One credit note for each refund.
  refund_id        uuid unique references refunds,
  number           text not null unique,
  -- Prefix and year.
  series           text not null references invoice_counters,
  sequence         integer not null check (sequence > 0),
  issued_at        timestamptz not null,
  template_version smallint not null,
  document         jsonb not null,
  unique (series, sequence),
  constraint invoices_refund check ((kind = 'credit_note') = (refund_id is not null))
);
create unique index invoices_one_per_order on invoices (order_id) where kind = 'invoice';
create index invoices_of_order on invoices (order_id, id);

-- Tax records: kept as they were issued, also after account deletion.
create function reject_invoice_change() returns trigger language plpgsql as $$
begin
  raise exception 'invoice % is immutable', old.number;
end $$;
create trigger invoices_immutable before update or delete on invoices
  for each row execute function reject_invoice_change();
