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

create table brands (
  id          uuid primary key default uuid_v7(),
  name        text not null unique check (length(name) between 1 and 100),
  slug        text not null unique check (slug ~ '^[\w-]+$'),
  logo        text,
  description text not null default '',
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);

create trigger categories_touch before update on categories for each row execute function touch_updated_at();
create trigger brands_touch before update on brands for each row execute function touch_updated_at();

create table products (
  id               uuid primary key default uuid_v7(),
  name             text not null check (length(btrim(name)) between 1 and 200),
  slug             text not null unique check (slug ~ '^[\w-]{1,220}$'),
  description      text not null check (length(description) between 1 and 20000),
  category_id      uuid not null references categories,
  brand_id         uuid not null references brands,
  price_cents      bigint not null check (price_cents between 1 and 100000000),
  sale_price_cents bigint check (sale_price_cents > 0 and sale_price_cents < price_cents),
  -- What a shopper pays for the plain variant: filters, sorts and cards all read this one.
  current_price_cents bigint not null generated always as (coalesce(sale_price_cents, price_cents)) stored,
  tags             text[] not null default '{}',
  specifications   jsonb not null default '{}' check (jsonb_typeof(specifications) = 'object'),
  options          jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  -- The admin's "in stock" switch. Off hides nothing, it only stops selling.
  sellable         boolean not null default true,
  status           text not null default 'published' check (status in ('draft', 'published', 'archived')),
  -- Reviews keep these two; nothing ever counts reviews to show a rating. Halves: 4.5 stars is 9.
  rating_halves    bigint not null default 0 check (rating_halves between 0 and rating_count * 10),
  rating_count     bigint not null default 0 check (rating_count >= 0),
  rating           numeric(3, 2) not null generated always as (
                     case when rating_count = 0 then 0 else round(rating_halves / (2.0 * rating_count), 2) end) stored,
  -- "Featured": a rating steadied by five imaginary reviews of 4.2, where 180 days of newness weigh
  -- as much as one star. Stored, so that the order can be walked by an index.
  featured_score   bigint not null generated always as (
                     round((rating_halves / 2.0 + 21) / (rating_count + 5) * 15552000)::bigint
                     + floor(extract(epoch from created_at - timestamptz '2020-01-01 00:00:00+00'))::bigint) stored,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create trigger products_touch before update on products for each row execute function touch_updated_at();

-- One index for each way to walk the shelf (sort), over the whole shop, one category, one brand.
-- A page is a range of one of these; prices are walked backwards for price-desc. What the price indexes
-- include lets category, brand, price and rating together be counted without a look at the products.
create index products_featured on products (featured_score desc, id desc) where status = 'published';
create index products_price    on products (current_price_cents, id) include (rating) where status = 'published';
create index products_newest   on products (created_at desc, id desc) where status = 'published';
create index products_popular  on products (rating desc, id desc) where status = 'published';
create index products_category_featured on products (category_id, featured_score desc, id desc) where status = 'published';
create index products_category_price    on products (category_id, current_price_cents, id) include (rating) where status = 'published';
create index products_category_newest   on products (category_id, created_at desc, id desc) where status = 'published';
create index products_category_popular  on products (category_id, rating desc, id desc) where status = 'published';
create index products_brand_featured on products (brand_id, featured_score desc, id desc) where status = 'published';
create index products_brand_price    on products (brand_id, current_price_cents, id) include (rating, category_id) where status = 'published';
create index products_brand_newest   on products (brand_id, created_at desc, id desc) where status = 'published';
create index products_brand_popular  on products (brand_id, rating desc, id desc) where status = 'published';
create index products_tags on products using gin (tags) where status = 'published';
-- Suggestions while a shopper types: any part of a name.
create index products_name on products using gin (searchable(name) gin_trgm_ops) where status = 'published';

-- Every slug a product ever had. The present one is among them, so that no other product can take it.
create table product_slugs (
  slug       text primary key,
  product_id uuid not null references products on delete cascade,
  created_at timestamptz not null default now()
);
create index product_slugs_of_product on product_slugs (product_id);

create function remember_product_slug() returns trigger language plpgsql as $$
begin
  insert into product_slugs (slug, product_id) values (new.slug, new.id) on conflict (slug) do nothing;
  if not exists (select from product_slugs where slug = new.slug and product_id = new.id) then
    raise unique_violation using constraint = 'product_slugs_pkey',
      message = format('slug %L belongs to another product', new.slug);
  end if;
  return null;
end $$;
create trigger products_remember_slug after insert or update of slug on products
  for each row execute function remember_product_slug();

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
create index product_pairings_back on product_pairings (paired_id);

create table variants (
  id                     uuid primary key default uuid_v7(),
  product_id             uuid not null references products on delete cascade,
  sku                    text not null unique check (length(sku) between 1 and 64),
  option_values          jsonb not null default '{}' check (jsonb_typeof(option_values) = 'object'),
  price_difference_cents bigint not null default 0,
  position               smallint not null default 0,
  archived_at            timestamptz,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now()
);
create unique index variants_one_per_choice on variants (product_id, option_values) where archived_at is null;
-- Stock and order lines refer to both columns, so that a variant is never counted for another product.
create unique index variants_of_product on variants (product_id, id);
create trigger variants_touch before update on variants for each row execute function touch_updated_at();

-- Units of a variant, each in exactly one bucket. Kept apart from the variant because these rows are
-- the busiest of the shop: narrow, half-filled pages, and no index on what changes.
create table stock (
  variant_id uuid primary key,
  product_id uuid not null,
  received   bigint not null default 0 check (received >= 0),
  available  bigint not null default 0 check (available >= 0),
  reserved   bigint not null default 0 check (reserved >= 0),
  sold       bigint not null default 0 check (sold >= 0),
  foreign key (product_id, variant_id) references variants (product_id, id) on delete cascade,
  constraint stock_units_are_conserved check (available + reserved + sold = received)
) with (fillfactor = 50);
create index stock_of_product on stock (product_id);

-- Why the received number changed: delivery, count, damage. Sales are told by reservations.
create table stock_movements (
  id            uuid primary key default uuid_v7(),
  variant_id    uuid not null references variants on delete cascade,
  delta         bigint not null check (delta <> 0),
  reason        text not null check (length(reason) between 1 and 200),
  actor_user_id uuid references users,
  created_at    timestamptz not null default now()
);
create index stock_movements_of_variant on stock_movements (variant_id, id desc);

-- The pictures that greet a visitor, in the owner's hands like the rest of the catalog.
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
