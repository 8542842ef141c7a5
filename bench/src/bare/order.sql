-- The baseline of the order benchmark, for pgbench: writes the rows of a cash-on-delivery order, and nothing else. One
-- statement and one round trip for each table. Customers are numbered; each orders the one item of their cart.
\set i :i + 1
\set n :first + :client_id * :each + :i - 1
select u.id as user_id, u.name as customer, u.email
  from sessions s join users u on u.id = s.user_id
 where s.token = 'buyer-' || :n::text and s.expires_at > now() and u.deleted_at is null \gset
begin;
select c.id as cart_id, l.variant_id, greatest(p.current_price_cents + v.price_difference_cents, 0) as price_cents
  from carts c join cart_lines l on l.cart_id = c.id join variants v on v.id = l.variant_id
  join products p on p.id = v.product_id
 where c.user_id = :user_id for no key update of c \gset
insert into checkouts (user_id, cart_id, cart_version, status, payment_method, address_id, shipping_address,
                       shipping_method, tax_bp, subtotal_cents, tax_cents, shipping_cents, discount_cents, total_cents,
                       charge_minor, charge_currency, charge_rate, expires_at, promise)
select c.user_id, c.id, c.version, 'completed', 'cod', a.id,
       jsonb_build_object('name', coalesce(a.recipient, :customer), 'line1', a.line1, 'line2', a.line2, 'city', a.city,
                          'state', a.state, 'postalCode', a.postal_code, 'country', a.country, 'phone', a.phone),
       c.shipping_method, s.tax_bp, :price_cents, tax, shipping, 0, total, round(total * s.payment_rate),
       s.payment_currency, s.payment_rate, now() + interval '15 minutes',
       jsonb_build_object('earliest', current_date + 5, 'latest', current_date + 7, 'dispatchBy', current_date + 1)
  from carts c join addresses a on a.user_id = c.user_id and a.is_default, store_settings s,
       lateral (select (:price_cents::bigint * s.tax_bp + 5000) / 10000 as tax,
                       case when :price_cents::bigint > s.free_shipping_over_cents then 0
                            else s.standard_shipping_cents end as shipping) parts,
       lateral (select :price_cents::bigint + tax + shipping as total) sum
 where c.id = :cart_id
returning id as checkout_id \gset
insert into checkout_lines (checkout_id, variant_id, product_id, name, option_values, image, unit_price_cents, quantity)
select :checkout_id, v.id, p.id, p.name, v.option_values,
       (select url from product_images where product_id = p.id order by position limit 1), :price_cents, 1
  from variants v join products p on p.id = v.product_id where v.id = :variant_id;
insert into orders (checkout_id, user_id, email, payment_method, payment_status, address_id, shipping_address,
                    shipping_method, tax_bp, subtotal_cents, tax_cents, shipping_cents, discount_cents, total_cents,
                    charge_minor, charge_currency, charge_rate, promised_earliest, promised_latest, dispatch_by,
                    return_days)
select c.id, user_id, :email, payment_method, 'pending', address_id, shipping_address, shipping_method, c.tax_bp,
       subtotal_cents, tax_cents, shipping_cents, discount_cents, total_cents, charge_minor, charge_currency, charge_rate,
       current_date + 5, current_date + 7, current_date + 1, s.return_days
  from checkouts c, store_settings s where c.id = :checkout_id
returning id as order_id, number \gset
insert into order_lines (order_id, variant_id, product_id, name, option_values, image, unit_price_cents, quantity,
                         returnable)
select :order_id, l.variant_id, l.product_id, l.name, l.option_values, l.image, l.unit_price_cents, l.quantity,
       p.category_id <> all (s.unreturnable_category_ids)
  from checkout_lines l join products p on p.id = l.product_id, store_settings s where l.checkout_id = :checkout_id;
insert into order_status_history (order_id, seq, to_status, actor, actor_user_id)
values (:order_id, 1, 'pending', 'customer', :user_id) returning id as history_id \gset
insert into notifications (user_id, type, title, message, link, history_id)
values (:user_id, 'order', 'Order placed', 'Your order #' || :number::text || ' has been placed.',
        '/orders/' || :order_id::text, :history_id);
insert into email_messages (message_id, kind, to_email, user_id, order_id, subject, payload)
select encode(sha256(('order_placed:' || :history_id::text)::bytea), 'hex'), 'order_placed', :email, o.user_id, o.id,
       'Your order #' || o.number || ' has been placed',
       jsonb_build_object(
         'name', :customer::text, 'orderId', o.id, 'number', o.number, 'payOnDelivery', true,
         'items', jsonb_build_array(jsonb_build_object(
           'name', l.name, 'options', array(select value from jsonb_each_text(l.option_values)),
           'quantity', l.quantity, 'unitPriceCents', l.unit_price_cents)),
         'totalCents', o.total_cents, 'shippingMethod', o.shipping_method,
         'shippingAddress', jsonb_build_array(o.shipping_address ->> 'name', o.shipping_address ->> 'line1',
           concat(o.shipping_address ->> 'city', ', ', o.shipping_address ->> 'state', ' ', o.shipping_address ->> 'postalCode'),
           o.shipping_address ->> 'country'),
         'promise', jsonb_build_object('earliest', o.promised_earliest, 'latest', o.promised_latest))
  from orders o join order_lines l on l.order_id = o.id where o.id = :order_id
returning id as email_id \gset
select from json_build_object('requestId', gen_random_uuid()) meta, graphile_worker.add_jobs(array[
  row('publish_notifications', json_build_object('userIds', json_build_array(:user_id::text), 'meta', meta),
      null, null, null, null, null, null),
  row('send_email', json_build_object('emailId', :email_id::text, 'meta', meta), null, null, 100, null, 0, null)
]::graphile_worker.job_spec[]);
delete from cart_lines where cart_id = :cart_id;
update carts set version = version + 1 where id = :cart_id;
insert into idempotency_keys (user_id, key, request_hash, status, response)
values (:user_id, 'an order', sha256('a request'), 200,
        json_build_object('checkoutId', :checkout_id::text,
                          'placed', json_build_object('orderId', :order_id::text, 'number', :number::text)));
insert into reservations (checkout_id, variant_id, quantity, status, expires_at)
select id, :variant_id, 1, 'sold', expires_at from checkouts where id = :checkout_id;
update stock set available = available - 1, sold = sold + 1 where variant_id = :variant_id;
commit;
