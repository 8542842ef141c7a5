-- Units of a refund line stay refunded when their order is cancelled and reopened: the column `superseded` is no longer
-- read. The previous release still writes it; a later one drops it. Orders that were reopened have sold all of their units
-- again.
update refund_lines f set unshipped = 0, restocked = 0, written_off = 0
  from orders o
 where f.superseded and o.id = f.order_id and o.status <> 'cancelled'
   and f.unshipped + f.restocked + f.written_off > 0;

create or replace function has_units_to_ship(id uuid) returns boolean language sql stable as $$
  select exists (
    select from order_lines l
     where l.order_id = has_units_to_ship.id
       and l.quantity > (select coalesce(sum(i.quantity), 0) from shipment_items i where i.order_line_id = l.id)
                        + (select coalesce(sum(f.unshipped), 0) from refund_lines f where f.order_line_id = l.id))
$$;
