import { REVIEWS_SHOWN } from '@shop/contracts/catalog/constants';
import { VARIANT_OPTIONS } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, orNull, text, uuid } from '#platform/database/row.ts';
import { all, columnsOf, first, one, raw, sql } from '#platform/database/sql.ts';
import { CARD, CARD_JOINS, CARD_MEMBERS } from './card-queries.ts';
import { REVIEW, REVIEW_PHOTOS, REVIEW_SIZES } from './review-queries.ts';
import { IN_STOCK } from './stock-queries.ts';

const texts = { description: text, seoTitle: text, seoDescription: text };
const category = { id: uuid, name: text, slug: text, image: orNull(text), imageAlt: text, ...texts };
const brand = { id: uuid, name: text, slug: text, logo: orNull(text), logoAlt: text, ...texts };

export const listCategories = all('storefront.listCategories', category)`
  select ${columnsOf(category)} from categories order by position, name`;
export const listBrands = all('storefront.listBrands', brand)`
  select ${columnsOf(brand)} from brands order by position, name`;

/** Names of those with a published product, in the order of their positions. */
export async function listBrandNames(db: Db, limit: number) {
  const rows = await db.run(all('storefront.listBrandNames', { name: text }, { prepare: true })`
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
  const rows = await db.run(all('storefront.listBestSellers', { id: uuid }, { prepare: true })`
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

const REVIEWS = sql`(
  select coalesce(json_agg(${REVIEW} order by r.created_at desc, r.id desc), '[]')
    from (select * from reviews where product_id = p.id and status = 'approved'
           order by created_at desc, id desc limit ${raw(`${REVIEWS_SHOWN}`)}) r)`;

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

/** A product as JSON, with all that its page shows. */
const PRODUCT_DETAIL = sql`
    select '{' || ${CARD_MEMBERS} || ',"reviews":' || ${REVIEWS} || ',"options":' || p.options
           || ',"variants":' || ${VARIANTS} || ',"ratingCounts":' || to_json(p.star_counts)
           || ',"fitCounts":' || to_json(p.fit_counts) || ',"reviewSizes":' || ${REVIEW_SIZES}
           || ',"reviewPhotos":' || ${REVIEW_PHOTOS} || ',"pairsWith":' || ${PAIRS}
           || ',"seoTitle":' || to_json(p.seo_title) || ',"seoDescription":' || to_json(p.seo_description) || '}' as product
      from products p
      join product_cards c on c.product_id = p.id
      ${CARD_JOINS}`;

export async function findProductBySlug(db: Db, slug: string) {
  const found = await db.run(first('storefront.findProduct', { product: text }, { prepare: true })`${PRODUCT_DETAIL}
     where p.slug = ${slug} and p.status = 'published'`);
  return found?.product;
}

/** In any status but deleted: for staff only. */
export async function findProductToPreview(db: Db, id: string) {
  const found = await db.run(first('storefront.findProductToPreview', { product: text })`
    ${PRODUCT_DETAIL} where p.id = ${id} and p.status <> 'deleted'`);
  return found?.product;
}

export async function findPublishedId(db: Db, slug: string) {
  const found = await db.run(first('storefront.findPublishedId', { id: uuid }, { prepare: true })`
    select id from products where slug = ${slug} and status = 'published'`);
  return found?.id;
}

export async function findAnyPublished(db: Db) {
  const { found } = await db.run(one('storefront.findAnyPublished', { found: bool }, { prepare: true })`
    select exists(select from products where status = 'published') as found`);
  return found;
}

export async function findCurrentSlug(db: Db, previousSlug: string) {
  const found = await db.run(first('storefront.findCurrentSlug', { slug: text }, { prepare: true })`
    select p.slug from product_slugs f join products p on p.id = f.product_id
     where f.slug = ${previousSlug} and p.status = 'published'`);
  return found?.slug;
}
