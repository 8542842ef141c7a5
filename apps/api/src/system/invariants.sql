-- Data integrity checks. Each statement returns the rows that violate it, and must return none at any time; one statement
-- each, so that a check reads one snapshot. The line above it has its id, its subject and its rule.
--
-- A subject other than `all` is what the returned `key` is the id of. The full check runs a statement as it is here. The
-- incremental check runs the same text with the tables of that subject reduced to some of its ids (subject-rules.ts), so it
-- must find a violation of a key in rows of that key. A table named with its schema is not reduced: it is looked up.
-- All of them join sets, none queries row by row: they run on large stores too.

-- I01 variant: Stock quantities are never negative
select variant_id as key from stock where received < 0 or available < 0 or reserved < 0 or sold < 0;

-- I02 variant: Available, reserved and sold units add up to units received
select variant_id as key from stock where available + reserved + sold <> received;

-- I03 variant: Reserved and sold units match the reservations, exchanges, returned and refunded units
select variant_id as key
  from stock s
  full join (select variant_id, sum(reserved) as reserved, sum(sold) as sold
               from (select variant_id, case when status = 'reserved' then quantity else 0 end as reserved,
                            case when status = 'sold' then quantity else 0 end as sold
                       from reservations where status <> 'released'
                      union all
                     select variant_id, case when status = 'reserved' then quantity else 0 end,
                            case when status = 'sold' then quantity else 0 end
                       from exchange_reservations where status <> 'released'
                      union all
                     select variant_id, 0, -restocked - written_off from returned_units
                      union all
                     select f.variant_id, 0, -f.restocked - f.written_off
                       from refund_lines f join orders o on o.id = f.order_id where o.status <> 'cancelled') u
              group by variant_id) r using (variant_id)
 where (coalesce(s.reserved, 0), coalesce(s.sold, 0)) <> (coalesce(r.reserved, 0), coalesce(r.sold, 0));

-- I04 checkout: Checkout lines match their reservations, and order lines match their checkout
select checkout_id as key from checkout_lines l full join reservations r using (checkout_id, variant_id)
 where l.quantity is distinct from r.quantity
 union all
select checkout_id
  from (select o.checkout_id, l.variant_id, l.quantity, l.unit_price_cents
          from orders o join order_lines l on l.order_id = o.id) bought
  full join (select l.checkout_id, l.variant_id, l.quantity, l.unit_price_cents
               from checkout_lines l join orders o using (checkout_id)) offered
      using (checkout_id, variant_id)
 where (bought.quantity, bought.unit_price_cents) is distinct from (offered.quantity, offered.unit_price_cents);

-- I05 checkout: Orders have claimed their stock, cancelled orders have released it, and only open checkouts hold reservations
select c.id as key
  from reservations r join checkouts c on c.id = r.checkout_id left join orders o on o.checkout_id = c.id
 where case when o.id is null then r.status = 'sold' or (r.status = 'reserved' and c.status <> 'open')
            when o.status = 'cancelled' then r.status <> 'released'
            else r.status <> 'sold' end;

-- I06 all: No reservation has outlived its expiry
select from reservations where status = 'reserved' and expires_at < now() - interval '2 minutes';

-- I07 checkout: Order totals match their lines, tax, shipping and discount
select o.checkout_id as key
  from orders o
  left join (select order_id, sum(unit_price_cents * quantity) as cents from order_lines group by order_id) l
         on l.order_id = o.id
 where subtotal_cents <> coalesce(l.cents, 0) or tax_cents <> (subtotal_cents * tax_bp + 5000) / 10000
    or total_cents <> subtotal_cents + tax_cents + shipping_cents - discount_cents or total_cents < 0;

-- I08 checkout: Order discounts match their discount code
select checkout_id as key from orders
 where discount_cents <> (subtotal_cents * discount_bp + 5000) / 10000 or (discount_code_id is null) <> (discount_bp = 0);

-- I09 checkout: Every order has at least one line
select checkout_id as key from orders o where not exists (select from order_lines l where l.order_id = o.id);

