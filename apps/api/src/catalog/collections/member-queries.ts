import type { RuleSet } from '@shop/contracts/catalog/collections/admin-schema';
import { COLLECTION_COUNT_MAX, PREVIEW_SHOWN } from '@shop/contracts/catalog/collections/constants';
import { sql } from 'drizzle-orm';
import { NIL_ID } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { inlineNumber } from '#platform/database/inline.ts';
import type { CollectionRow } from './queries.ts';
import { matchesRules, sortKeyOf } from './rule-queries.ts';

type Ruled = Pick<CollectionRow, 'id' | 'match' | 'rules' | 'sort'>;

/** Of these products, exactly those that match become or stay members. Lock the collection first. */
export async function refreshMembers(tx: Db, { id, sort, ...ruleSet }: Ruled, productIds: string[]) {
  await tx.execute(sql`
    with matching as materialized (
      select p.id, ${sortKeyOf(sql`${sort}::text`, sql`0`)} as sort_key
        from products p where p.id = any (${sql.param(productIds)}::uuid[]) and ${matchesRules(ruleSet)}),
    removed as (
      delete from collection_products
       where collection_id = ${id} and product_id = any (${sql.param(productIds)}::uuid[])
         and product_id not in (select matching.id from matching))
    insert into collection_products as m (collection_id, product_id, sort_key)
    select ${id}::uuid, matching.id, matching.sort_key from matching
        on conflict (collection_id, product_id) do update set sort_key = excluded.sort_key
     where m.sort_key <> excluded.sort_key`);
}

/** Sort keys of hand-picked products: of these, or of all of the collection. Lock the collection first. */
export async function updateSortKeys(tx: Db, { id, sort }: Ruled, productIds?: string[]) {
  const key = sortKeyOf(sql`${sort}::text`, sql`m.position`);
  const among = productIds ? sql`and m.product_id = any (${sql.param(productIds)}::uuid[])` : sql``;
  await tx.execute(sql`
    update collection_products m set sort_key = ${key}
      from products p
     where m.collection_id = ${id} and p.id = m.product_id ${among} and m.sort_key <> ${key}`);
}

/** Of all statuses, by the primary key. */
export async function listProductIdsAfter(db: Db, after: string | undefined, limit: number) {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from products where id > ${after ?? NIL_ID}::uuid order by id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Every product is checked. */
export const markRefreshed = (tx: Db, id: string, rulesVersion: number) =>
  tx.execute(sql`update collections set refreshed_version = ${rulesVersion} where id = ${id}`);

/** The hand-picked products, in this order. Returns false if one of them does not exist. */
export async function replacePicked(tx: Db, { id, sort }: Ruled, productIds: string[]) {
  await tx.execute(sql`
    delete from collection_products
     where collection_id = ${id} and product_id <> all (${sql.param(productIds)}::uuid[])`);
  const { rows } = await tx.execute<{ product_id: string }>(sql`
    insert into collection_products (collection_id, product_id, position, sort_key)
    select ${id}::uuid, p.id, picked.place::int, ${sortKeyOf(sql`${sort}::text`, sql`picked.place`)}
      from unnest(${sql.param(productIds)}::uuid[]) with ordinality as picked (id, place)
      join products p on p.id = picked.id and p.status <> 'deleted'
        on conflict (collection_id, product_id) do update
       set position = excluded.position, sort_key = excluded.sort_key
    returning product_id`);
  return rows.length === productIds.length;
}

export async function listPickedIds(db: Db, id: string) {
  const { rows } = await db.execute<{ product_id: string }>(
    sql`select product_id from collection_products where collection_id = ${id} order by position, product_id`,
  );
  return rows.map(({ product_id }) => product_id);
}

/** Those that are not deleted, in the same order. */
export async function listExistingIds(db: Db, productIds: string[]) {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from products where id = any (${sql.param(productIds)}::uuid[]) and status <> 'deleted'`,
  );
  const existing = new Set(rows.map(({ id }) => id));
  return productIds.filter((id) => existing.has(id));
}

/** The number of matching products, up to one more than the limit, and of these the first in featured order. */
export async function previewRules(db: Db, ruleSet: RuleSet) {
  const { rows } = await db.execute<{ count: number; ids: string[] }>(sql`
    with found as materialized (
      select p.id, p.featured_score from products p where ${matchesRules(ruleSet)}
       limit ${inlineNumber(COLLECTION_COUNT_MAX + 1)})
    select (select count(*)::int from found) as count,
           array(select id::text from found order by featured_score desc, id desc
                  limit ${inlineNumber(PREVIEW_SHOWN)}) as ids`);
  return rows[0] ?? { count: 0, ids: [] };
}

/** Of a deleted collection: a repeated job must not empty a restored one. Returns whether there may be more. */
export async function deleteMembers(db: Db, collectionId: string, limit: number) {
  const { rowCount } = await db.execute(sql`
    delete from collection_products where collection_id = ${collectionId} and product_id in (
      select m.product_id from collection_products m
        join collections c on c.id = m.collection_id and c.status = 'deleted'
       where m.collection_id = ${collectionId} limit ${limit})`);
  return rowCount === limit;
}

export const deleteCollectionRow = (db: Db, id: string) =>
  db.execute(sql`delete from collections where id = ${id} and status = 'deleted'`);

/** Collections whose members change with time alone. */
export async function lockTimeRuled(tx: Db) {
  const { rows } = await tx.execute<{ id: string; rulesVersion: number }>(sql`
    select id, rules_version as "rulesVersion" from collections
     where status <> 'deleted' and rules @> '[{"field": "created"}]' order by id for no key update`);
  return rows;
}

/** The collections that contain a product, by name. A store has up to 200. */
export async function listCollectionsOf(db: Db, productId: string) {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select c.id, c.name from collection_products m join collections c on c.id = m.collection_id
     where m.product_id = ${productId} and c.status <> 'deleted' order by c.name, c.id`);
  return rows;
}
