import { COUNT_MAX, type TaxonomyKind } from '@shop/contracts/catalog/constants';
import { NIL_ID } from '#catalog/rules.ts';
import { inlineNumber } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, number, orNull, text, uuid } from '#platform/database/row.ts';
import { all, count, type Fragment, first, one, raw, sql } from '#platform/database/sql.ts';
import type { TaxonomyValues } from './rules.ts';

/** Categories and brands differ in these names only. */
const NAMES = {
  category: { table: raw('categories'), image: raw('image'), alt: raw('image_alt'), column: raw('category_id') },
  brand: { table: raw('brands'), image: raw('logo'), alt: raw('logo_alt'), column: raw('brand_id') },
} satisfies Record<TaxonomyKind, Record<string, Fragment>>;
export const namesOf = (kind: TaxonomyKind) => NAMES[kind];

/** Precomputed: no page counts a million products. */
const PUBLISHED: Record<TaxonomyKind, Fragment> = {
  category: sql`select category_id as id, sum(products) as products from facet_counts
                 where brand_id = ${NIL_ID}::uuid and band = 0 and stars = 0 group by 1`,
  brand: sql`select brand_id as id, sum(products) as products from facet_counts
              where category_id = ${NIL_ID}::uuid and band = 0 and stars = 0 group by 1`,
};

/** By the store settings. */
const UNRETURNABLE: Record<TaxonomyKind, Fragment> = {
  category: sql`i.id = any ((select unreturnable_category_ids from store_settings)::uuid[])`,
  brand: sql`false`,
};

const item = {
  id: uuid,
  name: text,
  slug: text,
  description: text,
  image: orNull(text),
  imageAlt: text,
  seoTitle: text,
  seoDescription: text,
  version: number,
  mergingInto: orNull(text),
  unreturnable: bool,
  products: number,
};

const selectItems = (kind: TaxonomyKind) => {
  const { table, image, alt, column } = NAMES[kind];
  return sql`
    select i.id, i.name, i.slug, i.description, i.${image} as image, i.${alt} as image_alt, i.seo_title,
           i.seo_description, i.version, target.name as merging_into, ${UNRETURNABLE[kind]} as unreturnable,
           coalesce(published.products, 0) + others.products as products
      from ${table} i
      left join ${table} target on target.id = i.merging_into
      left join (${PUBLISHED[kind]}) published on published.id = i.id
     cross join lateral (
           select count(*) as products
             from (select from products where ${column} = i.id and status in ('draft', 'archived')
                    limit ${inlineNumber(COUNT_MAX)}) few) others`;
};

/** In the order of the store. */
export const listItems = (kind: TaxonomyKind, limit: number) =>
  all('taxonomy.list', item)`${selectItems(kind)} order by i.position, i.name limit ${inlineNumber(limit)}`;

export const findItem = (kind: TaxonomyKind, id: string) =>
  first('taxonomy.find', item)`${selectItems(kind)} where i.id = ${id}`;

const locked = { id: uuid, name: text, slug: text, mergingInto: orNull(uuid) };

/** Locks in id order, so that concurrent transactions do not deadlock. Products can still be added and edited. */
export const lockItems = (kind: TaxonomyKind, ids: string[]) =>
  all('taxonomy.lock', locked)`
    select id, name, slug, merging_into from ${NAMES[kind].table}
     where id = any (${ids}::uuid[]) order by id for no key update`;

/** Before a deletion: waits for transactions that add products to it, and makes later ones wait. */
export const lockItemForDeletion = (kind: TaxonomyKind, id: string) =>
  first('taxonomy.lockForDeletion', locked)`
    select id, name, slug, merging_into from ${NAMES[kind].table} where id = ${id} for update`;

/** Ids and names in the order of the store, locked in id order. */
export const lockPositions = (kind: TaxonomyKind) =>
  all('taxonomy.lockPositions', { id: uuid, name: text })`
    with locked as materialized (
      select id, name, position from ${NAMES[kind].table} order by id for no key update)
    select id, name from locked order by position, name`;

/** One creation at a time: no two of them pass the limit together. */
export const lockCreation = (kind: TaxonomyKind) =>
  count('taxonomy.lockCreation')`select from pg_advisory_xact_lock(hashtext(${`create_${kind}`}))`;

export const countItems = (kind: TaxonomyKind) =>
  one('taxonomy.count', { items: number })`select count(*) as items from ${NAMES[kind].table}`;

/** Which of these slugs are in use, other than by `ownId`. */
export async function listTakenSlugs(tx: Db, kind: TaxonomyKind, slugs: string[], ownId = NIL_ID) {
  const rows = await tx.run(
    all('taxonomy.listTakenSlugs', { slug: text })`
      select slug from ${NAMES[kind].table} where slug = any (${slugs}::text[]) and id <> ${ownId}`,
  );
  return rows.map(({ slug }) => slug);
}

/** Products of any status, deleted ones included: orders refer to those. */
export async function hasProducts(tx: Db, kind: TaxonomyKind, id: string) {
  const { used } = await tx.run(
    one('taxonomy.hasProducts', { used: bool })`
      select exists (select from products where ${NAMES[kind].column} = ${id}) as used`,
  );
  return used;
}

export async function hasIncomingMerge(tx: Db, kind: TaxonomyKind, id: string) {
  const { found } = await tx.run(
    one('taxonomy.hasIncomingMerge', { found: bool })`
      select exists (select from ${NAMES[kind].table} where merging_into = ${id}) as found`,
  );
  return found;
}

/** Last in the order of the store. */
export function insertItem(kind: TaxonomyKind, values: TaxonomyValues) {
  const { table, image, alt } = NAMES[kind];
  return one('taxonomy.insert', { id: uuid })`
    insert into ${table} (name, slug, description, ${image}, ${alt}, seo_title, seo_description, position)
    select ${values.name}, ${values.slug}, ${values.description}, ${values.image}, ${values.imageAlt},
           ${values.seoTitle}, ${values.seoDescription}, coalesce(max(position), -1) + 1
      from ${table}
    returning id`;
}

export function updateItem(kind: TaxonomyKind, id: string, values: TaxonomyValues) {
  const { table, image, alt } = NAMES[kind];
  return count('taxonomy.update')`
    update ${table}
       set name = ${values.name}, slug = ${values.slug}, description = ${values.description},
           ${image} = ${values.image}, ${alt} = ${values.imageAlt}, seo_title = ${values.seoTitle},
           seo_description = ${values.seoDescription}, version = version + 1
     where id = ${id}`;
}

export const updatePositions = (kind: TaxonomyKind, ids: string[]) =>
  count('taxonomy.updatePositions')`
    update ${NAMES[kind].table} i set position = o.place - 1
      from unnest(${ids}::uuid[]) with ordinality o (id, place)
     where i.id = o.id and i.position <> o.place - 1`;

export const deleteItem = (kind: TaxonomyKind, id: string) =>
  count('taxonomy.delete')`delete from ${NAMES[kind].table} where id = ${id}`;