-- I10 checkout: Every order paid online has exactly one captured payment
select o.checkout_id as key
  from orders o
  left join (select order_id, count(*) as payments from payments where status = 'captured' group by order_id) p
         on p.order_id = o.id
 where payment_method <> 'cod' and payment_status = 'paid' and total_cents > 0 and p.payments is distinct from 1;

-- I11 checkout: Captured payments match the amount and currency of their order
select o.checkout_id as key
  from payments p join orders o on o.id = p.order_id
 where p.status = 'captured'
   and (o.payment_status, o.charge_minor, o.charge_currency) is distinct from ('paid', p.amount_minor, p.currency);

-- I12 checkout: No payment is used twice
select p.checkout_id as key
  from payments p
 where exists (select from public.payments other
                where (other.provider, other.provider_payment_id) = (p.provider, p.provider_payment_id)
                  and other.id <> p.id)
   and p.checkout_id is not null;

-- I13 checkout: Refunds never exceed the amount paid
select p.checkout_id as key
  from payments p
  join (select payment_id, sum(amount_minor) as minor from refunds where status <> 'failed' group by payment_id) r
    on r.payment_id = p.id
 where r.minor > p.amount_minor and p.checkout_id is not null;

-- I14 checkout: Payments without a valid order are refunded
-- A captured payment without an active order may stay only while its failed refund is an open difference, or if the
-- rest is below the minimum refund of the provider. 'refunded' means that nothing is left.
with back as (select payment_id, sum(amount_minor) as minor from refunds where status <> 'failed' group by payment_id),
     may_stay as (select p.id
                    from reconciliation_differences d join refunds r on r.id = d.refund_id
                    join payments p on p.id = r.payment_id left join back on back.payment_id = p.id
                   where d.resolved_at is null
                      or p.amount_minor - coalesce(back.minor, 0) < (d.details ->> 'minimumMinor')::bigint)
select p.checkout_id as key
  from orders o join payments p on p.order_id = o.id
 where o.status = 'cancelled' and p.status = 'captured' and p.id not in (select id from may_stay)
 union all
select p.checkout_id from payments p
 where p.status = 'captured' and p.order_id is null and p.checkout_id is not null
   and not exists (select from reconciliation_differences d where d.reference = p.provider_payment_id)
   and p.id not in (select id from may_stay)
 union all
select p.checkout_id from payments p left join back on back.payment_id = p.id
 where p.status in ('captured', 'refunded') and p.amount_minor > 0 and p.checkout_id is not null
   and (p.status = 'refunded') <> (coalesce(back.minor, 0) = p.amount_minor)
 union all
select p.checkout_id from refunds r join payments p on p.id = r.payment_id
 where r.status = 'pending' and p.checkout_id is not null
   and not exists (select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
                    where t.identifier = 'refund_payment' and j.payload ->> 'refundId' = r.id::text);

-- I15 code: Discount code usage matches redemptions and stays within the limit
select c.id as key
  from discount_codes c
  left join (select discount_code_id, count(*) as times from discount_redemptions where released_at is null group by 1) r
         on r.discount_code_id = c.id
 where c.used <> coalesce(r.times, 0) or c.used > c.usage_limit;

-- I16 code: No customer exceeds the usage limit of a discount code
select r.discount_code_id as key
  from (select discount_code_id, count(*) as times, max(created_at) as last from discount_redemptions
         where released_at is null and not joined group by discount_code_id, user_id) r
  join discount_codes c on c.id = r.discount_code_id
 where r.times > c.per_user_limit and coalesce(r.last > c.per_user_limit_lowered_at, true);

-- I17 checkout: Discount code redemptions belong to an order or an open checkout
select c.id as key
  from (select c.id, c.status, o.id as order_id, o.status as order_status, o.discount_code_id, o.user_id
          from checkouts c left join orders o on o.checkout_id = c.id) c
  left join discount_redemptions r on r.checkout_id = c.id
 where case when c.order_id is null then (c.status = 'open') <> (r.released_at is null) and r.id is not null
            else c.discount_code_id is distinct from r.discount_code_id
                 or (r.id is not null and (c.user_id <> r.user_id
                                           or (c.order_status = 'cancelled') <> (r.released_at is not null))) end;

