create table invoice_counters (
  series text primary key,
  last   integer not null check (last > 0)
);
comment on table invoice_counters is
  'invoices. The latest number of each series. Incremented in the transaction that inserts the invoice, so that no '
  'number is skipped: a sequence would lose the number of a transaction that is rolled back.';
comment on column invoice_counters.series is 'Prefix and year.';

create table invoices (
  id               uuid primary key default uuid_v7(),
  kind             text not null check (kind in ('invoice', 'credit_note')),
  order_id         uuid not null references orders,
  refund_id        uuid unique references refunds,
  number           text not null unique,
  series           text not null references invoice_counters,
  sequence         integer not null check (sequence > 0),
  issued_at        timestamptz not null,
  template_version smallint not null,
  document         jsonb not null,
  unique (series, sequence),
  constraint invoices_refund check (kind = 'credit_note' or refund_id is null)
);
comment on table invoices is
  'invoices. Invoices and credit notes, issued by the worker. Tax records: kept as they were issued, also after '
  'account deletion.';
comment on column invoices.refund_id is
  'One credit note for each refund. Null: an invoice, or the credit note of an order that was refused at the door, '
  'for which nothing was paid.';
comment on column invoices.series is 'Prefix and year.';
comment on column invoices.template_version is 'Of the template that renders the PDF from document.';
comment on column invoices.document is 'All that the PDF says.';
create unique index invoices_one_per_order on invoices (order_id) where kind = 'invoice';
create index invoices_of_order on invoices (order_id, id);

-- Tax records: kept as they were issued, also after account deletion.
create function reject_invoice_change() returns trigger language plpgsql as $$
begin
  raise exception 'invoice % is immutable', old.number;
end $$;
create trigger invoices_immutable before update or delete on invoices
  for each row execute function reject_invoice_change();
