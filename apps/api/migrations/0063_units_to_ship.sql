-- Whether units of an order are neither shipped nor refunded: for the list of orders and for the dashboard.
create function has_units_to_ship(id uuid) returns boolean language sql stable as $$
  select exists (
    select from order_lines l
     where l.order_id = has_units_to_ship.id
       and l.quantity > (select coalesce(sum(i.quantity), 0) from shipment_items i where i.order_line_id = l.id)
                        + (select coalesce(sum(f.unshipped), 0) from refund_lines f
                            where f.order_line_id = l.id and not f.superseded))
$$;