-- I18 checkout: Order status matches the last entry of a complete status history
-- The last status is that of the highest text of number and status: cheaper than another join with the history.
select o.checkout_id as key
  from orders o
  left join (select order_id, count(*) as steps, min(seq) as first, max(seq) as last,
                    right(max(chr(greatest(seq, 1)) || to_status collate "C"), -1) as status
               from order_status_history group by order_id) h on h.order_id = o.id
 where (1, h.steps, o.status) is distinct from (h.first, h.last, h.status);

-- I19 checkout: Every status change is allowed and follows the previous one
select (select o.checkout_id from orders o where o.id = h.order_id) as key
  from (select *, lag(to_status) over (partition by order_id order by seq) as ended from order_status_history) h
  left join legal_transitions t on (t.from_status, t.to_status, t.actor) = (h.from_status, h.to_status, h.actor)
 where case when h.seq = 1 then h.from_status is not null or h.to_status <> 'pending'
            else h.from_status is distinct from h.ended or t.actor is null end;

-- I20 checkout: Customers are notified exactly once of each status change
select o.checkout_id as key
  from order_status_history h join orders o on o.id = h.order_id join users u on u.id = o.user_id
  left join notifications n on n.history_id = h.id
 where h.seq > 1 and n.user_id is distinct from o.user_id and u.deleted_at is null
   -- Older notifications are deleted (notifications/rules.ts).
   and h.created_at > now() - interval '179 days'
 union all
select (select o.checkout_id from order_status_history h join orders o on o.id = h.order_id where h.id = twice.history_id)
  from (select history_id from notifications where history_id is not null group by history_id having count(*) > 1) twice;

-- I21 checkout: Every shipped order has a valid tracking number
select checkout_id as key from orders
 where (status = 'shipped' and tracking_number is null)
    or length(tracking_number) not between 1 and 60 or tracking_number ~ '[^A-Za-z0-9_ ./-]';

-- I22 user: Customers with addresses have exactly one default address
select user_id as key from addresses group by user_id having count(*) filter (where is_default) <> 1;

-- I23 checkout: No order uses an address that belongs to another customer
select o.checkout_id as key from orders o join addresses a on a.id = o.address_id where a.user_id <> o.user_id;

-- I24 all: Payment provider webhooks are processed within 5 minutes
select from webhook_inbox where processed_at is null and received_at < now() - interval '5 minutes';

-- I25 all: No background job has failed or is stuck
select from graphile_worker.jobs
 where (attempts >= max_attempts and locked_at is null)
    or (run_at < now() - interval '5 minutes' and coalesce(locked_at, '-infinity') < now() - interval '15 minutes');

-- I26 all: No request is stuck on its idempotency key
select from idempotency_keys where status is null and created_at < now() - interval '5 minutes';

-- I27 user: No session belongs to a deleted account or predates a password change
select u.id as key from sessions s join users u on u.id = s.user_id
 where u.deleted_at is not null or s.created_at < u.password_changed_at;

-- I28 product: No customer has reviewed a product twice
select product_id as key from reviews where user_id is not null group by product_id, user_id having count(*) > 1;

-- S01 checkout: Completed checkouts have an order, and all others have none
select c.id as key from checkouts c left join orders o on o.checkout_id = c.id
 where (c.status = 'completed') <> (o.id is not null);

-- S02 product: Product ratings match their approved reviews
select p.id as key
  from products p
  left join (select product_id, count(*) as reviews, sum(rating_halves) as halves,
                    array[count(*) filter (where rating_halves <= 2), count(*) filter (where rating_halves in (3, 4)),
                          count(*) filter (where rating_halves in (5, 6)), count(*) filter (where rating_halves in (7, 8)),
                          count(*) filter (where rating_halves >= 9)] as stars
               from reviews where status = 'approved' group by product_id) r on r.product_id = p.id
 where (p.rating_count, p.rating_halves, p.star_counts)
       <> (coalesce(r.reviews, 0), coalesce(r.halves, 0), coalesce(r.stars, '{0,0,0,0,0}'));

