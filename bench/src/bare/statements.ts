/** One statement for each answer of the bare API, over the store's own tables. Columns are named as in the answer. */

const iso = (timestamp: string) => `to_char(${timestamp} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const amount = (cents: string) => `(coalesce(${cents}, 0) / 100.0)::float8`;

/** The members of the card of a product `p`, as text. */
const CARD = `
  select c.members || ',"category":' || to_json(g.name) || ',"brand":' || to_json(b.name)
         || ',"inStock":' || (c.sellable and s.quantity > 0) || ',"hasOptions":' || (cardinality(c.variant_ids) > 1)
         || ',"onlyOption":' || coalesce('{"name":' || to_json(c.option_name) || ',"valuesInStock":' || s.option_values || '}', 'null')
         || ',"quantity":' || s.quantity as members
    from product_cards c, categories g, brands b,
         lateral (select coalesce(sum(k.available), 0) as quantity,
                         coalesce(json_agg(c.option_values[v.place] order by v.place) filter (where k.available > 0), '[]')
                           as option_values
                    from stock k, array_position(c.variant_ids, k.variant_id) v (place)
                   where k.product_id = c.product_id and v.place is not null) s
   where c.product_id = p.id and g.id = c.category_id and b.id = c.brand_id offset 0`;
const cards = (order: string) =>
  `'[' || string_agg('{' || card.members || ',"reviews":[]}', ',' order by ${order}) || ']'`;

const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** The first page, the total, and the sort value and id of the last product. */
export const LIST = `
  select ${cards('p.featured_score desc, p.id desc')} as products,
         (array_agg(p.featured_score || ' ' || p.id order by p.featured_score, p.id))[1] as last,
         (select sum(products)::int from facet_counts
           where (category_id, brand_id, band, stars) = ('${NIL_ID}', '${NIL_ID}', 0, 0)) as total
    from (select id, featured_score from products where status = 'published'
           order by featured_score desc, id desc limit 24) p
   cross join lateral (${CARD}) card`;

const PHOTO = `'id', f.id, 'url', '/media/review-photo-' || f.id || '/960.webp', 'width', f.width, 'height', f.height`;
const REVIEWS = `(
  select coalesce(json_agg(json_build_object(
           'id', r.id, 'userId', null, 'userName', r.user_name, 'rating', (r.rating_halves / 2.0)::float8,
           'comment', r.comment, 'verifiedBuyer', r.verified_buyer, 'size', r.size_bought, 'fit', r.fit,
           'reply', case when r.reply is not null then
                      json_build_object('text', r.reply, 'createdAt', ${iso('r.replied_at')}) end,
           'helpfulCount', r.helpful_count,
           'photos', (select coalesce(json_agg(json_build_object(${PHOTO}) order by f.position), '[]')
                        from review_photos f where f.review_id = r.id and f.removed_at is null),
           'createdAt', ${iso('r.created_at')}) order by r.created_at desc, r.id desc), '[]')
    from (select * from reviews where product_id = p.id and status = 'approved'
           order by created_at desc, id desc limit 10) r)`;

/** The option values of a variant `v` in the order of the options of its product. */
const OPTIONS = `
  case when jsonb_array_length(p.options) < 2 then v.option_values::json
       else (select coalesce(json_object_agg(chosen.key, chosen.value order by named.place, chosen.key), '{}')
               from jsonb_each_text(v.option_values) chosen
               left join jsonb_array_elements(p.options) with ordinality named (option, place)
                 on option ->> 'name' = chosen.key) end`;

export const DETAIL = `
  select '{' || card.members || ',"reviews":' || ${REVIEWS} || ',"options":' || p.options || ',"variants":' || (
           select json_agg(json_build_object('id', v.id, 'sku', v.sku, 'options', ${OPTIONS}, 'quantity', k.available,
                                             'priceDifference', ${amount('v.price_difference_cents')})
                           order by v.position, v.id)
             from variants v join stock k on k.variant_id = v.id
            where v.product_id = p.id and v.archived_at is null)
         || ',"ratingCounts":' || to_json(p.star_counts) || ',"fitCounts":' || to_json(p.fit_counts)
         || ',"reviewSizes":' || (
           select coalesce(json_agg(size order by option.place, value.place), '[]')
             from jsonb_array_elements(p.options) with ordinality option (item, place),
                  jsonb_array_elements_text(option.item -> 'values') with ordinality value (size, place)
            where exists (select from reviews r
                           where r.product_id = p.id and r.size_bought = size and r.status = 'approved'))
         || ',"reviewPhotos":' || (
           select coalesce(json_agg(json_build_object(${PHOTO}, 'userName', f.user_name)), '[]')
             from (select f.*, r.user_name from reviews r join review_photos f on f.review_id = r.id
                    where r.product_id = p.id and r.status = 'approved' and r.photo_count > 0 and f.removed_at is null
                    order by r.created_at desc, r.id desc, f.position limit 6) f)
         || ',"pairsWith":' || (
           select coalesce(${cards('x.position, p.id')}, '[]')
             from product_pairings x join products p on p.id = x.paired_id and p.status = 'published'
            cross join lateral (${CARD}) card
            where x.product_id = (select id from products where slug = $1))
         || ',"seoTitle":' || to_json(p.seo_title) || ',"seoDescription":' || to_json(p.seo_description) || '}' as product
    from products p cross join lateral (${CARD}) card
   where p.slug = $1 and p.status = 'published'`;

/**
 * The words of the catalog that contain $1, as terms of search rows with their tier, the lower the better. $2 are its
 * singular and plural.
 */
const MEANINGS = `
  meaning as materialized (
    select w.key | place as term, place, tiers[place + 1] as tier
      from search_words w, generate_series(0, 3) place,
           lateral (select array_remove(regexp_split_to_array(w.word, '[^[:alnum:]]+'), '') as parts) split,
           lateral (select case when w.word = any ($2) or cardinality(parts) = 1 and parts <@ $2 then '{1,3,5,7}'::int[]
                                when parts && $2 then '{1,3,5,8}'
                                when exists (select from unnest(parts || w.word) part where starts_with(part, $1))
                                then '{9,11,12,13}' else '{10,11,12,13}' end as tiers) closeness
     where w.word like '%' || $1 || '%')`;

const IN_STOCK = `p.sellable and exists (
  select from stock k join variants v on v.id = k.variant_id
   where k.product_id = p.id and k.available > 0 and v.archived_at is null)`;

/** The first page by rank, with the rank of each product and the sort value of the last one. */
export const SEARCH = `
  with ${MEANINGS},
       hits as (
         select s.product_id, s.featured_score,
                least(min(m.tier),
                      case when substring(split_part(s.texts, E'\\n', 1) from '[^ ]+$') = any ($2) then 0 end) as tier
           from product_search s, unnest(s.terms) t (term) join meaning m using (term)
          where s.terms && (select array_agg(term) from meaning) group by s.product_id),
       ranked as (
         select h.*, h.tier + case when ${IN_STOCK} then 0 else 2000000 end as rank, count(*) over ()::int as total
           from hits h join products p on p.id = h.product_id
          order by rank, h.featured_score desc, h.product_id desc limit 24)
  select ${cards('p.rank, p.featured_score desc, p.id desc')} as products, json_agg(p.rank) as ranks, max(p.total) as total,
         (array_agg(p.featured_score || ' ' || p.id order by p.rank desc, p.featured_score, p.id))[1] as last
    from (select *, product_id as id from ranked) p cross join lateral (${CARD}) card`;

/** The first five names with the word: as a whole, as a start, as a part; those out of stock last. */
export const SUGGESTIONS = `
  with ${MEANINGS},
       found as (
         select s.product_id, s.featured_score, min(m.tier) as tier
           from product_search s, unnest(s.terms) t (term) join meaning m using (term)
          where m.place = 0 and s.terms && (select array_agg(term) from meaning where place = 0) group by s.product_id
          order by tier, s.featured_score desc, s.product_id desc limit 5)
  select p.name, p.slug, (select url from product_images where product_id = p.id order by position limit 1) as image,
         ${amount('p.price_cents')} as price, ${amount('p.sale_price_cents')} as "salePrice"
    from found f join products p on p.id = f.product_id
   order by ${IN_STOCK} desc, f.tier, f.featured_score desc, p.id desc`;
