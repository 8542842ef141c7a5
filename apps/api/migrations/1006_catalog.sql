create table categories (
  id              uuid primary key default uuid_v7(),
  name            text not null unique check (length(name) between 1 and 100),
  slug            text not null unique check (slug ~ '^[\w-]+$'),
  image           text,
  image_alt       text not null default '' check (length(image_alt) <= 300),
  description     text not null default '',
  seo_title       text not null default '' check (length(seo_title) <= 70),
  seo_description text not null default '' check (length(seo_description) <= 160),
  position        integer not null default 0,
  merging_into    uuid references categories check (merging_into <> id),
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
comment on table categories is 'catalog. What kind of thing a product is. Each product has one.';
comment on column categories.seo_title is 'For search engines. Empty: the name.';
comment on column categories.seo_description is 'For search engines. Empty: the description.';
comment on column categories.merging_into is
  'Set while its products are moved to that category; then this row is deleted.';
comment on column categories.version is 'Optimistic concurrency.';
-- For the foreign keys.
create index categories_merging on categories (merging_into) where merging_into is not null;
create trigger categories_touch before update on categories for each row execute function touch_updated_at();

create table brands (
  id              uuid primary key default uuid_v7(),
  name            text not null unique check (length(name) between 1 and 100),
  slug            text not null unique check (slug ~ '^[\w-]+$'),
  logo            text,
  logo_alt        text not null default '' check (length(logo_alt) <= 300),
  description     text not null default '',
  seo_title       text not null default '' check (length(seo_title) <= 70),
  seo_description text not null default '' check (length(seo_description) <= 160),
  position        integer not null default 0,
  merging_into    uuid references brands check (merging_into <> id),
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
comment on table brands is 'catalog. Who makes a product. Each product has one.';
comment on column brands.seo_title is 'For search engines. Empty: the name.';
comment on column brands.seo_description is 'For search engines. Empty: the description.';
comment on column brands.merging_into is 'Set while its products are moved to that brand; then this row is deleted.';
comment on column brands.version is 'Optimistic concurrency.';
create index brands_merging on brands (merging_into) where merging_into is not null;
create trigger brands_touch before update on brands for each row execute function touch_updated_at();

create table taxonomy_redirects (
  kind        text not null check (kind in ('category', 'brand')),
  alias       text not null check (length(alias) between 1 and 100),
  category_id uuid references categories on delete cascade,
  brand_id    uuid references brands on delete cascade,
  former_id   uuid unique,
  created_at  timestamptz not null default now(),
  primary key (kind, alias),
  check ((category_id is not null) = (kind = 'category') and (brand_id is not null) = (kind = 'brand'))
);
comment on table taxonomy_redirects is
  'catalog. Previous names and slugs of categories and brands, and those of merged ones: old links lead to the '
  'current one. A current name wins over an alias.';
comment on column taxonomy_redirects.alias is 'A name or slug.';
comment on column taxonomy_redirects.former_id is
  'The merged row that had this name: reports on old orders still show it.';
-- For the foreign keys.
create index taxonomy_redirects_of_category on taxonomy_redirects (category_id) where category_id is not null;
create index taxonomy_redirects_of_brand on taxonomy_redirects (brand_id) where brand_id is not null;

create table products (
  id                  uuid primary key default uuid_v7(),
  name                text not null check (length(btrim(name)) between 1 and 200),
  slug                text not null unique check (slug ~ '^[\w-]{1,220}$'),
  description         text not null check (length(description) between 1 and 20000),
  seo_title           text not null default '',
  seo_description     text not null default '',
  category_id         uuid not null references categories,
  brand_id            uuid not null references brands,
  price_cents         bigint not null check (price_cents between 1 and 100000000),
  sale_price_cents    bigint check (sale_price_cents > 0 and sale_price_cents < price_cents),
  current_price_cents bigint not null generated always as (coalesce(sale_price_cents, price_cents)) stored,
  tags                text[] not null default '{}',
  specifications      jsonb not null default '{}' check (jsonb_typeof(specifications) = 'object'),
  options             jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  sellable            boolean not null default true,
  status              text not null default 'published' check (status in ('draft', 'published', 'archived', 'deleted')),
  rating_halves       bigint not null default 0 check (rating_halves between 0 and rating_count * 10),
  rating_count        bigint not null default 0 check (rating_count >= 0),
  star_counts         bigint[] not null default '{0,0,0,0,0}' check (cardinality(star_counts) = 5),
  fit_counts          bigint[] not null default '{0,0,0}',
  rating              numeric(3, 2) not null generated always as (
                        case when rating_count = 0 then 0
                             else round(rating_halves / (2.0 * rating_count), 2) end) stored,
  featured_score      bigint not null default 0,
  version             integer not null default 1,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  constraint products_seo_title_length check (length(seo_title) <= 70),
  constraint products_seo_description_length check (length(seo_description) <= 160)
);
comment on table products is 'catalog. What the storefront shows and sells, in one or more variants.';
comment on column products.description is 'Markdown.';
comment on column products.seo_title is 'For search engines. Empty: the name.';
comment on column products.seo_description is 'For search engines. Empty: the start of the description.';
comment on column products.current_price_cents is
  'The price of a variant without a price difference: filters, sort orders and product cards all use this one.';
comment on column products.specifications is 'Name and value of each, shown on the page.';
comment on column products.options is 'What the variants differ in: [{ name, values }].';
comment on column products.sellable is
  'The "In Stock" switch of the admin panel. Off hides nothing, but the product cannot be bought.';
comment on column products.status is
  'A deleted product keeps its row: orders refer to it, and for some time the deletion can be undone.';
comment on column products.rating_halves is
  'Of the approved reviews, maintained by the triggers on reviews, as are rating_count, star_counts and fit_counts, '
  'so that no page counts reviews: the sum of their ratings in half stars (4.5 stars are 9).';
comment on column products.star_counts is 'How many approved reviews round to 1, 2, 3, 4 and 5 stars, halves up.';
comment on column products.fit_counts is
  'How many approved reviews say that the product runs small, is true to size and runs large.';
comment on column products.rating is 'The average in stars; 0: no reviews.';
comment on column products.featured_score is
  'Sort order "Featured", by set_featured_score(). Stored, so that an index has this order.';
comment on column products.version is 'Optimistic concurrency.';
-- Storefront: one index for each sort order, of the whole store, of a category and of a brand. A page is a range of one
-- of them; price-desc scans backwards. With the included columns, category, brand, price and rating together can be
-- counted by an index-only scan.
create index products_featured on products (featured_score desc, id desc) where status = 'published';
create index products_price on products (current_price_cents, id) include (rating) where status = 'published';
create index products_newest on products (created_at desc, id desc) where status = 'published';
create index products_popular on products (rating desc, id desc) where status = 'published';
create index products_category_featured on products (category_id, featured_score desc, id desc)
  where status = 'published';
create index products_category_price on products (category_id, current_price_cents, id) include (rating)
  where status = 'published';
create index products_category_newest on products (category_id, created_at desc, id desc) where status = 'published';
create index products_category_popular on products (category_id, rating desc, id desc) where status = 'published';
create index products_brand_featured on products (brand_id, featured_score desc, id desc) where status = 'published';
create index products_brand_price on products (brand_id, current_price_cents, id) include (rating, category_id)
  where status = 'published';
create index products_brand_newest on products (brand_id, created_at desc, id desc) where status = 'published';
create index products_brand_popular on products (brand_id, rating desc, id desc) where status = 'published';
create index products_tags on products using gin (tags) where status = 'published';
-- Admin panel: the list of all products, newest first, is a few ranges of one of these for any combination of filters.
create index products_by_status on products (status, id);
create index products_by_category_status on products (category_id, status, id);
create index products_by_brand_status on products (brand_id, status, id);
create index products_by_brand_category_status on products (brand_id, category_id, status, id);
-- Products that are switched off count as out of stock, whatever is available.
create index products_not_sellable on products (status, id) where not sellable;
-- Drafts are searched too, by parts of their names: the search of the storefront has published products only.
create index products_by_name on products using gin (searchable(name) gin_trgm_ops);
-- The sort orders of the product list, in both directions. A filter by category or brand that matches many products is
-- checked in the index. No index has the available units: see stock.
create index products_by_status_name on products (status, searchable(name), id) include (name, category_id, brand_id);
create index products_by_status_price
  on products (status, current_price_cents, id) include (category_id, brand_id);
create index products_by_status_updated
  on products (status, updated_at, id) include (category_id, brand_id);
create trigger products_touch before update on products for each row execute function touch_updated_at();
create trigger invariant_change after insert or update or delete on products
  for each row execute function record_invariant_change('product', 'id');

-- The average rating with five virtual reviews of 3.5 stars added, in tenths of a star; among equals the newer product
-- is first. An average of 4 stars or more is above 3.5 after a single review, so that no product without reviews comes
-- before it.
create function set_featured_score() returns trigger language plpgsql as $$
begin
  new.featured_score :=
    round((new.rating_halves / 2.0 + 17.5) / (new.rating_count + 5) * 10)::bigint * 10000000000
    + floor(extract(epoch from new.created_at - timestamptz '2020-01-01 00:00:00+00'))::bigint;
  -- The worker computes existing scores again, which is no change of the product.
  if tg_op = 'UPDATE' and (new.rating_halves, new.rating_count, new.created_at)
                          = (old.rating_halves, old.rating_count, old.created_at) then
    new.updated_at := old.updated_at;
  end if;
  return new;
end $$;
-- Triggers run in the order of their names: this one after products_touch. Always: also while rows are loaded with
-- session_replication_role = replica.
create trigger products_update_featured_score
  before insert or update of rating_halves, rating_count, created_at on products
  for each row execute function set_featured_score();

alter table products enable always trigger products_update_featured_score;

-- Products whose names match all these patterns, with one of these statuses and, unless null, of this category and
-- brand. The filters are part of the query: for a word that is common in the store but absent from the category, all
-- its products would be read otherwise. Only indexes are used: the planner misjudges rare words and would scan the
-- table.
create function find_product_ids(patterns text[], statuses text[], category uuid, brand uuid, at_most bigint)
  returns setof uuid language plpgsql stable set enable_seqscan = off set jit = off set work_mem = '32MB' as $$
begin
  return query execute
    'select id from products where status = any ($1)'
      || case when category is not null then ' and category_id = $2' else '' end
      || case when brand is not null then ' and brand_id = $3' else '' end
      || (select string_agg(format(' and searchable(name) like searchable(%L)', pattern), '')
            from unnest(patterns) pattern)
      || ' limit $4' using statuses, category, brand, at_most;
end $$;

create table product_slugs (
  slug       text primary key,
  product_id uuid not null references products on delete cascade,
  created_at timestamptz not null default now()
);
comment on table product_slugs is
  'catalog. Every slug a product has or once had: no other product can get one of them.';
-- For the foreign key.
create index product_slugs_of_product on product_slugs (product_id);
create trigger invariant_change after insert or update or delete on product_slugs
  for each row execute function record_invariant_change('product', 'product_id');

create function record_product_slug() returns trigger language plpgsql as $$
begin
  insert into product_slugs (slug, product_id) values (new.slug, new.id) on conflict (slug) do nothing;
  if not found and not exists (select from product_slugs where slug = new.slug and product_id = new.id) then
    raise unique_violation using constraint = 'product_slugs_pkey',
      message = format('slug %L belongs to another product', new.slug);
  end if;
  return null;
end $$;
create trigger products_record_slug after insert or update of slug on products
  for each row execute function record_product_slug();

create table product_images (
  id         uuid primary key default uuid_v7(),
  product_id uuid not null references products on delete cascade,
  position   smallint not null check (position >= 0),
  url        text not null check (length(url) between 1 and 2000),
  alt        text not null default '',
  created_at timestamptz not null default now(),
  unique (product_id, position) deferrable initially immediate
);
comment on table product_images is 'catalog. The images of a product, in the order of its page.';

create table product_pairings (
  product_id uuid not null references products on delete cascade,
  paired_id  uuid not null references products on delete cascade check (paired_id <> product_id),
  position   smallint not null default 0,
  primary key (product_id, paired_id)
);
comment on table product_pairings is 'catalog. Products that are recommended on the page of another.';
comment on column product_pairings.paired_id is 'The product that is recommended.';
-- For the foreign key.
create index product_pairings_of_paired on product_pairings (paired_id);

create table variants (
  id                     uuid primary key default uuid_v7(),
  product_id             uuid not null references products on delete cascade,
  sku                    text not null check (length(sku) between 1 and 64),
  option_values          jsonb not null default '{}' check (jsonb_typeof(option_values) = 'object'),
  price_difference_cents bigint not null default 0,
  position               smallint not null default 0,
  archived_at            timestamptz,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now()
);
comment on table variants is
  'catalog. What is bought of a product: one for each combination of its options, with a SKU and stock of its own.';
comment on column variants.option_values is '{ name of the option: value }.';
comment on column variants.price_difference_cents is 'Added to the price of the product.';
comment on column variants.archived_at is 'Not sold any more; old orders refer to it.';
-- A column of a plain unique index can be the target of a foreign key, so PostgreSQL locks a row whose SKU changes FOR
-- UPDATE. Every insert of a cart, checkout, reservation or order line (FOR KEY SHARE on its variant) waits for that
-- lock, while the update waits for the stock row that the checkout has locked: a deadlock. A partial unique index
-- cannot be such a target. This one contains every row and is used for `sku = …`.
create unique index variants_sku_key on variants (sku) where sku is not null;
-- Prefix search, ignoring case.
create index variants_sku_search on variants (upper(sku) text_pattern_ops);
create unique index variants_one_per_option_values on variants (product_id, option_values) where archived_at is null;
-- Stock, checkout lines and order lines refer to both columns, so that a variant is never counted for another product.
create unique index variants_of_product on variants (product_id, id);
create trigger variants_touch before update on variants for each row execute function touch_updated_at();
create trigger invariant_change after insert or update or delete on variants
  for each row execute function record_invariant_change('product', 'product_id');

create table product_batches (
  id          uuid primary key default uuid_v7(),
  product_ids uuid[] not null,
  undone_at   timestamptz,
  created_at  timestamptz not null default now()
);
comment on table product_batches is
  'catalog. Bulk edits of products. The changes themselves are audit entries of these products, with the id of the '
  'batch as `batch` in `after`.';
comment on column product_batches.product_ids is 'The products that were changed.';

create table product_imports (
  id                    uuid primary key default uuid_v7(),
  file_name             text not null,
  status                text not null default 'receiving'
                          check (status in ('receiving', 'checking', 'checked', 'importing', 'stopped', 'imported',
                                            'undoing', 'undone')),
  lost_permission       boolean not null default false,
  columns               text[] not null default '{}',
  created_by            uuid references users on delete set null,
  can_set_opening_stock boolean not null,
  sets_opening_stock    boolean not null default false,
  started_by            uuid references users on delete set null,
  request_id            text,
  rows                  integer not null default 0,
  products              integer not null default 0,
  invalid               integer not null default 0,
  unchanged             integer not null default 0,
  ready                 integer not null default 0,
  new_products          integer not null default 0,
  imported              integer not null default 0,
  rejected              integer not null default 0,
  undone                integer not null default 0,
  undo_skipped          integer not null default 0,
  created_at            timestamptz not null default now(),
  started_at            timestamptz
);
comment on table product_imports is
  'catalog. Uploaded product files: checked, then imported, and optionally undone, by the worker and in batches. A '
  'batch and the status of its items are written in one transaction, so that a worker that continues after a crash '
  'repeats nothing.';
comment on column product_imports.lost_permission is 'Stopped, because its starter may not do this any more.';
comment on column product_imports.columns is
  'The columns of the header row: all other fields of a product stay unchanged.';
comment on column product_imports.can_set_opening_stock is
  'Whether the uploader has permission to set the opening stock of new products.';
comment on column product_imports.sets_opening_stock is 'Whether the file sets the opening stock of new products.';
comment on column product_imports.started_by is
  'Actor of the current step: the audit entries of its products name them.';
comment on column product_imports.request_id is 'Request of the current step.';
comment on column product_imports.rows is 'Rows of the file.';
comment on column product_imports.products is
  'Products of the file. The columns up to undo_skipped count those that have reached each status, so that no query '
  'counts items; they stay counted when they move on.';
-- For the foreign keys.
create index product_imports_of_creator on product_imports (created_by) where created_by is not null;
create index product_imports_of_starter on product_imports (started_by) where started_by is not null;

create table product_import_items (
  import_id  uuid not null references product_imports on delete cascade,
  row        integer not null,
  slug       text not null,
  skus       text[] not null default '{}',
  lines      jsonb not null,
  status     text not null default 'pending'
               check (status in ('pending', 'invalid', 'unchanged', 'ready', 'imported', 'rejected', 'undone',
                                 'undo_skipped')),
  product_id uuid references products on delete set null,
  version    integer,
  problems   jsonb,
  primary key (import_id, row)
);
comment on table product_import_items is 'catalog. One product of the file, with its rows as uploaded.';
comment on column product_import_items.row is 'The first of its rows, numbered as in a spreadsheet.';
comment on column product_import_items.lines is 'The rows as uploaded.';
comment on column product_import_items.product_id is 'The existing product found by the check. Null: a new product.';
comment on column product_import_items.version is 'The version of that product then.';
comment on column product_import_items.problems is 'What to correct in which of its rows: [{ row, message }].';
-- Duplicate slugs in the file.
create index product_import_items_by_slug on product_import_items (import_id, slug);
create index product_import_items_unfinished on product_import_items (import_id, status, row)
  where status in ('pending', 'ready', 'imported');
-- The error list: a small part of the primary key.
create index product_import_items_with_problem on product_import_items (import_id, row) where problems is not null;
-- For the foreign key.
create index product_import_items_of_product on product_import_items (product_id) where product_id is not null;
