import { REVIEWS_SHOWN } from '@shop/contracts/catalog/constants';
import type { Review } from '@shop/contracts/catalog/schema';
import { asc } from 'drizzle-orm';
import type { Pool } from 'pg';
import { brands, categories, heroSlides } from '#catalog/schema.ts';
import type { Db } from '#platform/database/db.ts';
import type { Queries } from '#platform/database/search-connections.ts';
import { CARD_COLUMNS, CARD_JOINS } from './card-queries.ts';
import type { Cursor, DetailRow, SuggestionRow } from './rules.ts';

export const listCategories = (db: Db) =>
  db.select().from(categories).orderBy(asc(categories.position), asc(categories.name));
export const listBrands = (db: Db) => db.select().from(brands).orderBy(asc(brands.name));
export const listHeroSlides = (db: Db) => db.select().from(heroSlides).orderBy(asc(heroSlides.position));

/** No user id: it would reveal when the account was created, and link all reviews of one customer. */
const REVIEW = `json_build_object(
  'id', r.id, 'userId', null, 'userName', r.user_name, 'rating', r.rating_halves / 2.0,
  'comment', r.comment, 'createdAt', r.created_at)`;

const DETAIL = `
  select ${CARD_COLUMNS}, p.options, v.variants, r.reviews, to_json(p.star_counts) as star_counts
    from products p
    ${CARD_JOINS}
    cross join lateral (
      select coalesce(json_agg(json_build_object(
               'id', v.id, 'sku', v.sku, 'options', v.option_values, 'quantity', k.available,
               'price_difference_cents', v.price_difference_cents) order by v.position, v.id), '[]') as variants
        from variants v join stock k on k.variant_id = v.id
       where v.product_id = p.id and v.archived_at is null) v
    cross join lateral (
      select coalesce(json_agg(${REVIEW} order by r.created_at desc, r.id desc), '[]') as reviews
        from (select * from reviews where product_id = p.id and status = 'approved'
               order by created_at desc, id desc limit ${REVIEWS_SHOWN}) r) r
   where p.slug = $1 and p.status = 'published'`;

export async function findProductBySlug(pool: Pool, slug: string) {
  const { rows } = await pool.query<DetailRow>({ name: 'product_detail', text: DETAIL, values: [slug] });
  return rows[0];
}

export async function findPublishedId(pool: Pool, slug: string) {
  const { rows } = await pool.query<{ id: string }>({
    name: 'published_id',
    text: "select id from products where slug = $1 and status = 'published'",
    values: [slug],
  });
  return rows[0]?.id;
}

const REVIEWS = `
  select ${REVIEW} as review, (extract(epoch from r.created_at) * 1000000)::bigint::text as sort_value
    from reviews r
   where r.product_id = $1 and r.status = 'approved'
     and (r.created_at, r.id) < (coalesce(timestamptz 'epoch' + $2::float8 * interval '1 microsecond', 'infinity'),
                                 coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   order by r.created_at desc, r.id desc
   limit $4`;

/** Newest first, after the cursor. */
export async function listReviews(pool: Pool, productId: string, limit: number, after?: Cursor) {
  const values = [productId, after?.values[0], after?.id, limit];
  const { rows } = await pool.query<{ review: Review; sort_value: string }>({ name: 'reviews', text: REVIEWS, values });
  return rows;
}

export async function listPairedIds(pool: Pool, productId: string) {
  const { rows } = await pool.query<{ id: string }>({
    name: 'product_pairings',
    text: `select p.id from product_pairings pairing join products p on p.id = pairing.paired_id
            where pairing.product_id = $1 and p.status = 'published' order by pairing.position, p.id`,
    values: [productId],
  });
  return rows.map(({ id }) => id);
}

export async function findCurrentSlug(pool: Pool, previousSlug: string) {
  const { rows } = await pool.query<{ slug: string }>({
    name: 'current_slug',
    text: `select p.slug from product_slugs f join products p on p.id = f.product_id
            where f.slug = $1 and p.status = 'published'`,
    values: [previousSlug],
  });
  return rows[0]?.slug;
}

const SUGGESTIONS = `
  select p.name, p.slug, p.price_cents::int, p.sale_price_cents::int,
         (select url from product_images where product_id = p.id order by position limit 1) as image
    from unnest($1::uuid[]) with ordinality as requested (id, place) join products p on p.id = requested.id
   order by requested.place`;

export async function listSuggestions(connection: Queries, ids: string[]) {
  const { rows } = await connection.query<SuggestionRow>({ name: 'suggestions', text: SUGGESTIONS, values: [ids] });
  return rows;
}