-- S03 product: Every product has a variant with stock and a current URL slug
select p.id as key from products p
 where not exists (select from variants v join stock s on s.variant_id = v.id where v.product_id = p.id)
 union
select p.id from products p
 where not exists (select from product_slugs g where (g.slug, g.product_id) = (p.slug, p.id));

-- S04 product: Exactly the published products are in the search index
select coalesce(p.id, s.product_id) as key
  from products p full join product_search s on s.product_id = p.id
 where (p.status = 'published') <> (s.product_id is not null) or s.featured_score <> p.featured_score;

-- S05 product: The size filter matches the sizes in stock
select coalesce(z.product_id, s.product_id) as key
  from sizes_in_stock z
  full join (select v.product_id, k.variant_id, option.value as size
               from variants v join stock k on k.variant_id = v.id, jsonb_each_text(v.option_values) option
              where v.archived_at is null and k.available > 0) s using (variant_id, size)
 where z.product_id is null or s.variant_id is null;

-- S06 all: The cached product count matches the number of published products
select from (select coalesce(sum(products), 0) as cached from facet_counts
              where category_id = '00000000-0000-0000-0000-000000000000' and brand_id = category_id and band = 0
                and stars = 0) f
 where cached <> (select count(*) from products where status = 'published');

-- S07 checkout: Shipments never exceed the units ordered, and a shipped order has no units left
-- Orders shipped before there were shipments have none. Units that were refunded before they were shipped are not left; an
-- order whose payment is refunded keeps its status.
select o.checkout_id as key
  from (select distinct order_id from shipments) s
  join orders o on o.id = s.order_id
  join order_lines l on l.order_id = o.id
  left join (select order_line_id, sum(quantity) as units from shipment_items group by 1) i on i.order_line_id = l.id
  left join (select order_line_id, sum(unshipped) as units from refund_lines group by 1) f
         on f.order_line_id = l.id
 group by o.checkout_id, o.id, o.status, o.payment_status
having bool_or(coalesce(i.units, 0) + coalesce(f.units, 0) > l.quantity) or o.status = 'pending'
    or (o.status <> 'cancelled' and not (o.status = 'processing' and o.payment_status = 'refunded')
        and (o.status = 'processing') = bool_and(coalesce(i.units, 0) + coalesce(f.units, 0) = l.quantity));

-- S08 checkout: Refunded units never exceed the units ordered, and refunds never exceed what was paid in cash
select o.checkout_id as key
  from orders o join order_lines x on x.order_id = o.id
  left join (select order_line_id, sum(quantity) as units from refund_lines group by 1) f on f.order_line_id = x.id
  left join (select l.order_line_id, sum(l.restocked + l.written_off) as units
               from returns r join return_lines l on l.return_id = r.id
              where l.outcome = 'refund' and r.refunded_at is not null group by 1) b on b.order_line_id = x.id
 where coalesce(f.units, 0) + coalesce(b.units, 0) > x.quantity
 union all
-- Every line belongs to a line of the order.
select o.checkout_id
  from orders o join refund_lines f on f.order_id = o.id left join order_lines x on x.id = f.order_line_id
 where (x.order_id, x.variant_id) is distinct from (f.order_id, f.variant_id)
 union all
select o.checkout_id
  from orders o join public.refunds f on f.order_id = o.id and f.status <> 'failed'
 group by o.checkout_id, o.charge_minor, o.payment_method
having sum(f.amount_minor) > o.charge_minor or o.payment_method <> 'cod';

-- S09 unknown_payment: Payments without a checkout are listed or refunded, once
with back as (select payment_id, sum(amount_minor) as minor from refunds where status <> 'failed' group by payment_id)
select p.id as key
  from payments p left join back on back.payment_id = p.id
 where p.checkout_id is null
   and (not exists (select from reconciliation_differences d
                     where d.kind = 'unknown_order' and d.reference = p.provider_payment_id)
        or coalesce(back.minor, 0) > p.amount_minor
        or (p.status = 'refunded') <> (coalesce(back.minor, 0) = p.amount_minor and p.amount_minor > 0))
 union all
