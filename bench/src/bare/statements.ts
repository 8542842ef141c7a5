/** One statement for each answer of the bare API, over the store's own tables. Columns are named as in the answer. */

const iso = (timestamp: string) => `to_char(${timestamp} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const amount = (cents: string) => `(coalesce(${cents}, 0) / 100.0)::float8`;

/** The card of a product `p`. */
const card = (reviews = `'[]'::json`) => `(
  select p.id, p.name, p.slug, p.description, ${amount('p.price_cents')} as price,
         ${amount('p.sale_price_cents')} as "salePrice", i.images, i."imageAlts", c.name as category, b.name as brand,
         p.tags, p.sellable and s.quantity > 0 as "inStock", s."hasOptions", s."onlyOption", s.quantity,
         p.rating::float8 as ratings, p.rating_count as "reviewCount", ${reviews} as reviews, p.specifications,
         ${iso('p.created_at')} as "createdAt", ${iso('p.updated_at')} as "updatedAt"
    from categories c, brands b,
         (select coalesce(json_agg(url order by position), '[]') as images,
                 coalesce(json_agg(alt order by position), '[]') as "imageAlts"
            from product_images where product_id = p.id) i,
         (select coalesce(sum(k.available), 0) as quantity, count(*) > 1 as "hasOptions",
                 case when jsonb_array_length(p.options) = 1 then json_build_object(
                   'name', p.options -> 0 ->> 'name', 'valuesInStock', coalesce(
                     json_agg(v.option_values ->> (p.options -> 0 ->> 'name') order by v.position)
                       filter (where k.available > 0), '[]')) end as "onlyOption"
            from stock k join variants v on v.id = k.variant_id
           where k.product_id = p.id and v.archived_at is null) s
   where c.id = p.category_id and b.id = p.brand_id)`;

const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** The first page, the total, and the sort value of the last product. */
export const LIST = `
  select json_agg(card order by p.featured_score desc, p.id desc) as products, min(p.featured_score) as last,
         (select sum(products)::int from facet_counts
           where (category_id, brand_id, band, stars) = ('${NIL_ID}', '${NIL_ID}', 0, 0)) as total
    from (select * from products where status = 'published' order by featured_score desc, id desc limit 24) p
   cross join lateral ${card()} card`;

const PHOTO = `f.id, '/media/review-photo-' || f.id || '/960.webp' as url, f.width, f.height`;
const REVIEWS = `(
  select coalesce(json_agg(r order by "createdAt" desc, id desc), '[]')
    from (select r.id, null as "userId", r.user_name as "userName", (r.rating_halves / 2.0)::float8 as rating, r.comment,
                 r.verified_buyer as "verifiedBuyer", r.size_bought as size, r.fit,
                 (select coalesce(json_agg(photo order by position), '[]')
                    from review_photos f cross join lateral (select ${PHOTO}) photo
                   where f.review_id = r.id and f.removed_at is null) as photos,
                 case when r.reply is not null then
                   json_build_object('text', r.reply, 'createdAt', ${iso('r.replied_at')}) end as reply,
                 r.helpful_count as "helpfulCount", ${iso('r.created_at')} as "createdAt"
            from reviews r where r.product_id = p.id and r.status = 'approved'
           order by r.created_at desc, r.id desc limit 10) r)`;

/** The option values of a variant `v` in the order of the options of its product. */
const OPTIONS = `(
  select coalesce(json_object_agg(chosen.key, chosen.value order by named.place, chosen.key), '{}')
    from jsonb_each_text(v.option_values) chosen
    left join jsonb_array_elements(p.options) with ordinality named (option, place) on option ->> 'name' = chosen.key)`;

export const DETAIL = `
  select row_to_json(detail) as product from (
  select card.*, p.options,
         (select json_agg(one order by v.position, v.id) from variants v join stock k on k.variant_id = v.id
           cross join lateral (select v.id, v.sku, ${OPTIONS} as options, k.available as quantity,
                                      ${amount('v.price_difference_cents')} as "priceDifference") one
           where v.product_id = p.id and v.archived_at is null) as variants,
         to_json(p.star_counts) as "ratingCounts", to_json(p.fit_counts) as "fitCounts",
         (select coalesce(json_agg(size order by option.place, value.place), '[]')
            from jsonb_array_elements(p.options) with ordinality option (item, place),
                 jsonb_array_elements_text(option.item -> 'values') with ordinality value (size, place)
           where exists (select from reviews r
                          where r.product_id = p.id and r.size_bought = size and r.status = 'approved')) as "reviewSizes",
         (select coalesce(json_agg(photo), '[]')
            from (select ${PHOTO}, r.user_name as "userName" from reviews r join review_photos f on f.review_id = r.id
                   where r.product_id = p.id and r.status = 'approved' and r.photo_count > 0 and f.removed_at is null
                   order by r.created_at desc, r.id desc, f.position limit 6) photo) as "reviewPhotos",
         (select coalesce(json_agg(pair order by x.position, pair.id), '[]')
            from product_pairings x join products p on p.id = x.paired_id cross join lateral ${card()} pair
           where x.product_id = card.id and p.status = 'published') as "pairsWith",
         p.seo_title as "seoTitle", p.seo_description as "seoDescription"
    from products p cross join lateral ${card(REVIEWS)} card
   where p.slug = $1 and p.status = 'published') detail`;

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
  select json_agg(card order by r.rank, r.featured_score desc, p.id desc) as products, json_agg(r.rank) as ranks,
         max(r.total) as total, (array_agg(r.featured_score order by r.rank desc, r.featured_score, p.id))[1] as last
    from ranked r join products p on p.id = r.product_id cross join lateral ${card()} card`;

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
