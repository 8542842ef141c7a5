import { sql } from '#platform/database/sql.ts';

/** The refunds of the order `o` in the outer query: of its payment, or of what was paid in cash. */
export const REFUNDS_OF_ORDER = sql`
  (select f.* from payments p join refunds f on f.payment_id = p.id
    where p.checkout_id = o.checkout_id and p.order_id = o.id
    union all
   select * from refunds where order_id = o.id)`;

/**
 * Of the order `o` in the outer query: what remains to be refunded, and the units refunded so far, by returns or by unit,
 * with what was refunded for them. A refund that failed counts among these: its amount is owed by its retry. Returns of
 * cash orders had no refund in earlier releases.
 */
export const REFUND_STATE = sql`
  select case when o.payment_method = 'cod'
              then o.charge_minor - by_hand.minor
                   - coalesce((select sum(refund_minor) from returns where order_id = o.id and refund_id is null), 0)
              else coalesce((select p.amount_minor - coalesce((select sum(amount_minor) from refunds
                                                                where payment_id = p.id and status <> 'failed'), 0)
                               from payments p
                              where p.checkout_id = o.checkout_id and p.order_id = o.id and p.status = 'captured'), 0)
              end as "refundableMinor",
         returned.price + lines.price as "refundedPriceCents",
         returned.minor + lines.minor + by_hand.shipping as "refundedMinor",
         by_hand.shipping > 0 as "shippingRefunded"
    from (select coalesce(sum(f.amount_minor) filter (where f.status <> 'failed'), 0) as minor,
                 coalesce(sum(f.shipping_minor), 0) as shipping from ${REFUNDS_OF_ORDER} f) by_hand,
         (select coalesce(sum(refund_minor), 0) as minor,
                 coalesce(sum((select sum(x.unit_price_cents * (b.restocked + b.written_off))
                                 from return_lines b join order_lines x on x.id = b.order_line_id
                                where b.return_id = r.id and b.outcome = 'refund')), 0) as price
            from returns r where order_id = o.id and refunded_at is not null) returned,
         (select coalesce(sum(f.amount_minor), 0) as minor, coalesce(sum(x.unit_price_cents * f.quantity), 0) as price
            from refund_lines f join order_lines x on x.id = f.order_line_id where f.order_id = o.id) lines`;