select p.id from refunds r join payments p on p.id = r.payment_id
 where r.status = 'pending' and p.checkout_id is null
   and not exists (select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
                    where t.identifier = 'refund_payment' and j.payload ->> 'refundId' = r.id::text);

-- R01 checkout: Returns are of delivered orders, and never exceed the units ordered or received in exchange
select o.checkout_id as key from returns r join orders o on o.id = r.order_id
 where o.status <> 'delivered' and r.status not in ('declined', 'cancelled', 'expired')
 union all
select o.checkout_id
  from orders o join order_lines x on x.order_id = o.id
  join (select l.order_line_id, r.order_id,
               sum(case when r.status in ('requested', 'authorized') then l.quantity
                        when r.status in ('received', 'completed') then l.restocked + l.written_off else 0 end) as units
          from return_lines l join returns r on r.id = l.return_id where l.exchange_line_id is null group by 1, 2) back
    on back.order_line_id = x.id
 where back.units > x.quantity or back.order_id <> x.order_id
 union all
-- Units of an exchange come back after its delivery.
select o.checkout_id
  from orders o join returns r on r.order_id = o.id join return_lines e on e.return_id = r.id
  join (select l.exchange_line_id, l.order_line_id,
               sum(case when r.status in ('requested', 'authorized') then l.quantity
                        when r.status in ('received', 'completed') then l.restocked + l.written_off else 0 end) as units
          from return_lines l join returns r on r.id = l.return_id group by 1, 2) back on back.exchange_line_id = e.id
 where back.units > e.restocked + e.written_off or back.order_line_id <> e.order_line_id or e.outcome <> 'exchange'
    or r.exchange_delivered_at is null
 union all
-- Every line belongs to a line of the order, and to an exchange of it.
select o.checkout_id
  from returns r join orders o on o.id = r.order_id join return_lines l on l.return_id = r.id
  left join order_lines x on x.id = l.order_line_id
  left join return_lines e on e.id = l.exchange_line_id
 where x.id is null or l.restocked + l.written_off > l.quantity or (l.exchange_line_id is not null and e.id is null);

-- R02 checkout: Refunds of returns match their lines and their payment, and stay within the charge
select o.checkout_id as key
  from returns r join orders o on o.id = r.order_id
  left join (select return_id, sum(refund_minor) as minor,
                    bool_or(refund_minor > 0 and (outcome <> 'refund' or restocked + written_off = 0)) as wrong
               from return_lines group by 1) l on l.return_id = r.id
  left join public.refunds f on f.id = r.refund_id
  left join payments p on p.id = f.payment_id
 where r.refund_minor <> coalesce(l.minor, 0) or l.wrong or (r.refund_minor > 0 and r.refunded_at is null)
    or (r.refund_id is not null
        and (coalesce(p.order_id, f.order_id) is distinct from o.id or f.amount_minor <> r.refund_minor))
    -- In cash, returns had no refund in earlier releases.
    or (r.refund_id is null and r.refund_minor > 0 and o.payment_method <> 'cod')
    or (r.refund_id is not null and r.refund_minor = 0)
 union all
select o.checkout_id
  from orders o join (select order_id, sum(refund_minor) as minor from returns group by 1) r on r.order_id = o.id
 where r.minor > o.charge_minor;

-- R03 checkout: Exchanges are reserved while their return is open, and sold when they are shipped
select o.checkout_id as key
  from orders o join returns r on r.order_id = o.id join return_lines l on l.return_id = r.id
  left join exchange_reservations e on e.return_line_id = l.id
 where case when l.outcome = 'refund' then e.return_line_id is not null
            when e.return_line_id is null or e.variant_id <> l.exchange_variant_id then true
            when r.status in ('requested', 'authorized') then (e.status, e.quantity) <> ('reserved', l.quantity)
            when r.status in ('received', 'completed') then
              case when l.restocked + l.written_off = 0 then e.status <> 'released'
                   else e.quantity <> l.restocked + l.written_off
                        or e.status <> case when r.exchange_shipped_at is null then 'reserved' else 'sold' end end
            else e.status <> 'released' end;

