import { COUNT_MAX, type TaxonomyKind } from '@shop/contracts/catalog/constants';
import type { TaxonomyItem } from '@shop/contracts/catalog/taxonomy-schema';
import { type SQL, sql } from 'drizzle-orm';
import { NIL_ID } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { inlineNumber } from '#platform/database/inline.ts';
import type { TaxonomyValues } from './rules.ts';

/** Categories and brands differ in these names only. */
const NAMES = {
  category: { table: sql`categories`, image: sql`image`, alt: sql`image_alt`, column: sql`category_id` },
  brand: { table: sql`brands`, image: sql`logo`, alt: sql`logo_alt`, column: sql`brand_id` },
} satisfies Record<TaxonomyKind, Record<string, SQL>>;
export const namesOf = (kind: TaxonomyKind) => NAMES[kind];

/** Precomputed: no page counts a million products. */
const PUBLISHED: Record<TaxonomyKind, SQL> = {
  category: sql`select category_id as id, sum(products) as products from facet_counts
                 where brand_id = ${NIL_ID}::uuid and band = 0 and stars = 0 group by 1`,
  brand: sql`select brand_id as id, sum(products) as products from facet_counts
              where category_id = ${NIL_ID}::uuid and band = 0 and stars = 0 group by 1`,
};

/** By the store settings. */
const UNRETURNABLE: Record<TaxonomyKind, SQL> = {
  category: sql`i.id = any ((select unreturnable_category_ids from store_settings)::uuid[])`,
  brand: sql`false`,
};

const selectItems = (kind: TaxonomyKind) => {
  const { table, image, alt, column } = NAMES[kind];
  return sql`
    select i.id, i.name, i.slug, i.description, i.${image} as image, i.${alt} as "imageAlt", i.seo_title as "seoTitle",
           i.seo_description as "seoDescription", i.version, target.name as "mergingInto", ${UNRETURNABLE[kind]} as unreturnable,
           (coalesce(published.products, 0) + others.products)::int as products
      from ${table} i
      left join ${table} target on target.id = i.merging_into
      left join (${PUBLISHED[kind]}) published on published.id = i.id
     cross join lateral (
           select count(*) as products
             from (select from products where ${column} = i.id and status in ('draft', 'archived')
                    limit ${inlineNumber(COUNT_MAX)}) few) others`;
};

/** In the order of the store. */
export async function listItems(db: Db, kind: TaxonomyKind, limit: number) {
  const { rows } = await db.execute<TaxonomyItem>(
    sql`${selectItems(kind)} order by i.position, i.name limit ${inlineNumber(limit)}`,
  );
  return rows;
}

export async function findItem(db: Db, kind: TaxonomyKind, id: string) {
  const { rows } = await db.execute<TaxonomyItem>(sql`${selectItems(kind)} where i.id = ${id}`);
  return rows[0];
}

type LockedItem = { id: string; name: string; slug: string; mergingInto: string | null };

/** Locks in id order, so that concurrent transactions do not deadlock. Products can still be added and edited. */
export async function lockItems(tx: Db, kind: TaxonomyKind, ids: string[]) {
  const { rows } = await tx.execute<LockedItem>(sql`
    select id, name, slug, merging_into as "mergingInto" from ${NAMES[kind].table}
     where id = any (${sql.param(ids)}::uuid[]) order by id for no key update`);
  return rows;
}

/** Before a deletion: waits for transactions that add products to it, and makes later ones wait. */
export async function lockItemForDeletion(tx: Db, kind: TaxonomyKind, id: string) {
  const { rows } = await tx.execute<LockedItem>(sql`
    select id, name, slug, merging_into as "mergingInto" from ${NAMES[kind].table} where id = ${id} for update`);
  return rows[0];
}

/** Ids and names in the order of the store, locked in id order. */
export async function lockPositions(tx: Db, kind: TaxonomyKind) {
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    with locked as materialized (
      select id, name, position from ${NAMES[kind].table} order by id for no key update)
    select id, name from locked order by position, name`);
  return rows;
}

/** One creation at a time: no two of them pass the limit together. */
export const lockCreation = (tx: Db, kind: TaxonomyKind) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`create_${kind}`}))`);

export async function countItems(tx: Db, kind: TaxonomyKind) {
  const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int as count from ${NAMES[kind].table}`);
  return rows[0]?.count ?? 0;
}

/** Which of these slugs are in use, other than by `ownId`. */
export async function listTakenSlugs(tx: Db, kind: TaxonomyKind, slugs: string[], ownId = NIL_ID) {
  const { rows } = await tx.execute<{ slug: string }>(sql`
    select slug from ${NAMES[kind].table} where slug = any (${sql.param(slugs)}::text[]) and id <> ${ownId}`);
  return rows.map(({ slug }) => slug);
}

/** Products of any status, deleted ones included: orders refer to those. */
export async function hasProducts(tx: Db, kind: TaxonomyKind, id: string) {
  const { rows } = await tx.execute<{ used: boolean }>(
    sql`select exists (select from products where ${NAMES[kind].column} = ${id}) as used`,
  );
  return rows[0]?.used ?? false;
}

export async function hasIncomingMerge(tx: Db, kind: TaxonomyKind, id: string) {
  const { rows } = await tx.execute<{ found: boolean }>(
    sql`select exists (select from ${NAMES[kind].table} where merging_into = ${id}) as found`,
  );
  return rows[0]?.found ?? false;
}

/** Last in the order of the store. Returns the id. */
export async function insertItem(tx: Db, kind: TaxonomyKind, values: TaxonomyValues) {
  const { table, image, alt } = NAMES[kind];
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into ${table} (name, slug, description, ${image}, ${alt}, seo_title, seo_description, position)
    select ${values.name}, ${values.slug}, ${values.description}, ${values.image}, ${values.imageAlt},
           ${values.seoTitle}, ${values.seoDescription}, coalesce(max(position), -1) + 1
      from ${table}
    returning id`);
  const [created] = rows;
  if (!created) throw new Error(`The ${kind} was not stored.`);
  return created.id;
}

export const updateItem = (tx: Db, kind: TaxonomyKind, id: string, values: TaxonomyValues) => {
  const { table, image, alt } = NAMES[kind];
  return tx.execute(sql`
    update ${table}
       set name = ${values.name}, slug = ${values.slug}, description = ${values.description},
           ${image} = ${values.image}, ${alt} = ${values.imageAlt}, seo_title = ${values.seoTitle},
           seo_description = ${values.seoDescription}, version = version + 1
     where id = ${id}`);
};

export const updatePositions = (tx: Db, kind: TaxonomyKind, ids: string[]) =>
  tx.execute(sql`
    update ${NAMES[kind].table} i set position = o.place - 1
      from unnest(${sql.param(ids)}::uuid[]) with ordinality o (id, place)
     where i.id = o.id and i.position <> o.place - 1`);

export const deleteItem = (tx: Db, kind: TaxonomyKind, id: string) =>
  tx.execute(sql`delete from ${NAMES[kind].table} where id = ${id}`);
