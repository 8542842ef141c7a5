-- A cash-on-delivery order for pgbench: the statements the API sends for one, in its order, with the same parameters.
-- Keep both in sync. Customers are numbered; each of them orders once.
\set i :i + 1
\set n :first + :client_id * :each + :i - 1
select u.id as user_id, u.name, u.role,
       u.role = 'admin' and not u.two_factor_enabled and (select admins_need_two_factor from store_settings) as needs
  from sessions s join users u on u.id = s.user_id
 where s.token = 'buyer-' || :n::text and s.expires_at > now() and u.deleted_at is null \gset
begin;
insert into idempotency_keys (user_id, key, request_hash)
select id, 'an order', '\x00'::bytea from users where id = :user_id for key share
on conflict (user_id, key) do update set key = excluded.key
returning request_hash, response;
select id as cart_id, version, shipping_method from carts where user_id = :user_id for no key update \gset
select (select json_build_object('id', t.id, 'code', t.code, 'percentBp', t.percent_bp)
          from discount_codes t
         where t.id = c.discount_code_id
           and (t.active and coalesce(t.starts_at <= now(), true) and coalesce(t.ends_at > now(), true)
                and (select coalesce(t.used - taken.here < t.usage_limit, true)
                        and coalesce(taken.ever - taken.here < t.per_user_limit, true)
                       from (select count(*) as ever,
                                    count(*) filter (where o.cart_id = c.id and o.status = 'open') as here
                               from discount_redemptions r join checkouts o on o.id = r.checkout_id
                              where r.discount_code_id = t.id and r.user_id = c.user_id
                                and r.released_at is null) taken))) as "discountCode",
       (select coalesce(json_agg(json_build_object(
                 'variantId', v.id, 'productId', p.id, 'name', p.name, 'optionValues', v.option_values,
                 'image', (select url from product_images where product_id = p.id order by position limit 1),
                 'unitPriceCents', greatest(p.current_price_cents + v.price_difference_cents, 0),
                 'quantity', l.quantity,
                 'left', case when (p.sellable and p.status = 'published' and v.archived_at is null
                                    and greatest(p.current_price_cents + v.price_difference_cents, 0) > 0) then
                     coalesce(k.available, 0) + coalesce(
                       (select sum(r.quantity) from checkouts o join reservations r on r.checkout_id = o.id
                         where o.cart_id = c.id and o.status = 'open' and r.variant_id = v.id and r.status = 'reserved'), 0)
                   else 0 end) order by l.id), '[]')
          from cart_lines l
          join (variants v join products p on p.id = v.product_id left join stock k on k.variant_id = v.id)
            on v.id = l.variant_id
         where l.cart_id = c.id) as lines
  from carts c where c.id = :cart_id \gset
select a.id as address_id,
       json_build_object('name', coalesce(a.recipient, u.name), 'line1', a.line1, 'line2', a.line2, 'city', a.city,
                         'state', a.state, 'postalCode', a.postal_code, 'country', a.country, 'phone', a.phone) as address
  from addresses a join users u on u.id = a.user_id where a.user_id = :user_id
 order by a.is_default desc, a.id limit 1 \gset
select tax_bp, standard_shipping_cents, express_shipping_cents, free_shipping_over_cents, payment_currency, payment_rate
  from store_settings \gset
select id, cart_version, expires_at >= now() + interval '1 second' as alive, provider_order_id,
       coalesce(provider_checked_until > now(), false), provider_checked_until is not null,
       json_build_object('paymentMethod', payment_method, 'addressId', address_id, 'shippingAddress', shipping_address,
         'shippingMethod', shipping_method, 'discountCodeId', discount_code_id, 'discountCode', discount_code, 'discountBp', discount_bp,
         'taxBp', tax_bp, 'subtotalCents', subtotal_cents, 'taxCents', tax_cents, 'shippingCents', shipping_cents,
         'discountCents', discount_cents, 'totalCents', total_cents, 'chargeMinor', charge_minor,
         'chargeCurrency', charge_currency, 'chargeRate', charge_rate::float8)
  from checkouts where cart_id = :cart_id and status = 'open' order by id for no key update;
