-- Searches with filters are an intersection within one index: what a product is (category, brand, about how much it costs,
-- about how it is rated) is among its terms, and parts of words are found by the letters of its texts.

-- Of another seed than words, so that no word is taken for one.
create function filter_term(kind text, value text) returns bigint language sql immutable parallel safe
  return hashtextextended(kind || ':' || value, 1) & ~3::bigint;
-- Steps of 3 percent of a price, up to $100,000. Eight of them are a wide step, so that at most 14 steps and 65 wide ones
-- name all prices of a filter.
create function price_step(cents bigint) returns int language sql immutable parallel safe
  return floor(ln(least(greatest(cents, 1), 10000000)::float8) * 32)::int;

create function filter_terms_of(category_id uuid, brand_id uuid, cents bigint, rating numeric) returns bigint[]
  language sql immutable parallel safe as $$
  select array[filter_term('category', category_id::text), filter_term('brand', brand_id::text),
               filter_term('price', price_step(cents)::text), filter_term('wide_price', (price_step(cents) / 8)::text)]
         || array(select filter_term('band', band::text) from unnest(price_bands(cents)) band where band > 0)
         || array(select filter_term('half_stars', halves::text) from generate_series(1, floor(rating * 2)::int) halves)
$$;

-- The terms of which a product within these prices, or with one of these tags, has one.
create function price_terms(min_cents bigint, max_cents bigint) returns bigint[] language sql immutable parallel safe as $$
  select array_agg(distinct case when wide * 8 >= low and wide * 8 + 7 <= high
                                 then filter_term('wide_price', wide::text) else filter_term('price', step::text) end)
    from (values (price_step(coalesce(min_cents, 0)), price_step(coalesce(max_cents, 10000000)))) range (low, high),
         generate_series(low, high) step, lateral (select step / 8) w (wide)
$$;
create function tag_terms(tags text[]) returns bigint[] language sql immutable parallel safe as $$
  select array_agg(search_key(token) | 1)
    from unnest(tags) tag, lateral (select token from search_tokens(tag) token limit 1) t
$$;

-- Every letter and pair of letters of the words of a text.
create function text_pairs(texts text) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct substr(word, place, size))
    from (select distinct word from string_to_table(translate(texts, E'\n', ' '), ' ') word) words,
         generate_series(1, length(word)) place, generate_series(1, 2) size
   where place + size <= length(word) + 1
$$;

-- All texts of a product as the lexicon spells them, one in each line.
alter table product_search add column texts text;

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

create or replace function index_products(ids uuid[]) returns void language plpgsql as $$
begin
  -- In the order of keys, so that two writers with words in common wait for one another in turn.
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

create or replace function products_changed() returns trigger language plpgsql as $$
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

create or replace function rebuild_search() returns void language plpgsql set jit = off as $$
begin
  truncate search_words, product_search;
  insert into search_words (key, word)
  select search_key(token), min(token) from (select distinct token from product_texts, search_tokens(words) token) t
   group by 1;
  insert into product_search select * from product_search_of((select array_agg(id) from products where status = 'published'));
  perform count_search_words();
end $$;

-- Fills in what products have had no texts of until now, in batches that each are a transaction.
create procedure fill_search_texts() language plpgsql as $$
declare
  batch uuid[];
  reached uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    select array_agg(product_id), max(product_id::text)::uuid into batch, reached
      from (select product_id from product_search where product_id > reached order by product_id limit 1000) next;
    exit when batch is null;
    perform index_products(array_agg(product_id)) from product_search where product_id = any (batch) and texts is null;
    commit;
  end loop;
end $$;
