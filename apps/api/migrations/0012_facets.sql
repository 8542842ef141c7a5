-- What the filters of the catalog count, kept ready: nothing counts a million products for a page.

-- The option values of which there is a piece: one row for each variant in stock.
create table sizes_in_stock (
  product_id uuid not null,
  size       text not null,
  variant_id uuid not null,
  primary key (product_id, size, variant_id)
);
create index sizes_in_stock_by_size on sizes_in_stock (size, product_id);

create function refresh_sizes() returns trigger language plpgsql as $$
declare
  of_product uuid := (case tg_op when 'DELETE' then old.product_id else new.product_id end);
  of_variant uuid := (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end) ->> tg_argv[0];
begin
  -- The stock row is the lock: a variant is not archived and restocked at the same moment.
  perform from stock where variant_id = of_variant for update;
  delete from sizes_in_stock where product_id = of_product and variant_id = of_variant;
  insert into sizes_in_stock (product_id, size, variant_id)
  select v.product_id, option.value, v.id
    from variants v join stock k on k.variant_id = v.id, jsonb_each_text(v.option_values) option
   where v.id = of_variant and v.archived_at is null and k.available > 0
      on conflict do nothing;
  return null;
end $$;
create trigger stock_sizes_added after insert on stock
  for each row when (new.available > 0) execute function refresh_sizes('variant_id');
create trigger stock_sizes_changed after update of available on stock
  for each row when ((old.available > 0) <> (new.available > 0)) execute function refresh_sizes('variant_id');
create trigger stock_sizes_removed after delete on stock
  for each row when (old.available > 0) execute function refresh_sizes('variant_id');
create trigger variants_sizes_changed after update of option_values, archived_at on variants
  for each row when ((old.option_values, old.archived_at) is distinct from (new.option_values, new.archived_at))
  execute function refresh_sizes('id');

-- How many published products there are for each choice of category, brand, price band (1 to 4) and "stars and
-- up" (1 to 4). The nil id and 0 stand for an open choice, so every answer is one row.
create table catalog_facets (
  category_id uuid not null,
  brand_id    uuid not null,
  band        smallint not null,
  stars       smallint not null,
  products    bigint not null,
  primary key (category_id, band, stars, brand_id)
);
create index catalog_facets_by_category on catalog_facets (brand_id, band, stars, category_id);

-- What changed since the table above was last brought up to date: rows are only ever added, so that two people
-- who edit products never wait for one another.
create table facet_changes (
  category_id uuid not null,
  brand_id    uuid not null,
  bands       smallint[] not null,
  stars       smallint not null,
  products    bigint not null
);

-- Both bounds belong to a band: a product at exactly $50 is in two.
create function price_bands(cents bigint) returns smallint[] language sql immutable parallel safe
  return array_remove(array[0, case when cents <= 5000 then 1 end, case when cents between 5000 and 10000 then 2 end,
                            case when cents between 10000 and 20000 then 3 end, case when cents >= 20000 then 4 end],
                      null)::smallint[];
create function rating_stars(rating numeric) returns smallint language sql immutable parallel safe
  return least(4, floor(rating))::smallint;

create view facet_counts as
  select category_id, brand_id, band, stars, products from catalog_facets
  union all
  select category, brand, band, star::smallint, products
    from facet_changes c, unnest(array['00000000-0000-0000-0000-000000000000', c.category_id]) category,
         unnest(array['00000000-0000-0000-0000-000000000000', c.brand_id]) brand, unnest(c.bands) band,
         generate_series(0, c.stars) star;

create function facets_added() returns trigger language plpgsql as $$
begin
  insert into facet_changes (category_id, brand_id, bands, stars, products)
  select category_id, brand_id, price_bands(current_price_cents), rating_stars(rating), count(*)
    from added where status = 'published' group by 1, 2, 3, 4;
  return null;
end $$;
create function facets_removed() returns trigger language plpgsql as $$
begin
  insert into facet_changes (category_id, brand_id, bands, stars, products)
  select category_id, brand_id, price_bands(current_price_cents), rating_stars(rating), -count(*)
    from removed where status = 'published' group by 1, 2, 3, 4;
  return null;
end $$;
create function facets_changed() returns trigger language plpgsql as $$
begin
  insert into facet_changes (category_id, brand_id, bands, stars, products)
  select category_id, brand_id, price_bands(current_price_cents), rating_stars(rating), sum(change)
    from (select category_id, brand_id, current_price_cents, rating, status, 1 as change from added
          union all
          select category_id, brand_id, current_price_cents, rating, status, -1 from removed) both_sides
   where status = 'published' group by 1, 2, 3, 4 having sum(change) <> 0;
  return null;
end $$;
create trigger products_facets_added after insert on products
  referencing new table as added for each statement execute function facets_added();
create trigger products_facets_removed after delete on products
  referencing old table as removed for each statement execute function facets_removed();
create trigger products_facets_changed after update on products
  referencing old table as removed new table as added for each statement execute function facets_changed();

-- Moves what changed into the table of answers. One at a time; readers see all of it or none.
create function settle_facets() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('settle_facets'));
  with settled as (delete from facet_changes returning *)
  insert into catalog_facets
  select category, brand, band, star, sum(products)
    from settled c, unnest(array['00000000-0000-0000-0000-000000000000', c.category_id]) category,
         unnest(array['00000000-0000-0000-0000-000000000000', c.brand_id]) brand, unnest(c.bands) band,
         generate_series(0, c.stars) star
   group by 1, 2, 3, 4 having sum(products) <> 0
      on conflict (category_id, band, stars, brand_id)
      do update set products = catalog_facets.products + excluded.products;
end $$;

-- After a load that spared the triggers.
create function rebuild_facets() returns void language plpgsql set jit = off as $$
begin
  truncate catalog_facets, facet_changes, sizes_in_stock;
  insert into facet_changes (category_id, brand_id, bands, stars, products)
  select category_id, brand_id, price_bands(current_price_cents), rating_stars(rating), count(*)
    from products where status = 'published' group by 1, 2, 3, 4;
  perform settle_facets();
  insert into sizes_in_stock (product_id, size, variant_id)
  select v.product_id, option.value, v.id
    from variants v join stock k on k.variant_id = v.id, jsonb_each_text(v.option_values) option
   where v.archived_at is null and k.available > 0
      on conflict do nothing;
end $$;

select rebuild_facets();
