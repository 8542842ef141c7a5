-- Descriptions are Markdown. The search finds their words without marks and without the targets of links. An existing
-- product is indexed again when it is saved: descriptions had no marks before.

-- The words of a text in Markdown. Unlike in `toPlainText` of the contracts, the marks of lists and headings stay: they
-- are words of their own, and a search for a number or a dash must find them. So do underscores: parts of words are found.
create function plain_text(markdown text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(regexp_replace(markdown,
           '\[([^][\n]+)\]\([^()\s]*\)', '\1', 'g'),
           '\*\*([^*\n]+)\*\*', '\1', 'g'),
           '\*([^*\s][^*\n]*)\*', '\1', 'g');

create or replace view product_texts as
  select p.id as product_id, p.featured_score, t.place, t.words
    from products p
    join categories c on c.id = p.category_id
    join brands b on b.id = p.brand_id
   cross join lateral (values (0, p.name), (1, array_to_string(p.tags, ' ')), (2, c.name || ' ' || b.name),
                              (3, plain_text(p.description))) t (place, words)
   where p.status = 'published';

create or replace function product_search_of(ids uuid[]) returns setof product_search language sql stable set jit = off as $$
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
