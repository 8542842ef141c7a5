-- Title and description of a product page for search engines; empty: its name and the start of its description. Lengths
-- as for categories and brands. `not valid` spares the scan: existing rows are empty.
alter table products
  add column seo_title       text not null default '',
  add column seo_description text not null default '',
  add constraint products_seo_title_length check (length(seo_title) <= 70) not valid,
  add constraint products_seo_description_length check (length(seo_description) <= 160) not valid;
