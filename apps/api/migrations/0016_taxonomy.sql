-- 0006_discounts.sql added three discount codes of the sample data to every store. Every use and every edit sets
-- updated_at: those that were never touched are removed, and the sample loader adds them where the sample is loaded.
delete from discount_codes where code in ('CRYSTAL10', 'CRYSTAL20', 'WELCOME15') and updated_at = created_at;

-- Categories and brands in the hands of the owner: texts for search engines, alternative texts of their images, the
-- order of brands, and the version that an edit is based on.
alter table categories
  add column image_alt       text not null default '' check (length(image_alt) <= 300),
  add column seo_title       text not null default '' check (length(seo_title) <= 70),
  add column seo_description text not null default '' check (length(seo_description) <= 160),
  add column version         integer not null default 1,
  -- Set while its products are moved to that category; then this row is deleted.
  add column merging_into    uuid references categories check (merging_into <> id);
alter table brands
  add column logo_alt        text not null default '' check (length(logo_alt) <= 300),
  add column seo_title       text not null default '' check (length(seo_title) <= 70),
  add column seo_description text not null default '' check (length(seo_description) <= 160),
  add column position        integer not null default 0,
  add column version         integer not null default 1,
  add column merging_into    uuid references brands check (merging_into <> id);
-- For the foreign keys.
create index categories_merging on categories (merging_into) where merging_into is not null;
create index brands_merging on brands (merging_into) where merging_into is not null;

-- Previous names and slugs of categories and brands, and those of merged ones: old links lead to the current one. A
-- current name wins over an alias.
create table taxonomy_redirects (
  kind        text not null check (kind in ('category', 'brand')),
  alias       text not null check (length(alias) between 1 and 100),
  category_id uuid references categories on delete cascade,
  brand_id    uuid references brands on delete cascade,
  -- The merged row that had this name: reports on old orders still show it.
  former_id   uuid unique,
  created_at  timestamptz not null default now(),
  primary key (kind, alias),
  check ((category_id is not null) = (kind = 'category') and (brand_id is not null) = (kind = 'brand'))
);
-- For the foreign keys.
create index taxonomy_redirects_of_category on taxonomy_redirects (category_id) where category_id is not null;
create index taxonomy_redirects_of_brand on taxonomy_redirects (brand_id) where brand_id is not null;
