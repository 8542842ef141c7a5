-- Parcels of an order: each has some or all of its units. Orders shipped before this file have none.
create table shipments (
  id              uuid primary key default uuid_v7(),
  order_id        uuid not null references orders on delete cascade,
  number          smallint not null check (number > 0),
  carrier         text not null default '' check (length(carrier) <= 60),
  tracking_number text not null check (tracking_number ~ '^[A-Za-z0-9_ ./-]{1,60}$'),
  tracking_url    text check (tracking_url ~ '^https://' and length(tracking_url) <= 500),
  shipped_at      timestamptz not null default now(),
  created_by      uuid references users,
  unique (order_id, number)
);

create table shipment_items (
  shipment_id   uuid not null references shipments on delete cascade,
  order_line_id uuid not null references order_lines on delete cascade,
  quantity      integer not null check (quantity > 0),
  primary key (shipment_id, order_line_id)
);
-- For the foreign key, and the units of a line that are shipped.
create index shipment_items_of_line on shipment_items (order_line_id);

-- Writers hold the lock of the order. The line is locked here too, so that the sum is right without it.
create function shipment_items_within_order() returns trigger language plpgsql as $$
declare
  ordered integer;
begin
  select l.quantity into ordered
    from order_lines l join shipments s on s.order_id = l.order_id
   where l.id = new.order_line_id and s.id = new.shipment_id for no key update of l;
  if ordered is null or (select sum(quantity) from shipment_items where order_line_id = new.order_line_id) > ordered then
    raise exception 'line % has fewer units to ship', new.order_line_id
      using errcode = 'check_violation', constraint = 'shipment_items_within_order';
  end if;
  return null;
end $$;
create trigger shipment_items_within_order after insert or update on shipment_items
  for each row execute function shipment_items_within_order();

-- Carriers have numbers of other formats. Not validated: every existing number has the narrower format.
alter table orders drop constraint orders_tracking_number_check;
alter table orders add constraint orders_tracking_number_check
  check (tracking_number ~ '^[A-Za-z0-9_ ./-]{1,60}$') not valid;

-- The units that `written_off` is about, if they are not all: a partially shipped order was cancelled. Not validated:
-- every existing row has null.
alter table reservations add column written_off_units integer;
alter table reservations add constraint reservations_written_off_units check (written_off_units between 1 and quantity)
  not valid;
