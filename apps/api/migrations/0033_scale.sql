-- What a large shop needs to be searched by those who work there. The index can be built beforehand without keeping
-- anybody waiting (docs/operations.md), so all of this may be there already.

-- People are looked for by the beginnings of the words of their names. Parts of a name that many share are in so many rows
-- that reading them took longer than anybody waits.
--
-- Words are what stands between blanks and signs, in lower case and without accents. Dear, so that the planner asks the
-- index rather than every row.
create or replace function name_words(name text) returns tsvector
  language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return array_to_tsvector(array_remove(regexp_split_to_array(public.searchable(name), '[[:space:][:punct:]]+'), ''));
end $$;
-- All the words that were typed, each the beginning of one. Nothing, where there is no word.
create or replace function name_query(typed text) returns tsquery language sql immutable strict parallel safe as $$
  select string_agg(quote_literal(word) || ':*', ' & ')::tsquery from unnest(tsvector_to_array(public.name_words(typed))) word
$$;
create index if not exists users_by_name on users using gin (name_words(name));
drop index if exists users_by_words;

-- As before, but within the shelf one looks at: a word that is common in the shop and on no product of this shelf would be
-- looked for along the whole of it. (The one that knows no shelf goes when no process of the last release asks it any more.)
create function products_named(patterns text[], states text[], category uuid, brand uuid, at_most bigint)
  returns setof uuid language plpgsql stable set enable_seqscan = off set jit = off as $$
begin
  return query execute
    'select id from products where status = any ($1)'
      || case when category is not null then ' and category_id = $2' else '' end
      || case when brand is not null then ' and brand_id = $3' else '' end
      || (select string_agg(format(' and searchable(name) like searchable(%L)', pattern), '') from unnest(patterns) pattern)
      || ' limit $4' using states, category, brand, at_most;
end $$;
