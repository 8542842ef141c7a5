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

-- The words of a text in Markdown. Unlike in `toPlainText` of the contracts, the marks of lists and headings stay: they
-- are words of their own, and a search for a number or a dash must find them. So do underscores: parts of words are found.
create function plain_text(markdown text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(regexp_replace(markdown,
           '\[([^][\n]+)\]\([^()\s]*\)', '\1', 'g'),
           '\*\*([^*\n]+)\*\*', '\1', 'g'),
           '\*([^*\s][^*\n]*)\*', '\1', 'g');

create table search_words (
  key             bigint primary key,
  word            text not null,
  in_names        bigint not null default 0,
  in_tags         bigint not null default 0,
  in_labels       bigint not null default 0,
  in_descriptions bigint not null default 0
);
comment on table search_words is 'catalog. The lexicon: every word of the texts of published products.';
comment on column search_words.key is 'search_key() of the word.';
comment on column search_words.in_names is
  'The approximate number of products whose names have it, counted periodically, as in the columns that follow; 0 '
  'for rare and new words.';
comment on column search_words.in_labels is 'In the names of category or brand.';
create index search_words_trigrams on search_words using gin (word gin_trgm_ops);
create index search_words_pairs on search_words using gin (search_pairs(word));

create table search_synonyms (
  id         uuid primary key default uuid_v7(),
  words      text[] not null check (cardinality(words) between 2 and 20),
  updated_at timestamptz not null default now()
);
comment on table search_synonyms is 'catalog. Words that search treats as the same.';
comment on column search_synonyms.words is 'Spelled as in search_words: in lower case, without accents and spaces.';
create index search_synonyms_words on search_synonyms using gin (words) with (fastupdate = off);

create table product_search (
  product_id     uuid primary key references products on delete cascade,
  featured_score bigint not null,
  terms          bigint[] not null,
  texts          text not null
);
comment on table product_search is
  'catalog. One row for each published product. `product_search_of` returns its columns in this order.';
comment on column product_search.featured_score is 'Of the product.';
comment on column product_search.terms is
  'Filter terms, and for each word its key plus its place: 0 name, 1 tags, 2 brand or category, 3 description.';
comment on column product_search.texts is 'All texts of the product, spelled as in search_words, one per line.';
create index product_search_featured on product_search (featured_score desc, product_id desc);
-- Without fastupdate: every search would have to scan the list of pending entries.
create index product_search_matches on product_search using gin (terms, text_pairs(texts)) with (fastupdate = off);
create trigger invariant_change after insert or update or delete on product_search
  for each row execute function record_invariant_change('product', 'product_id');

create view product_texts as
  select p.id as product_id, p.featured_score, t.place, t.words
    from products p
    join categories c on c.id = p.category_id
    join brands b on b.id = p.brand_id
   cross join lateral (values (0, p.name), (1, array_to_string(p.tags, ' ')), (2, c.name || ' ' || b.name),
                              (3, plain_text(p.description))) t (place, words)
   where p.status = 'published';

-- The rows of these products.
create function product_search_of(ids uuid[]) returns setof product_search language sql stable set jit = off as $$
  select p.id, p.featured_score,
         w.terms || filter_terms_of(p.category_id, p.brand_id, p.current_price_cents, p.rating),
         searchable(concat_ws(E'\n', p.name, array_to_string(p.tags, ' '), c.name || ' ' || b.name, d.words))
    from products p
    join categories c on c.id = p.category_id
    join brands b on b.id = p.brand_id
   cross join lateral (select plain_text(p.description) as words) d
   cross join lateral (
         select array_agg(distinct search_key(token) | place) as terms
           from (values (0, p.name), (1, array_to_string(p.tags, ' ')), (2, c.name || ' ' || b.name),
                        (3, d.words)) t (place, words),
                search_tokens(t.words) token) w
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