-- R04 checkout: Received units are restocked or written off once, with a stock movement
select o.checkout_id as key
  from orders o join returns r on r.order_id = o.id join return_lines l on l.return_id = r.id
  join order_lines x on x.id = l.order_line_id
  left join return_lines e on e.id = l.exchange_line_id
  left join returned_units u on u.return_line_id = l.id
  left join public.stock_movements m on m.id = u.movement_id
 where (l.restocked, l.written_off) <> (coalesce(u.restocked, 0), coalesce(u.written_off, 0))
    or u.variant_id <> coalesce(e.exchange_variant_id, x.variant_id)
    or (u.written_off > 0 and (m.delta, m.variant_id) is distinct from (-u.written_off::bigint, u.variant_id));

-- R05 checkout: Completed returns are refunded and exchanged, received ones are not both
select o.checkout_id as key
  from orders o join returns r on r.order_id = o.id
  join (select return_id, coalesce(bool_or(outcome = 'refund'), false) as refunds,
               coalesce(bool_or(outcome = 'exchange'), false) as exchanges
          from return_lines where restocked + written_off > 0 group by 1) l on l.return_id = r.id
 where r.status in ('received', 'completed')
   and (r.status = 'completed') <> ((not l.refunds or r.refunded_at is not null)
                                    and (not l.exchanges or r.exchange_shipped_at is not null))
 union all
select o.checkout_id
  from orders o join returns r on r.order_id = o.id
  left join (select return_id, count(*) as lines, sum(restocked + written_off) as units from return_lines group by 1) l
         on l.return_id = r.id
 where l.lines is null or (r.status in ('received', 'completed')) <> (l.units > 0);

-- R06 checkout: The state of a return matches its times
select o.checkout_id as key
  from orders o join returns r on r.order_id = o.id
 where (r.status in ('authorized', 'declined', 'expired', 'received', 'completed') and r.decided_at is null)
    or (r.status = 'requested' and r.decided_at is not null)
    or (r.status in ('received', 'completed')) <> (r.received_at is not null)
    or (r.status in ('declined', 'cancelled', 'expired', 'completed')) <> (r.closed_at is not null)
    or (r.status = 'declined') <> (r.decline_reason is not null)
    or ((r.refunded_at is not null or r.exchange_shipped_at is not null) and r.status not in ('received', 'completed'))
    or (r.exchange_shipped_at is null) <> (r.exchange_tracking_number is null)
    or (r.exchange_delivered_at is not null and r.exchange_shipped_at is null)
    or r.exchange_delivered_at < r.exchange_shipped_at
    or least(r.decided_at, r.received_at, r.refunded_at, r.exchange_shipped_at, r.closed_at) < r.requested_at
    or r.received_at < r.decided_at or r.closed_at < r.received_at;

-- S20 product: Fit votes of products match their approved reviews
select p.id as key
  from products p
  left join (select product_id, array[count(*) filter (where fit = 'small'), count(*) filter (where fit = 'true_to_size'),
                                      count(*) filter (where fit = 'large')] as fits
               from reviews where status = 'approved' and fit is not null group by product_id) r on r.product_id = p.id
 where p.fit_counts <> coalesce(r.fits, '{0,0,0}');

-- S21 product: Photo and vote counts of reviews match their photos and votes
select r.product_id as key
  from reviews r
  left join (select review_id, count(*) as photos from review_photos
              where review_id is not null and removed_at is null group by 1) f on f.review_id = r.id
  left join (select review_id, count(*) as votes from review_votes group by 1) v on v.review_id = r.id
 where (r.photo_count, r.helpful_count) <> (coalesce(f.photos, 0), coalesce(v.votes, 0));

-- S22 product: Product cards match their products
select p.id as key
  from products p left join product_cards c on c.product_id = p.id
 where c.product_id is null
    or (c.category_id, c.brand_id, c.sellable) <> (p.category_id, p.brand_id, p.sellable)
    or c.variant_ids <> array(select v.id from variants v where v.product_id = p.id and v.archived_at is null
                               order by v.position, v.id)
    or c.members not like '%"updatedAt":"' || to_char(p.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"';
