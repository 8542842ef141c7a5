-- Search finds products by the words of their texts. A word is the text between two spaces, in lower case and without
-- accents. A word of the query may be any part of it, so the lexicon (search_words) is searched first. A search with
-- filters is an intersection within one index: category, brand, approximate price and approximate rating are terms of a
-- product, too, and parts of words are found by the characters of its texts.

-- Both bounds belong to a band: a product at exactly $50 is in two. Band 0 is any price.
create function price_bands(cents bigint) returns smallint[] language sql immutable parallel safe
  return array_remove(array[0, case when cents <= 5000 then 1 end, case when cents between 5000 and 10000 then 2 end,
                            case when cents between 10000 and 20000 then 3 end, case when cents >= 20000 then 4 end],
                      null)::smallint[];

create function rating_stars(rating numeric) returns smallint language sql immutable parallel safe
  return least(4, floor(rating))::smallint;

-- 62 bits of a hash of the word; the lowest two bits are left for the place of the word in the product.
create function search_key(word text) returns bigint language sql immutable parallel safe
  return hashtextextended(word, 0) & ~3::bigint;

create function search_tokens(words text) returns setof text language sql immutable parallel safe as $$
  select token from string_to_table(translate(searchable(words), E'\t\n\x0b\f\r', '     '), ' ') token where token <> ''
$$;

-- Every character and every two adjacent characters of a word, which trigrams cannot find.
create function search_pairs(word text) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct substr(word, place, size))
    from generate_series(1, length(word)) place, generate_series(1, 2) size
   where place + size <= length(word) + 1
$$;

-- The same for all words of a text.
create function text_pairs(texts text) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct substr(word, place, size))
    from (select distinct word from string_to_table(translate(texts, E'\n', ' '), ' ') word) words,
         generate_series(1, length(word)) place, generate_series(1, 2) size
   where place + size <= length(word) + 1
$$;

-- Hashed with another seed than words, so that no word equals one.
create function filter_term(kind text, value text) returns bigint language sql immutable parallel safe
  return hashtextextended(kind || ':' || value, 1) & ~3::bigint;

-- Steps of 3 percent of a price, up to $100,000. Eight of them are a wide step, so that at most 14 steps and 65 wide
-- steps cover the prices of any filter.
create function price_step(cents bigint) returns int language sql immutable parallel safe
  return floor(ln(least(greatest(cents, 1), 10000000)::float8) * 32)::int;

create function filter_terms_of(category_id uuid, brand_id uuid, cents bigint, rating numeric) returns bigint[]
  language sql immutable parallel safe as $$
  select array[filter_term('category', category_id::text), filter_term('brand', brand_id::text),
               filter_term('price', price_step(cents)::text), filter_term('wide_price', (price_step(cents) / 8)::text)]
         || array(select filter_term('band', band::text) from unnest(price_bands(cents)) band where band > 0)
         || array(select filter_term('half_stars', halves::text) from generate_series(1, floor(rating * 2)::int) halves)
$$;

-- A product within these prices has one of the returned terms; its exact price must still be compared.
create function price_terms(min_cents bigint, max_cents bigint) returns bigint[]
  language sql immutable parallel safe as $$
  select array_agg(distinct case when wide * 8 >= low and wide * 8 + 7 <= high
                                 then filter_term('wide_price', wide::text) else filter_term('price', step::text) end)
    from (values (price_step(coalesce(min_cents, 0)), price_step(coalesce(max_cents, 10000000)))) range (low, high),
         generate_series(low, high) step, lateral (select step / 8) w (wide)
$$;

-- A product with one of these tags has one of the returned terms.
create function tag_terms(tags text[]) returns bigint[] language sql immutable parallel safe as $$
  select array_agg(search_key(token) | 1)
    from unnest(tags) tag, lateral (select token from search_tokens(tag) token limit 1) t
$$;