select key as address_key, pg_advisory_xact_lock(hashtextextended('address:' || key, 0)) as locked
  from address_key(:address::jsonb) key \gset
with unpaid as (
       (select 'customer' as scope, 'checkout' as kind, id as checkout_id from checkouts
         where status = 'open' and id <> all ('{}'::uuid[]) and user_id = :user_id
         limit (select units_limit from store_settings))
       union all
       (select 'address', 'checkout', id from checkouts
         where status = 'open' and id <> all ('{}'::uuid[]) and address_key(shipping_address) = :address_key
         limit (select units_limit from store_settings))
       union all
       (select 'customer', 'order', checkout_id from orders
         where payment_status = 'pending' and status <> 'cancelled' and user_id = :user_id
         limit (select units_limit from store_settings))
       union all
       (select 'address', 'order', checkout_id from orders
         where payment_status = 'pending' and status <> 'cancelled' and address_key(shipping_address) = :address_key
         limit (select units_limit from store_settings))),
     variants as (
       select scope, variant_id as "variantId", sum(quantity)::float8 as units
         from unpaid join checkout_lines using (checkout_id) group by scope, variant_id)
select json_build_object('unitsPerVariant', units_per_variant_limit, 'units', units_limit,
                         'openCheckouts', open_checkouts_limit, 'unpaidOrders', unpaid_orders_limit) as limits,
       (select count(*)::int from unpaid where scope = 'customer' and kind = 'checkout') as "openCheckouts",
       (select count(*)::int from unpaid where scope = 'customer' and kind = 'order') as "unpaidOrders",
       (select coalesce(json_agg(variants), '[]') from variants) as units,
       (select ceil(extract(epoch from c.expires_at + interval '1 hour' - now()))::int from checkouts c
         where c.user_id = :user_id and c.status in ('open', 'expired')
           and c.expires_at > now() - interval '1 hour' and c.expires_at <= now()
           and not exists (select from payments p where p.checkout_id = c.id and p.status in ('captured', 'refunded'))
         order by c.expires_at desc offset 1 limit 1) as "secondsToWait"
  from store_settings;
with line as (select * from jsonb_to_recordset(:lines::jsonb) as l (
       "variantId" uuid, "productId" uuid, name text, "optionValues" jsonb, image text, "unitPriceCents" bigint,
       quantity int)),
     price as (select "unitPriceCents" as subtotal, ("unitPriceCents" * :tax_bp::bigint + 5000) / 10000 as tax,
                      :standard_shipping_cents::bigint as shipping from line),
     opened as (
       insert into checkouts (
         user_id, cart_id, cart_version, status, payment_method, address_id, shipping_address, shipping_method,
         discount_code_id, discount_code, discount_bp, tax_bp, subtotal_cents, tax_cents, shipping_cents, discount_cents,
         total_cents, charge_minor, charge_currency, charge_rate, expires_at, extended,
         provider_checked_until)
       select :user_id::uuid, :cart_id::uuid, :version::int, 'completed', 'cod', :address_id::uuid, :address::jsonb,
              'standard', null, null, 0, :tax_bp::int, subtotal, tax, shipping, 0, subtotal + tax + shipping,
              subtotal + tax + shipping, :payment_currency::text, :payment_rate::numeric,
              coalesce((select expires_at from checkouts where id = null and extended), now() + 15 * interval '1 minute'),
              false, null
         from price
       returning id),
     listed as (
       insert into checkout_lines (checkout_id, variant_id, product_id, name, option_values, image, unit_price_cents,
                                   quantity)
       select opened.id, "variantId", "productId", name, "optionValues", image, "unitPriceCents", quantity
         from opened, line)
