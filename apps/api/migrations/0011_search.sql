-- How search finds a product: by the words of its texts. A word is what stands between two spaces, in lower
-- case and without accents; a query word may be any part of it, so the lexicon is what is searched first.

-- Sixty-two bits of the word; the lowest two are free to say where in the product it stands.
create function search_key(word text) returns bigint language sql immutable parallel safe
  return hashtextextended(word, 0) & ~3::bigint;

create function search_tokens(words text) returns setof text language sql immutable parallel safe as $$
  select token from string_to_table(translate(searchable(words), E'\t\n\x0b\f\r', '     '), ' ') token where token <> ''
$$;

-- Every single character and pair of a word: what trigrams cannot find.
create function search_pairs(word text) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct substr(word, place, size))
    from generate_series(1, length(word)) place, generate_series(1, 2) size
   where place + size <= length(word) + 1
$$;

create table search_words (
  key             bigint primary key,
  word            text not null,
  -- In how many products, roughly: counted now and then, and 0 for what is rare or new.
  in_names        bigint not null default 0,
  in_tags         bigint not null default 0,
  in_labels       bigint not null default 0,
  in_descriptions bigint not null default 0
);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops);
create index search_words_pairs on search_words using gin (search_pairs(word));

-- One row for each published product. A term is the key of a word plus its place:
-- 0 in the name, 1 in a tag, 2 in the brand or category, 3 in the description.
create table product_search (
  product_id     uuid primary key references products on delete cascade,
  featured_score bigint not null,
  terms          bigint[] not null
);
-- Searches must not wade through a list of late entries, so there is none.
create index product_search_terms on product_search using gin (terms) with (fastupdate = off);
create index product_search_featured on product_search (featured_score desc, product_id desc);

create view product_texts as
  select p.id as product_id, p.featured_score, t.place, t.words
    from products p
    join categories c on c.id = p.category_id
    join brands b on b.id = p.brand_id
   cross join lateral (values (0, p.name), (1, array_to_string(p.tags, ' ')), (2, c.name || ' ' || b.name),
                              (3, p.description)) t (place, words)
   where p.status = 'published';

create function index_products(ids uuid[]) returns void language plpgsql as $$
begin
  -- In the order of keys, so that two writers with words in common wait for one another in turn.
  insert into search_words (key, word)
  select distinct search_key(token), token
    from product_texts, search_tokens(words) token
   where product_id = any (ids) and not exists (select from search_words w where w.key = search_key(token))
   order by 1
      on conflict do nothing;

  insert into product_search
  select product_id, featured_score, array_agg(distinct search_key(token) | place)
    from product_texts, search_tokens(words) token
   where product_id = any (ids)
   group by product_id, featured_score
      on conflict (product_id) do update set featured_score = excluded.featured_score, terms = excluded.terms;

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
    where (n.name, n.tags, n.description, n.category_id, n.brand_id, n.status)
          is distinct from (o.name, o.tags, o.description, o.category_id, o.brand_id, o.status);
  update product_search s set featured_score = n.featured_score
    from added n
   where s.product_id = n.id and s.featured_score <> n.featured_score;
  return null;
end $$;
create trigger products_search_changed after update on products
  referencing new table as added old table as removed for each statement execute function products_changed();

-- A brand may have more products than one statement should touch: the worker goes through them.
create function label_renamed() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('index_products_of', json_build_object('column', tg_argv[0], 'id', new.id));
  return null;
end $$;
create trigger categories_search_renamed after update of name on categories
  for each row when (old.name <> new.name) execute function label_renamed('category_id');
create trigger brands_search_renamed after update of name on brands
  for each row when (old.name <> new.name) execute function label_renamed('brand_id');

-- Counts the words of some fifty thousand products at most and takes them for all: search only wants to know
-- which words are common.
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
   where w.key = known.key and (c.key is not null or known.in_names + known.in_tags + known.in_labels + known.in_descriptions > 0)
     and (w.in_names, w.in_tags, w.in_labels, w.in_descriptions) is distinct from
         (coalesce(c.in_names, 0), coalesce(c.in_tags, 0), coalesce(c.in_labels, 0), coalesce(c.in_descriptions, 0));
end $$;

-- After a load that spared the triggers.
create function rebuild_search() returns void language plpgsql set jit = off as $$
begin
  truncate search_words, product_search;
  insert into search_words (key, word)
  select search_key(token), min(token) from (select distinct token from product_texts, search_tokens(words) token) t
   group by 1;
  insert into product_search
  select product_id, featured_score, array_agg(distinct search_key(token) | place)
    from product_texts, search_tokens(words) token
   group by product_id, featured_score;
  perform count_search_words();
end $$;

-- All products with at least one of each of the wanted sets of terms (written as arrays), found by the index of
-- terms alone: the planner knows nothing of rare terms and would rather read the whole table.
create function products_with_terms(wanted text[], at_most bigint) returns setof product_search
  language plpgsql stable set enable_seqscan = off set jit = off as $$
begin
  return query execute
    'select * from product_search where '
      || (select string_agg(format('terms && %L::bigint[]', terms), ' and ') from unnest(wanted) terms)
      || ' limit $1' using at_most;
end $$;

-- A SKU is found by how it begins, in any case of letters.
create index variants_sku_search on variants (upper(sku) text_pattern_ops);
drop index products_name;

select rebuild_search();