create table search_words (
  key             bigint primary key,
  word            text not null,
  -- The approximate number of products, counted periodically; 0 for rare and new words.
  in_names        bigint not null default 0,
  in_tags         bigint not null default 0,
  in_labels       bigint not null default 0,
  in_descriptions bigint not null default 0
);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops);
create index search_words_pairs on search_words using gin (search_pairs(word));

-- One row for each published product. `product_search_of` returns its columns in this order.
create table product_search (
  product_id     uuid primary key references products on delete cascade,
  featured_score bigint not null,
  -- Filter terms, and for each word its key plus its place: 0 name, 1 tags, 2 brand or category, 3 description.
  terms          bigint[] not null,
  -- All texts of the product, spelled as in search_words, one per line.
  texts          text not null
);
create index product_search_featured on product_search (featured_score desc, product_id desc);
-- Without fastupdate: every search would have to scan the list of pending entries.
create index product_search_matches on product_search using gin (terms, text_pairs(texts)) with (fastupdate = off);

-- The option values that are in stock: a row for each value of each variant with available units.
create table sizes_in_stock (
  product_id uuid not null,
  size       text not null,
  variant_id uuid not null,
  primary key (product_id, size, variant_id)
);
create index sizes_in_stock_by_size on sizes_in_stock (size, product_id);

-- The number of published products for each combination of category, brand, price band (1 to 4) and minimum rating in
-- stars (1 to 4). The nil id and 0 stand for any, so that every count is one row and no page counts products.
create table catalog_facets (
  category_id uuid not null,
  brand_id    uuid not null,
  band        smallint not null,
  stars       smallint not null,
  products    bigint not null,
  primary key (category_id, band, stars, brand_id)
);
create index catalog_facets_by_category on catalog_facets (brand_id, band, stars, category_id);

-- Changes not yet in catalog_facets. Rows are only inserted, so that concurrent edits of products never wait.
create table facet_changes (
  category_id uuid not null,
  brand_id    uuid not null,
  bands       smallint[] not null,
  stars       smallint not null,
  products    bigint not null
);

create view product_texts as
  select p.id as product_id, p.featured_score, t.place, t.words
    from products p
    join categories c on c.id = p.category_id
    join brands b on b.id = p.brand_id
   cross join lateral (values (0, p.name), (1, array_to_string(p.tags, ' ')), (2, c.name || ' ' || b.name),
                              (3, p.description)) t (place, words)
   where p.status = 'published';

-- The counts including the changes; sum them up.
create view facet_counts as
  select category_id, brand_id, band, stars, products from catalog_facets
  union all
  select category, brand, band, star::smallint, products
    from facet_changes c, unnest(array['00000000-0000-0000-0000-000000000000', c.category_id]) category,
         unnest(array['00000000-0000-0000-0000-000000000000', c.brand_id]) brand, unnest(c.bands) band,
         generate_series(0, c.stars) star;

-- The rows of these products.
create function product_search_of(ids uuid[]) returns setof product_search language sql stable set jit = off as $$
  select p.id, p.featured_score,
         w.terms || filter_terms_of(p.category_id, p.brand_id, p.current_price_cents, p.rating),
         searchable(concat_ws(E'\n', p.name, array_to_string(p.tags, ' '), c.name || ' ' || b.name, p.description))
    from products p
    join categories c on c.id = p.category_id
    join brands b on b.id = p.brand_id
   cross join lateral (
         select array_agg(distinct search_key(token) | place) as terms
           from (values (0, p.name), (1, array_to_string(p.tags, ' ')), (2, c.name || ' ' || b.name),
                        (3, p.description)) t (place, words),
                search_tokens(words) token) w
   where p.id = any (ids) and p.status = 'published' and w.terms is not null
$$;

