create table returns (
  id                       uuid primary key default uuid_v7(),
  order_id                 uuid not null references orders on delete cascade,
  status                   text not null default 'requested'
                             check (status in ('requested', 'authorized', 'declined', 'cancelled', 'expired', 'received', 'completed')),
  recipient_email          text check (length(recipient_email) <= 320),
  comment                  text not null default '' check (length(comment) <= 1000),
  requested_at             timestamptz not null default now(),
  expires_at               timestamptz not null,
  decided_at               timestamptz,
  decline_reason           text check (length(decline_reason) between 1 and 500),
  instructions             text not null default '' check (length(instructions) <= 1000),
  received_at              timestamptz,
  refunded_at              timestamptz,
  refund_minor             bigint not null default 0 check (refund_minor >= 0),
  refund_id                uuid unique references refunds,
  exchange_shipped_at      timestamptz,
  exchange_carrier         text not null default '' check (length(exchange_carrier) <= 60),
  exchange_tracking_number text check (exchange_tracking_number ~ '^[A-Za-z0-9_ ./-]{1,60}$'),
  exchange_tracking_url    text check (exchange_tracking_url ~ '^https://' and length(exchange_tracking_url) <= 500),
  exchange_delivered_at    timestamptz,
  closed_at                timestamptz
);
comment on table returns is 'returns. Requests of customers to send items back, and what became of them.';
comment on column returns.recipient_email is
  'Who gets the emails about an exchange that the recipient of a gift requested. Null: the customer requested it.';
comment on column returns.expires_at is
  'Until when the exchange is reserved, and until when an authorized return is expected.';
comment on column returns.decline_reason is 'For the customer.';
comment on column returns.instructions is 'For the customer: where to send the items, and how.';
comment on column returns.refund_minor is
  'Minor units of the order''s charge. Without a refund of a payment the money was paid back by other means.';
comment on column returns.exchange_delivered_at is 'From then on the units of the exchange can be returned.';
comment on column returns.closed_at is 'Declined, cancelled, expired or completed.';
create index returns_of_order on returns (order_id, id);
create index returns_by_status on returns (status, id desc);
create index returns_due on returns (expires_at) where status = 'authorized';
create index returns_by_recipient on returns (recipient_email) where recipient_email is not null;
create trigger invariant_change after insert or update or delete on returns
  for each row execute function record_invariant_change('order', 'order_id');

create table return_lines (
  id                  uuid primary key default uuid_v7(),
  return_id           uuid not null references returns on delete cascade,
  order_line_id       uuid not null references order_lines on delete cascade,
  exchange_line_id    uuid references return_lines on delete cascade,
  quantity            integer not null check (quantity > 0),
  reason              text not null
                        check (reason in ('too_small', 'too_large', 'not_as_pictured', 'damaged', 'changed_mind')),
  outcome             text not null check (outcome in ('exchange', 'refund')),
  exchange_variant_id uuid references variants,
  restocked           integer not null default 0 check (restocked >= 0),
  written_off         integer not null default 0 check (written_off >= 0),
  refund_minor        bigint not null default 0 check (refund_minor >= 0),
  -- A return can have units of an item as ordered, and units that were exchanged for it.
  constraint return_lines_item unique nulls not distinct (return_id, order_line_id, exchange_line_id),
  constraint return_lines_exchange check ((outcome = 'exchange') = (exchange_variant_id is not null))
);
comment on table return_lines is 'returns. The units of an item that come back.';
comment on column return_lines.exchange_line_id is
  'The line whose exchange comes back; null: the item comes back as it was ordered.';
comment on column return_lines.exchange_variant_id is 'Another variant of the same product.';
comment on column return_lines.restocked is 'Units received that went back into stock.';
comment on column return_lines.written_off is 'Units received that did not.';
comment on column return_lines.refund_minor is 'In the smallest unit of the order''s charge.';
create index return_lines_of_order_line on return_lines (order_line_id);
create index return_lines_of_exchange_line on return_lines (exchange_line_id) where exchange_line_id is not null;

create table exchange_reservations (
  return_line_id uuid primary key references return_lines on delete cascade,
  variant_id     uuid not null references variants,
  quantity       integer not null check (quantity > 0),
  status         text not null default 'reserved' check (status in ('reserved', 'sold', 'released')),
  created_at     timestamptz not null default now()
);
comment on table exchange_reservations is
  'inventory. Units for the exchange of a return: in stock.reserved or stock.sold, beside those of checkouts. Here '
  'for its foreign key.';
create index exchange_reservations_of_variant on exchange_reservations (variant_id) where status <> 'released';

create table returned_units (
  return_line_id uuid primary key references return_lines on delete cascade,
  variant_id     uuid not null references variants,
  restocked      integer not null check (restocked >= 0),
  written_off    integer not null check (written_off >= 0),
  movement_id    uuid unique references stock_movements on delete set null,
  created_at     timestamptz not null default now(),
  constraint returned_units_any check (restocked + written_off > 0)
);
comment on table returned_units is
  'inventory. Units of an order that came back. They are no longer in stock.sold, although the reservation of their '
  'checkout keeps its quantity. Units written off have a stock movement. Here for its foreign key.';
comment on column returned_units.restocked is 'Units that went back into stock.';
comment on column returned_units.written_off is 'Units that did not.';
comment on column returned_units.movement_id is 'Of the units written off.';
create index returned_units_of_variant on returned_units (variant_id);

-- For the incremental data integrity check: the order of a return line, directly or by the id of the line.
create function record_return_change() returns trigger language plpgsql as $$
declare
  line uuid;
  changed uuid;
begin
  if tg_table_name = 'return_lines' then
    changed := (select order_id from returns where id = coalesce(new.return_id, old.return_id));
  else
    if tg_table_name = 'stock_movements' then
      line := (select return_line_id from returned_units where movement_id = new.id);
    else
      line := coalesce(new.return_line_id, old.return_line_id);
    end if;
    changed := (select r.order_id from return_lines l join returns r on r.id = l.return_id where l.id = line);
  end if;
  if changed is not null then
    insert into invariant_changes (kind, key) values ('order', changed);
  end if;
  return null;
end $$;
create trigger invariant_change after insert or update or delete on return_lines
  for each row execute function record_return_change();
create trigger invariant_change after insert or update or delete on exchange_reservations
  for each row execute function record_return_change();
create trigger invariant_variant_change after insert or update or delete on exchange_reservations
  for each row execute function record_invariant_change('variant', 'variant_id');
create trigger invariant_change after insert or update or delete on returned_units
  for each row execute function record_return_change();
create trigger invariant_variant_change after insert or update or delete on returned_units
  for each row execute function record_invariant_change('variant', 'variant_id');
-- A movement is inserted with its returned units, and its deletion changes them.
create trigger invariant_change after update on stock_movements
  for each row execute function record_return_change();
