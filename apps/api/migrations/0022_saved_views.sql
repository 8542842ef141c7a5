-- no-transaction
-- Saved views of the lists in the admin panel, and the indexes for the sort orders of these lists. Every statement can be
-- repeated, and the previous release ignores all of it.

-- The filters and sort order of a list as a query string, under a name of its owner.
create table if not exists saved_views (
  id            uuid primary key default uuid_v7(),
  owner_user_id uuid not null references users on delete cascade,
  list          text not null check (list in ('orders', 'products', 'customers', 'reviews', 'tickets')),
  name          text not null check (length(btrim(name)) between 1 and 40),
  -- The contract allows 1,000 characters; percent-encoding makes up to nine of each.
  query         text not null check (length(query) <= 9000),
  -- Staff with one of these roles see the view too.
  shared_with   text[] not null default '{}',
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create unique index if not exists saved_views_name_key on saved_views (owner_user_id, list, lower(name));
create index if not exists saved_views_shared on saved_views (list, lower(name)) where shared_with <> '{}';
create or replace trigger saved_views_touch before update on saved_views
  for each row execute function touch_updated_at();

-- The filter by shipping method, combined with status and payment: up to fifteen ranges for each method, newest first. The
-- total is included so that a period can be sorted by total without reading the orders themselves.
create index concurrently if not exists orders_by_shipping
  on orders (shipping_method, status, payment_status, created_at desc, id desc) include (total_cents);
-- Sorted by total, in both directions: any combination of the three filters is up to thirty ranges of this index.
create index concurrently if not exists orders_by_total
  on orders (shipping_method, status, payment_status, total_cents, id);

-- The sort orders of the product list, in both directions. A filter by category or brand that matches many products is
-- checked in the index. No index has the available units: see 0009_inventory.sql.
create index concurrently if not exists products_by_status_name
  on products (status, searchable(name), id) include (name, category_id, brand_id);
create index concurrently if not exists products_by_status_price
  on products (status, current_price_cents, id) include (category_id, brand_id);
create index concurrently if not exists products_by_status_updated
  on products (status, updated_at, id) include (category_id, brand_id);

create index concurrently if not exists users_in_name_order on users (searchable(name), id) where deleted_at is null;
