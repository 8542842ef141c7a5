create table categories (
  id          uuid primary key default uuid_v7(),
  name        text not null unique check (length(name) between 1 and 100),
  slug        text not null unique check (slug ~ '^[\w-]+$'),
  image       text,
  description text not null default '',
  position    integer not null default 0,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create trigger categories_touch before update on categories for each row execute function touch_updated_at();

create table brands (
  id          uuid primary key default uuid_v7(),
  name        text not null unique check (length(name) between 1 and 100),
  slug        text not null unique check (slug ~ '^[\w-]+$'),
  logo        text,
  description text not null default '',
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create trigger brands_touch before update on brands for each row execute function touch_updated_at();

create table products (
  id                  uuid primary key default uuid_v7(),
  name                text not null check (length(btrim(name)) between 1 and 200),
  slug                text not null unique check (slug ~ '^[\w-]{1,220}$'),
  description         text not null check (length(description) between 1 and 20000),
  category_id         uuid not null references categories,
  brand_id            uuid not null references brands,
  price_cents         bigint not null check (price_cents between 1 and 100000000),
  sale_price_cents    bigint check (sale_price_cents > 0 and sale_price_cents < price_cents),
  -- The price of a variant without a price difference: filters, sort orders and product cards all use this one.
  current_price_cents bigint not null generated always as (coalesce(sale_price_cents, price_cents)) stored,
  tags                text[] not null default '{}',
  specifications      jsonb not null default '{}' check (jsonb_typeof(specifications) = 'object'),
  options             jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  -- The "In Stock" switch of the admin panel. Off hides nothing, but the product cannot be bought.
  sellable            boolean not null default true,
  -- A deleted product keeps its row: orders refer to it, and for some time the deletion can be undone.
  status              text not null default 'published' check (status in ('draft', 'published', 'archived', 'deleted')),
  -- Of the approved reviews, maintained by the triggers on reviews, so that no page counts reviews: the sum of their
  -- ratings in half stars (4.5 stars are 9), their number, and how many round to 1, 2, 3, 4 and 5 stars, halves up.
  rating_halves       bigint not null default 0 check (rating_halves between 0 and rating_count * 10),
  rating_count        bigint not null default 0 check (rating_count >= 0),
  star_counts         bigint[] not null default '{0,0,0,0,0}' check (cardinality(star_counts) = 5),
  rating              numeric(3, 2) not null generated always as (
                        case when rating_count = 0 then 0
                             else round(rating_halves / (2.0 * rating_count), 2) end) stored,
  -- Sort order "Featured": the average rating with five virtual reviews of 4.2 stars added, where being 180 days newer
  -- weighs as much as one star. Stored, so that an index has this order.
  featured_score      bigint not null generated always as (
                        round((rating_halves / 2.0 + 21) / (rating_count + 5) * 15552000)::bigint
                        + floor(extract(epoch from created_at - timestamptz '2020-01-01 00:00:00+00'))::bigint) stored,
  version             integer not null default 1,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now()
);

-- Storefront: one index for each sort order, of the whole store, of a category and of a brand. A page is a range of one
-- of them; price-desc scans backwards. With the included columns, category, brand, price and rating together can be
-- counted by an index-only scan.
create index products_featured on products (featured_score desc, id desc) where status = 'published';
create index products_price    on products (current_price_cents, id) include (rating) where status = 'published';
create index products_newest   on products (created_at desc, id desc) where status = 'published';
create index products_popular  on products (rating desc, id desc) where status = 'published';
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

create trigger products_touch before update on products for each row execute function touch_updated_at();

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

-- Every slug a product has or once had: no other product can get one of them.
create table product_slugs (
  slug       text primary key,
  product_id uuid not null references products on delete cascade,
  created_at timestamptz not null default now()
);
-- For the foreign key.
create index product_slugs_of_product on product_slugs (product_id);

create function record_product_slug() returns trigger language plpgsql as $$
begin
  insert into product_slugs (slug, product_id) values (new.slug, new.id) on conflict (slug) do nothing;
  if not exists (select from product_slugs where slug = new.slug and product_id = new.id) then
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

create table product_pairings (
  product_id uuid not null references products on delete cascade,
  paired_id  uuid not null references products on delete cascade check (paired_id <> product_id),
  position   smallint not null default 0,
  primary key (product_id, paired_id)
);
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

-- The slides at the top of the home page.
create table hero_slides (
  id       uuid primary key default uuid_v7(),
  position smallint not null unique,
  eyebrow  text not null,
  title    text not null,
  text     text not null,
  cta      text not null,
  href     text not null,
  image    text not null,
  alt      text not null
);

-- Uploaded product files: checked, then imported, and optionally undone, by the worker and in batches. A batch and the
-- status of its items are written in one transaction, so that a worker that continues after a crash repeats nothing.
create table product_imports (
  id                    uuid primary key default uuid_v7(),
  file_name             text not null,
  status                text not null default 'receiving'
                          check (status in ('receiving', 'checking', 'checked', 'importing', 'stopped', 'imported',
                                            'undoing', 'undone')),
  -- The columns of the header row: all other fields of a product stay unchanged.
  columns               text[] not null default '{}',
  created_by            uuid references users on delete set null,
  -- Whether the uploader has permission to set the opening stock of new products, and whether the file does so.
  can_set_opening_stock boolean not null,
  sets_opening_stock    boolean not null default false,
  -- Actor and request of the current step: the audit entries of its products name them.
  started_by            uuid references users on delete set null,
  request_id            text,
  rows                  integer not null default 0,
  products              integer not null default 0,
  -- Products that have reached each status, so that no query counts items. They stay counted when they move on.
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
-- For the foreign keys.
create index product_imports_of_creator on product_imports (created_by) where created_by is not null;
create index product_imports_of_starter on product_imports (started_by) where started_by is not null;

-- One product of the file, with its rows as uploaded.
create table product_import_items (
  import_id  uuid not null references product_imports on delete cascade,
  -- The first of its rows, numbered as in a spreadsheet.
  row        integer not null,
  slug       text not null,
  skus       text[] not null default '{}',
  lines      jsonb not null,
  status     text not null default 'pending'
               check (status in ('pending', 'invalid', 'unchanged', 'ready', 'imported', 'rejected', 'undone',
                                 'undo_skipped')),
  -- The existing product found by the check, and its version then.
  product_id uuid references products on delete set null,
  version    integer,
  -- What to correct in which of its rows: [{ row, message }].
  problems   jsonb,
  primary key (import_id, row)
);
-- Duplicate slugs in the file.
create index product_import_items_by_slug on product_import_items (import_id, slug);
create index product_import_items_unfinished on product_import_items (import_id, status, row)
  where status in ('pending', 'ready', 'imported');
-- The error list: a small part of the primary key.
create index product_import_items_with_problem on product_import_items (import_id, row) where problems is not null;
-- For the foreign key.
create index product_import_items_of_product on product_import_items (product_id) where product_id is not null;