create function index_products(ids uuid[]) returns void language plpgsql as $$
begin
  -- In the order of keys, so that transactions with common words lock them in the same order and do not deadlock.
  insert into search_words (key, word)
  select distinct search_key(token), token
    from product_texts, search_tokens(words) token
   where product_id = any (ids) and not exists (select from search_words w where w.key = search_key(token))
   order by 1
      on conflict do nothing;

  insert into product_search
  select * from product_search_of(ids)
      on conflict (product_id) do update
         set featured_score = excluded.featured_score, terms = excluded.terms, texts = excluded.texts;

  delete from product_search s using products p
   where p.id = s.product_id and p.id = any (ids) and p.status <> 'published';
end $$;

create function products_added() returns trigger language plpgsql as $$
begin
  perform index_products(array_agg(id)) from added where status = 'published';
  return null;
end $$;
create trigger products_search_added after insert on products
  referencing new table as added for each statement execute function products_added();

create function products_changed() returns trigger language plpgsql as $$
begin
  perform index_products(array_agg(n.id))
     from added n join removed o using (id)
    where (n.name, n.tags, n.description, n.category_id, n.brand_id, n.status,
           price_step(n.current_price_cents), price_bands(n.current_price_cents), floor(n.rating * 2))
          is distinct from (o.name, o.tags, o.description, o.category_id, o.brand_id, o.status,
                            price_step(o.current_price_cents), price_bands(o.current_price_cents), floor(o.rating * 2));
  update product_search s set featured_score = n.featured_score
    from added n
   where s.product_id = n.id and s.featured_score <> n.featured_score;
  return null;
end $$;
create trigger products_search_changed after update on products
  referencing old table as removed new table as added for each statement execute function products_changed();

-- A brand or category may have more products than one statement should update: the worker indexes them in batches.
create function label_renamed() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('index_products_of', json_build_object('column', tg_argv[0], 'id', new.id));
  return null;
end $$;
create trigger categories_search_renamed after update of name on categories
  for each row when (old.name <> new.name) execute function label_renamed('category_id');
create trigger brands_search_renamed after update of name on brands
  for each row when (old.name <> new.name) execute function label_renamed('brand_id');

-- Counts the words of a sample of about 50,000 products and extrapolates: search only uses which words are common.
create function count_search_words() returns void language plpgsql set jit = off as $$
declare
  part real := (select least(100, 5000000.0 / greatest(1, count(*))) from product_search);
begin
  with counted as (
    select key, (count(*) filter (where place = 0) * 100 / part)::bigint as in_names,
           (count(*) filter (where place = 1) * 100 / part)::bigint as in_tags,
           (count(*) filter (where place = 2) * 100 / part)::bigint as in_labels,
           (count(*) filter (where place = 3) * 100 / part)::bigint as in_descriptions
      from product_search tablesample system (part), unnest(terms) term,
           lateral (select term & ~3::bigint as key, term & 3 as place) t
     group by key having count(*) >= 10)
  update search_words w
     set (in_names, in_tags, in_labels, in_descriptions) =
         (coalesce(c.in_names, 0), coalesce(c.in_tags, 0), coalesce(c.in_labels, 0), coalesce(c.in_descriptions, 0))
    from search_words known left join counted c using (key)
   where w.key = known.key
     and (c.key is not null or known.in_names + known.in_tags + known.in_labels + known.in_descriptions > 0)
     and (w.in_names, w.in_tags, w.in_labels, w.in_descriptions) is distinct from
         (coalesce(c.in_names, 0), coalesce(c.in_tags, 0), coalesce(c.in_labels, 0), coalesce(c.in_descriptions, 0));
end $$;

-- After a bulk load with triggers disabled.
create function rebuild_search() returns void language plpgsql set jit = off as $$
begin
  truncate search_words, product_search;
  insert into search_words (key, word)
  select search_key(token), min(token) from (select distinct token from product_texts, search_tokens(words) token) t
   group by 1;
  insert into product_search
  select * from product_search_of((select array_agg(id) from products where status = 'published'));
  perform count_search_words();
end $$;

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
