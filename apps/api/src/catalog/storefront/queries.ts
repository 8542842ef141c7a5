import { REVIEWS_SHOWN } from '@shop/contracts/catalog/constants';
import { OPTIONAL_TEXTS } from '@shop/contracts/catalog/product-fields';
import { asc, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { brands, categories } from '#catalog/schema.ts';
import { IN_STOCK } from '#catalog/stock-queries.ts';
import { type Db, PREPARED } from '#platform/database/db.ts';
import { inlineFragment, inlineNumber } from '#platform/database/inline.ts';
import { orderedOptions } from '#platform/database/ordered-options.ts';
import { CARD, CARD_JOINS, CARD_MEMBERS } from './card-queries.ts';
import { REVIEW, REVIEW_PHOTOS, REVIEW_SIZES } from './review-queries.ts';

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
 * By units sold in the last three months and this one, in the store's time zone, among the products with the highest
 * revenue of each month, which are the first of an index: the cost does not grow with the catalog. Only products that can
 * be bought.
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
     where p.status = 'published' and ${IN_STOCK}
     order by sold.units desc, p.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

const VARIANT_OPTIONS = orderedOptions(sql`v.option_values`, sql`p.options`);

const REVIEWS = sql`(
  select coalesce(json_agg(${REVIEW} order by r.created_at desc, r.id desc), '[]')
    from (select * from reviews where product_id = p.id and status = 'approved'
           order by created_at desc, id desc limit ${inlineNumber(REVIEWS_SHOWN)}) r)`;

const VARIANTS = sql`(
  select coalesce(json_agg(json_build_object(
           'id', v.id, 'sku', v.sku, 'options', ${VARIANT_OPTIONS}, 'quantity', k.available,
           'priceDifference', (v.price_difference_cents / 100.0)::float8) order by v.position, v.id), '[]')
    from variants v join stock k on k.variant_id = v.id
   where v.product_id = p.id and v.archived_at is null)`;

/** The cards of the published products that pair with `p`. */
const PAIRS = sql`(
  select '[' || coalesce(string_agg(${CARD}, ',' order by pairing.position, c.product_id), '') || ']'
    from product_pairings pairing
    join products paired on paired.id = pairing.paired_id and paired.status = 'published'
    join product_cards c on c.product_id = paired.id
    ${CARD_JOINS}
   where pairing.product_id = p.id)`;

/** `',"seoTitle":' || to_json(p.seo_title) || …` */
const TEXTS = sql.raw(OPTIONAL_TEXTS.map((name) => `',"${name}":' || to_json(p.${toSnakeCase(name)})`).join(' || '));

/** A product as JSON, with all that its page shows. */
const PRODUCT_DETAIL = inlineFragment(sql`
    select '{' || ${CARD_MEMBERS} || ',"reviews":' || ${REVIEWS} || ',"options":' || p.options
           || ',"variants":' || ${VARIANTS} || ',"ratingCounts":' || to_json(p.star_counts)
           || ',"fitCounts":' || to_json(p.fit_counts) || ',"reviewSizes":' || ${REVIEW_SIZES}
           || ',"reviewPhotos":' || ${REVIEW_PHOTOS} || ',"pairsWith":' || ${PAIRS}
           || ${TEXTS} || '}' as product
      from products p
      join product_cards c on c.product_id = p.id
      ${CARD_JOINS}`);

export async function findProductBySlug(db: Db, slug: string) {
  const { rows } = await db.execute<{ product: string }>(sql`${PREPARED} ${PRODUCT_DETAIL}
     where p.slug = ${slug} and p.status = 'published'`);
  return rows[0]?.product;
}

/** In any status but deleted: for staff only. */
export async function findProductToPreview(db: Db, id: string) {
  const { rows } = await db.execute<{ product: string }>(sql`
    ${PRODUCT_DETAIL} where p.id = ${id} and p.status <> 'deleted'`);
  return rows[0]?.product;
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

export async function findCurrentSlug(db: Db, previousSlug: string) {
  const { rows } = await db.execute<{ slug: string }>(sql`${PREPARED}
    select p.slug from product_slugs f join products p on p.id = f.product_id
     where f.slug = ${previousSlug} and p.status = 'published'`);
  return rows[0]?.slug;
}
