create table collections (
  id                uuid primary key default uuid_v7(),
  name              text not null check (length(btrim(name)) between 1 and 100),
  slug              text not null unique check (slug ~ '^[\w-]{1,120}$'),
  description       text not null default '' check (length(description) <= 5000),
  image             text check (length(image) between 1 and 2000),
  image_alt         text not null default '' check (length(image_alt) <= 300),
  seo_title         text not null default '' check (length(seo_title) <= 120),
  seo_description   text not null default '' check (length(seo_description) <= 320),
  kind              text not null check (kind in ('manual', 'rules')),
  match             text not null default 'all' check (match in ('all', 'any')),
  rules             jsonb not null default '[]' check (jsonb_typeof(rules) = 'array'),
  sort              text not null check (sort in ('manual', 'featured', 'newest', 'price-asc', 'price-desc')),
  status            text not null default 'draft' check (status in ('draft', 'published', 'deleted')),
  position          integer not null default 0,
  version           integer not null default 1,
  rules_version     integer not null default 1,
  refreshed_version integer not null default 0,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  constraint collections_rules_of_kind check ((kind = 'rules') = (jsonb_array_length(rules) > 0)),
  constraint collections_sort_of_kind check (kind = 'manual' or sort <> 'manual')
);
comment on table collections is
  'catalog. Products grouped for the storefront: hand-picked, or by rules. Members of both kinds are stored, so '
  'that a page of a collection is a range of one index, however many products its rules match.';
comment on column collections.match is 'Whether a product has to match all rules or any of them.';
comment on column collections.rules is '[{ field, … }]; empty: hand-picked.';
comment on column collections.status is
  'A deleted collection is hidden at once; the worker deletes its members in batches, and then its row.';
comment on column collections.version is 'Optimistic concurrency.';
comment on column collections.rules_version is 'Increases with rules, match and sort.';
comment on column collections.refreshed_version is 'The rules_version for which the worker has checked every product.';
create trigger collections_touch before update on collections for each row execute function touch_updated_at();

create table collection_slugs (
  slug          text primary key,
  collection_id uuid not null references collections on delete cascade,
  created_at    timestamptz not null default now()
);
comment on table collection_slugs is
  'catalog. Every slug a collection has or once had: previous ones redirect, and no other collection can get one of '
  'them.';
-- For the foreign key.
create index collection_slugs_of_collection on collection_slugs (collection_id);

create function record_collection_slug() returns trigger language plpgsql as $$
begin
  insert into collection_slugs (slug, collection_id) values (new.slug, new.id) on conflict (slug) do nothing;
  if not exists (select from collection_slugs where slug = new.slug and collection_id = new.id) then
    raise unique_violation using constraint = 'collection_slugs_pkey',
      message = format('slug %L belongs to another collection', new.slug);
  end if;
  return null;
end $$;
create trigger collections_record_slug after insert or update of slug on collections
  for each row execute function record_collection_slug();

create table collection_products (
  collection_id uuid not null references collections,
  product_id    uuid not null references products on delete cascade,
  position      integer not null default 0,
  sort_key      bigint not null,
  -- Membership of given products, for the worker.
  primary key (collection_id, product_id)
);
comment on table collection_products is 'catalog. The members of collections.';
comment on column collection_products.position is
  'The place of a hand-picked product, also while the collection has another sort order.';
comment on column collection_products.sort_key is
  'The place in the sort order of the collection, ascending: the position, the price, or the negated price, '
  'featured score or creation time in microseconds. One column for all orders, because a collection has one at a '
  'time.';
-- The storefront: a page is a range of this index, in every sort order; counts of members scan it up to their limit.
create index collection_products_in_order on collection_products (collection_id, sort_key, product_id);
-- For the foreign key.
create index collection_products_of_product on collection_products (product_id);

-- Rules are applied by the worker, to products that were changed: one job for up to 500 of them, in the transaction of
-- the change, however it is written.
create function refresh_collections_of(ids uuid[]) returns void language plpgsql as $$
begin
  if not exists (select from collections) then return; end if;
  perform graphile_worker.add_job('refresh_collection_products', json_build_object('productIds', part.ids))
     from (select json_agg(id) as ids
             from (select id, (row_number() over () - 1) / 500 as number from unnest(ids) id) numbered
            group by number) part;
end $$;

create function products_collections_added() returns trigger language plpgsql as $$
begin
  perform refresh_collections_of(array_agg(id)) from added where status = 'published';
  return null;
end $$;
create trigger products_collections_added after insert on products
  referencing new table as added for each statement execute function products_collections_added();

create function products_collections_changed() returns trigger language plpgsql as $$
begin
  perform refresh_collections_of(array_agg(n.id))
     from added n join removed o using (id)
    where (n.name, n.tags, n.category_id, n.brand_id, n.status, n.sellable, n.price_cents, n.sale_price_cents,
           n.created_at, n.featured_score)
          is distinct from (o.name, o.tags, o.category_id, o.brand_id, o.status, o.sellable, o.price_cents,
                            o.sale_price_cents, o.created_at, o.featured_score);
  return null;
end $$;
create trigger products_collections_changed after update on products
  referencing old table as removed new table as added
  for each statement execute function products_collections_changed();

-- Only for stores with a rule about stock, and only when a variant sells out or returns: most checkouts enqueue
-- nothing.
create function stock_collections_changed() returns trigger language plpgsql as $$
begin
  if exists (select from collections where rules @> '[{"field": "stock"}]') then
    perform refresh_collections_of(array[case tg_op when 'DELETE' then old.product_id else new.product_id end]);
  end if;
  return null;
end $$;
create trigger stock_collections_added after insert on stock
  for each row when (new.available > 0) execute function stock_collections_changed();
create trigger stock_collections_changed after update of available on stock
  for each row when ((old.available > 0) <> (new.available > 0)) execute function stock_collections_changed();
create trigger stock_collections_removed after delete on stock
  for each row when (old.available > 0) execute function stock_collections_changed();
create trigger variants_collections_changed after update of archived_at on variants
  for each row when (old.archived_at is distinct from new.archived_at) execute function stock_collections_changed();
