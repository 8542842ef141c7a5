create table sizes_in_stock (
  product_id uuid not null,
  size       text not null,
  variant_id uuid not null,
  primary key (product_id, size, variant_id)
);
comment on table sizes_in_stock is
  'catalog. The option values that are in stock: a row for each value of each variant with available units.';
comment on column sizes_in_stock.size is 'A value of any option, not only of a size.';
create index sizes_in_stock_by_size on sizes_in_stock (size, product_id);
create trigger invariant_change after insert or update or delete on sizes_in_stock
  for each row execute function record_invariant_change('product', 'product_id');

create function refresh_sizes() returns trigger language plpgsql as $$
declare
  of_product uuid := (case tg_op when 'DELETE' then old.product_id else new.product_id end);
  of_variant uuid := (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end) ->> tg_argv[0];
begin
  -- The stock row is the lock: a variant is not archived and restocked concurrently.
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

create table catalog_facets (
  category_id uuid not null,
  brand_id    uuid not null,
  band        smallint not null,
  stars       smallint not null,
  products    bigint not null,
  primary key (category_id, band, stars, brand_id)
);
comment on table catalog_facets is
  'catalog. The number of published products for each combination of category, brand, price band and minimum '
  'rating. The nil id and 0 stand for any, so that every count is one row and no page counts products.';
comment on column catalog_facets.band is 'The price band, 1 to 4; 0: any price.';
comment on column catalog_facets.stars is 'The minimum rating, 1 to 4; 0: any rating.';
comment on column catalog_facets.products is 'How many.';
create index catalog_facets_by_category on catalog_facets (brand_id, band, stars, category_id);

create table facet_changes (
  category_id uuid not null,
  brand_id    uuid not null,
  bands       smallint[] not null,
  stars       smallint not null,
  products    bigint not null
);
comment on table facet_changes is
  'catalog. Changes not yet in catalog_facets. Rows are only inserted, so that concurrent edits of products never '
  'wait.';
comment on column facet_changes.bands is 'The price bands of price_bands(), 0 among them.';
comment on column facet_changes.stars is 'Of rating_stars(): the highest minimum rating that they have.';
comment on column facet_changes.products is 'How many more; negative: fewer.';

-- The counts including the changes; sum them up.
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
create trigger products_facets_added after insert on products
  referencing new table as added for each statement execute function facets_added();

create function facets_removed() returns trigger language plpgsql as $$
begin
  insert into facet_changes (category_id, brand_id, bands, stars, products)
  select category_id, brand_id, price_bands(current_price_cents), rating_stars(rating), -count(*)
    from removed where status = 'published' group by 1, 2, 3, 4;
  return null;
end $$;
create trigger products_facets_removed after delete on products
  referencing old table as removed for each statement execute function facets_removed();

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
create trigger products_facets_changed after update on products
  referencing old table as removed new table as added for each statement execute function facets_changed();

-- Moves the changes into catalog_facets. One transaction at a time; readers see all of it or nothing.
create function refresh_facets() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('refresh_facets'));
  with changes as (delete from facet_changes returning *)
  insert into catalog_facets
  select category, brand, band, star, sum(products)
    from changes c, unnest(array['00000000-0000-0000-0000-000000000000', c.category_id]) category,
         unnest(array['00000000-0000-0000-0000-000000000000', c.brand_id]) brand, unnest(c.bands) band,
         generate_series(0, c.stars) star
   group by 1, 2, 3, 4 having sum(products) <> 0
      on conflict (category_id, band, stars, brand_id)
      do update set products = catalog_facets.products + excluded.products;
end $$;

-- After a bulk load with triggers disabled.
create function rebuild_facets() returns void language plpgsql set jit = off as $$
begin
  truncate catalog_facets, facet_changes, sizes_in_stock;
  insert into facet_changes (category_id, brand_id, bands, stars, products)
  select category_id, brand_id, price_bands(current_price_cents), rating_stars(rating), count(*)
    from products where status = 'published' group by 1, 2, 3, 4;
  perform refresh_facets();
  insert into sizes_in_stock (product_id, size, variant_id)
  select v.product_id, option.value, v.id
    from variants v join stock k on k.variant_id = v.id, jsonb_each_text(v.option_values) option
   where v.archived_at is null and k.available > 0
      on conflict do nothing;
end $$;