select id as checkout_id from opened \gset
with placed as (
       insert into orders (checkout_id, user_id, email, payment_method, payment_status, address_id, shipping_address,
                           shipping_method, discount_code_id, discount_code, discount_bp, tax_bp, subtotal_cents, tax_cents,
                           shipping_cents, discount_cents, total_cents, charge_minor, charge_currency, charge_rate)
       select c.id, c.user_id, u.email, c.payment_method, 'pending', c.address_id, c.shipping_address,
              c.shipping_method, c.discount_code_id, c.discount_code, c.discount_bp, c.tax_bp, c.subtotal_cents, c.tax_cents,
              c.shipping_cents, c.discount_cents, c.total_cents, c.charge_minor, c.charge_currency, c.charge_rate
         from checkouts c join users u on u.id = c.user_id where c.id = :checkout_id
       returning id, number, user_id, total_cents, payment_method),
     lines as (
       insert into order_lines (order_id, variant_id, product_id, name, option_values, image, unit_price_cents, quantity)
       select placed.id, l.variant_id, l.product_id, l.name, l.option_values, l.image, l.unit_price_cents, l.quantity
         from placed, checkout_lines l where l.checkout_id = :checkout_id order by l.id
       returning name, quantity),
     history as (
       insert into order_status_history (order_id, seq, to_status, actor, actor_user_id)
       select id, 1, 'pending', 'customer', user_id from placed returning id)
select placed.id as order_id, number, history.id as history_id, total_cents,
       (select json_agg(json_build_object('name', name, 'quantity', quantity)) from lines) as items
  from placed, history \gset
with person as (select id, name, email from users where id = :user_id and deleted_at is null),
     notified as (insert into notifications (user_id, type, title, message, link, history_id)
              select id, 'order', 'Order placed', 'Your order #' || :number::text || ' has been placed.',
                     '/orders/' || :order_id::text, :history_id::uuid from person
                  on conflict (history_id) do nothing)
select name as person, email from person \gset
insert into email_messages (message_id, kind, to_email, user_id, order_id, subject, payload)
values ('order_placed:' || :history_id::text, 'order_placed', :email, :user_id, :order_id,
        'Order #' || :number::text || ' has been placed',
        jsonb_build_object('name', :person::text, 'orderId', :order_id::text, 'number', :number::text,
          'items', :items::jsonb, 'totalCents', :total_cents::bigint, 'payOnDelivery', true))
    on conflict (message_id) do nothing returning id as email_id \gset
select from graphile_worker.add_job('send_email', json_build_object('emailId', :email_id::text), job_key => null,
                                    max_attempts => 100);
with gone as (
       delete from cart_lines l using unnest(array[(:lines::jsonb -> 0 ->> 'variantId')::uuid], array[1]) as b (variant_id, quantity)
        where l.cart_id = :cart_id and l.variant_id = b.variant_id and l.quantity <= b.quantity),
     fewer as (
       update cart_lines l set quantity = l.quantity - b.quantity
         from unnest(array[(:lines::jsonb -> 0 ->> 'variantId')::uuid], array[1]) as b (variant_id, quantity)
        where l.cart_id = :cart_id and l.variant_id = b.variant_id and l.quantity > b.quantity)
update carts c
   set version = version + 1,
       discount_code_id = case when exists (
         select from cart_lines l
           left join unnest(array[(:lines::jsonb -> 0 ->> 'variantId')::uuid], array[1]) as b (variant_id, quantity)
             on b.variant_id = l.variant_id
          where l.cart_id = c.id and l.quantity > coalesce(b.quantity, 0)) then discount_code_id end
 where c.id = :cart_id;
update idempotency_keys set status = 200, response = json_build_object('checkoutId', :checkout_id::text,
         'placed', json_build_object('orderId', :order_id::text, 'number', :number::text))
 where user_id = :user_id and key = 'an order';
with wanted as (
       select s.variant_id, l.quantity, s.available >= l.quantity as enough
         from checkout_lines l join stock s using (variant_id) where l.checkout_id = :checkout_id
        order by s.variant_id for no key update of s),
     stored as (
       insert into reservations (checkout_id, variant_id, quantity, status, expires_at)
       select c.id, w.variant_id, w.quantity, 'sold', c.expires_at from checkouts c, wanted w
        where c.id = :checkout_id and (select bool_and(enough) from wanted)
           on conflict (checkout_id, variant_id) do update set status = excluded.status)
update stock s set available = s.available - w.quantity, sold = s.sold + w.quantity
  from wanted w where s.variant_id = w.variant_id and (select bool_and(enough) from wanted);
commit;
