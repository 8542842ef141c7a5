create table product_cards (
  product_id    uuid primary key references products on delete cascade,
  category_id   uuid not null,
  brand_id      uuid not null,
  sellable      boolean not null,
  variant_ids   uuid[] not null,
  option_name   text,
  option_values text[] not null,
  members       text not null
);
comment on table product_cards is
  'catalog. Product cards, kept ready, because a page of 24 of them read 686 buffers of seven tables. Not in them: '
  'names of category and brand, which may have a million products, and stock, which changes with every order. '
  '`product_cards_of` returns the columns in this order.';
comment on column product_cards.variant_ids is 'Variants that are not archived, in the order of their positions.';
comment on column product_cards.option_name is 'Of a product with one option. Null: none, or several.';
comment on column product_cards.option_values is 'The value of that option of each variant.';
comment on column product_cards.members is 'The other members of the JSON object, without braces.';
create trigger invariant_change after insert or update or delete on product_cards
  for each row execute function record_invariant_change('product', 'product_id');

create function product_cards_of(ids uuid[]) returns setof product_cards language sql stable set jit = off as $$
  select p.id, p.category_id, p.brand_id, p.sellable, v.variant_ids, o.name, v.option_values,
         (select substr(json::text, 2, length(json::text) - 2)
            from (select row_to_json(card) as json
                    from (select p.id, p.name, p.slug, p.description, (p.price_cents / 100.0)::float8 as price,
                                 (coalesce(p.sale_price_cents, 0) / 100.0)::float8 as "salePrice", i.images,
                                 i."imageAlts", p.tags, p.rating::float8 as ratings, p.rating_count as "reviewCount",
                                 p.specifications,
                                 to_char(p.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
                                 to_char(p.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt"
                         ) card) whole)
    from products p
   cross join lateral (
         select case when jsonb_array_length(p.options) = 1 then p.options -> 0 ->> 'name' end as name) o
   cross join lateral (
         select coalesce(json_agg(url order by position), '[]') as images,
                coalesce(json_agg(alt order by position), '[]') as "imageAlts"
           from product_images where product_id = p.id) i
   cross join lateral (
         select coalesce(array_agg(id order by position, id), '{}') as variant_ids,
                coalesce(array_agg(option_values ->> o.name order by position, id), '{}') as option_values
           from variants where product_id = p.id and archived_at is null) v
   where p.id = any (ids)
$$;

create function refresh_product_cards(ids uuid[]) returns void language plpgsql as $$
begin
  -- Changes of a product's images and variants wait for each other, so that the last one sees all of them.
  perform from products where id = any (ids) order by id for no key update;
  insert into product_cards
  select * from product_cards_of(ids)
      on conflict (product_id) do update
         set (category_id, brand_id, sellable, variant_ids, option_name, option_values, members) =
             (excluded.category_id, excluded.brand_id, excluded.sellable, excluded.variant_ids, excluded.option_name,
              excluded.option_values, excluded.members);
end $$;

create function refresh_cards_of_products() returns trigger language plpgsql as $$
begin
  perform refresh_product_cards(array_agg(id)) from changed;
  return null;
end $$;
create trigger products_cards_added after insert on products
  referencing new table as changed for each statement execute function refresh_cards_of_products();
create trigger products_cards_changed after update on products
  referencing new table as changed for each statement execute function refresh_cards_of_products();

create function refresh_cards_of_parts() returns trigger language plpgsql as $$
begin
  perform refresh_product_cards(array_agg(distinct product_id)) from changed;
  return null;
end $$;
create trigger product_images_cards_added after insert on product_images
  referencing new table as changed for each statement execute function refresh_cards_of_parts();
create trigger product_images_cards_changed after update on product_images
  referencing new table as changed for each statement execute function refresh_cards_of_parts();
create trigger product_images_cards_removed after delete on product_images
  referencing old table as changed for each statement execute function refresh_cards_of_parts();
create trigger variants_cards_added after insert on variants
  referencing new table as changed for each statement execute function refresh_cards_of_parts();
create trigger variants_cards_changed after update on variants
  referencing new table as changed for each statement execute function refresh_cards_of_parts();
create trigger variants_cards_removed after delete on variants
  referencing old table as changed for each statement execute function refresh_cards_of_parts();

-- In batches, each in a transaction of its own, so that no change of a product waits long.
create procedure fill_product_cards() language plpgsql as $$
declare
  batch uuid[];
begin
  loop
    batch := array(select p.id from products p
                    where p.id > coalesce(batch[cardinality(batch)], '00000000-0000-0000-0000-000000000000')
                    order by p.id limit 1000);
    exit when cardinality(batch) = 0;
    perform refresh_product_cards(batch);
    commit;
  end loop;
end $$;
