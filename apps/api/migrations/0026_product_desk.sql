-- A deleted product keeps its row: orders tell of it, and for a while the deletion can be undone.
alter table products drop constraint products_status_check;
alter table products add constraint products_status_check check (status in ('draft', 'published', 'archived', 'deleted'));

-- The list of all products, newest first, is a few stretches of these, whatever it is narrowed to.
create index products_by_state on products (status, id);
create index products_by_category_state on products (category_id, status, id);
create index products_by_brand_state on products (brand_id, category_id, status, id);

-- Drafts are looked for too, so by the words of their names: shoppers' search knows published products alone.
create index products_by_name on products using gin (searchable(name) gin_trgm_ops);

-- Products whose names have all these words (written as patterns), found by their index alone: the planner knows too
-- little of rare words and would rather read the whole table.
create function products_named(patterns text[], at_most bigint) returns setof uuid
  language plpgsql stable set enable_seqscan = off set jit = off as $$
begin
  return query execute
    'select id from products where '
      || (select string_agg(format('searchable(name) like searchable(%L)', pattern), ' and ') from unnest(patterns) pattern)
      || ' limit $1' using at_most;
end $$;
