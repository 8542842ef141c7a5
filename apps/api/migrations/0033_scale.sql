-- What a large shop needs to be searched by those who work there. The indexes can be built beforehand without keeping
-- anybody waiting (docs/operations.md), so they may be there already.

-- People are looked for by the beginnings of the words of their names. Parts of a name that many share are in so many rows
-- that reading them took longer than anybody waits. Words are what stands between blanks and signs, in lower case and
-- without accents.
create or replace function name_words(name text) returns tsvector language plpgsql immutable strict as $$
begin
  return array_to_tsvector(array_remove(regexp_split_to_array(public.searchable(name), '[[:space:][:punct:]]+'), ''));
end $$;
create index if not exists users_by_name on users using gin (name_words(name));
drop index if exists users_by_words;

-- Whose name has words that begin like all that were typed, or whose e-mail address is of this pattern; some may come
-- twice. Found by their indexes alone, and planned for these words: a plan for any words would read the whole table.
create function people_named(typed text, email_pattern text, at_most bigint) returns setof uuid
  language plpgsql stable set enable_seqscan = off set jit = off set work_mem = '32MB' as $$
declare
  beginnings constant text := (select string_agg(quote_literal(word) || ':*', ' & ')
                                 from unnest(tsvector_to_array(name_words(typed))) word);
begin
  if beginnings is not null then
    return query execute format('select id from users where name_words(name) @@ %L::tsquery limit $1', beginnings)
      using at_most;
  end if;
  return query execute format('select id from users where email like %L limit $1', email_pattern) using at_most;
end $$;

-- All that a brand has made, whatever its category, newest first.
create index if not exists products_by_brand on products (brand_id, status, id);

-- As before, but within the shelf one looks at: a word that is common in the shop and on no product of this shelf would be
-- looked for along the whole of it. (The one that knows no shelf goes when no process of the last release asks it any more.)
create function products_named(patterns text[], states text[], category uuid, brand uuid, at_most bigint)
  returns setof uuid language plpgsql stable set enable_seqscan = off set jit = off set work_mem = '32MB' as $$
begin
  return query execute
    'select id from products where status = any ($1)'
      || case when category is not null then ' and category_id = $2' else '' end
      || case when brand is not null then ' and brand_id = $3' else '' end
      || (select string_agg(format(' and searchable(name) like searchable(%L)', pattern), '') from unnest(patterns) pattern)
      || ' limit $4' using states, category, brand, at_most;
end $$;
