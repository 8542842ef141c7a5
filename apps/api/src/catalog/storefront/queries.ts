import { REVIEWS_SHOWN } from '@shop/contracts/catalog/constants';
import { asc, sql } from 'drizzle-orm';
import { brands, categories } from '#catalog/schema.ts';
import { type Db, PREPARED } from '#platform/database/db.ts';
import { inlineNumber } from '#platform/database/inline-number.ts';
import { orderedOptions } from '#platform/database/ordered-options.ts';
import { CARD_COLUMNS, CARD_JOINS } from './card-queries.ts';
import { REVIEW, REVIEW_PHOTOS, REVIEW_SIZES } from './review-queries.ts';
import type { DetailRow, SuggestionRow } from './rules.ts';

export const listCategories = (db: Db) =>
  db.select().from(categories).orderBy(asc(categories.position), asc(categories.name));
export const listBrands = (db: Db) => db.select().from(brands).orderBy(asc(brands.position), asc(brands.name));

/** Names of those with a published product, in the order of their positions. */
export async function listBrandNames(db: Db, limit: number) {
  const { rows } = await db.execute<{ name: string }>(sql`${PREPARED}
    select name from brands b
     where exists (select from products where brand_id = b.id and status = 'published')
     order by position, name limit ${limit}`);
  return rows.map(({ name }) => name);
}

/**
 * By units sold in the last three months and this one, in the store's time zone, among the products with the highest revenue of each month, which
 * are the first of an index: the cost does not grow with the catalog. Only products that can be bought.
 */
export async function listBestSellerIds(db: Db, limit: number, now: Date) {
  const { rows } = await db.execute<{ id: string }>(sql`${PREPARED}
    with sold as (
      select top.key::uuid as id, sum(top.units) as units
        from generate_series(0, 3) ago, lateral (
             select key, units from sales
              where subject = 'product' and grain = 'month' and orders > 0
                and start = (date_trunc('month', ${now.toISOString()}::timestamptz at time zone store_time_zone()) - ago * interval '1 month')::date
              order by cents desc, key limit 20) top
       group by 1)
    select p.id from sold join products p on p.id = sold.id
     where p.status = 'published' and p.sellable
       and exists (select from stock k join variants v on v.id = k.variant_id
                    where k.product_id = p.id and k.available > 0 and v.archived_at is null)
     order by sold.units desc, p.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

const VARIANT_OPTIONS = orderedOptions(sql`v.option_values`, sql`p.options`);

const PRODUCT_DETAIL = sql`
    select ${CARD_COLUMNS}, p.options, v.variants, r.reviews, to_json(p.star_counts) as star_counts,
           to_json(p.fit_counts) as fit_counts, ${REVIEW_SIZES} as "reviewSizes", ${REVIEW_PHOTOS} as "reviewPhotos",
           p.seo_title as "seoTitle", p.seo_description as "seoDescription"
      from products p
      ${CARD_JOINS}
      cross join lateral (
        select coalesce(json_agg(json_build_object(
                 'id', v.id, 'sku', v.sku, 'options', ${VARIANT_OPTIONS}, 'quantity', k.available,
                 'price_difference_cents', v.price_difference_cents) order by v.position, v.id), '[]') as variants
          from variants v join stock k on k.variant_id = v.id
         where v.product_id = p.id and v.archived_at is null) v
      cross join lateral (
        select coalesce(json_agg(${REVIEW} order by r.created_at desc, r.id desc), '[]') as reviews
          from (select * from reviews where product_id = p.id and status = 'approved'
                 order by created_at desc, id desc limit ${inlineNumber(REVIEWS_SHOWN)}) r) r`;

export async function findProductBySlug(db: Db, slug: string) {
  const { rows } = await db.execute<DetailRow>(sql`${PREPARED} ${PRODUCT_DETAIL}
     where p.slug = ${slug} and p.status = 'published'`);
  return rows[0];
}

/** In any status but deleted: for staff only. */
export async function findProductToPreview(db: Db, id: string) {
  const { rows } = await db.execute<DetailRow>(sql`${PRODUCT_DETAIL} where p.id = ${id} and p.status <> 'deleted'`);
  return rows[0];
}

export async function findPublishedId(db: Db, slug: string) {
  const { rows } = await db.execute<{ id: string }>(sql`${PREPARED}
    select id from products where slug = ${slug} and status = 'published'`);
  return rows[0]?.id;
}

export async function findAnyPublished(db: Db) {
  const { rows } = await db.execute<{ found: boolean }>(sql`${PREPARED}
    select exists(select from products where status = 'published') as found`);
  return rows[0]?.found ?? false;
}

export async function listPairedIds(db: Db, productId: string) {
  const { rows } = await db.execute<{ id: string }>(sql`${PREPARED}
    select p.id from product_pairings pairing join products p on p.id = pairing.paired_id
     where pairing.product_id = ${productId} and p.status = 'published' order by pairing.position, p.id`);
  return rows.map(({ id }) => id);
}

export async function findCurrentSlug(db: Db, previousSlug: string) {
  const { rows } = await db.execute<{ slug: string }>(sql`${PREPARED}
    select p.slug from product_slugs f join products p on p.id = f.product_id
     where f.slug = ${previousSlug} and p.status = 'published'`);
  return rows[0]?.slug;
}

/** The published ones, in the order of `ids`. */
export async function listSuggestions(db: Db, ids: string[]) {
  const { rows } = await db.execute<SuggestionRow>(sql`${PREPARED}
    select p.name, p.slug, p.price_cents::int, p.sale_price_cents::int,
           (select url from product_images where product_id = p.id order by position limit 1) as image
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as requested (id, place) join products p on p.id = requested.id
     where p.status = 'published'
     order by requested.place`);
  return rows;
}
