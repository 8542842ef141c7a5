import type { CollectionRule, RuleSet } from '@shop/contracts/catalog/collection-admin-schema';
import { COLLECTION_COUNT_MAX, PREVIEW_SHOWN } from '@shop/contracts/catalog/collection-constants';
import { toCents } from '@shop/contracts/common/money';
import { NIL_ID } from '#catalog/rules.ts';
import { IN_STOCK } from '#catalog/stock-queries.ts';
import { escapeLike, inlineNumber } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { list, number, text, uuid } from '#platform/database/row.ts';
import { all, count, type Fragment, join, one, sql, when } from '#platform/database/sql.ts';
import type { CollectionRow } from './queries.ts';

type Ruled = Pick<CollectionRow, 'id' | 'match' | 'rules' | 'sort'>;

/** Of these products, exactly those that match become or stay members. Lock the collection first. */
export const refreshMembers = ({ id, sort, ...ruleSet }: Ruled, productIds: string[]) =>
  count('collections.refreshMembers')`
    with matching as materialized (
      select p.id, ${sortKeyOf(sql`${sort}::text`, sql`0`)} as sort_key
        from products p where p.id = any (${productIds}::uuid[]) and ${matchesRules(ruleSet)}),
    removed as (
      delete from collection_products
       where collection_id = ${id} and product_id = any (${productIds}::uuid[])
         and product_id not in (select matching.id from matching))
    insert into collection_products as m (collection_id, product_id, sort_key)
    select ${id}::uuid, matching.id, matching.sort_key from matching
        on conflict (collection_id, product_id) do update set sort_key = excluded.sort_key
     where m.sort_key <> excluded.sort_key`;

/** Sort keys of hand-picked products: of these, or of all of the collection. Lock the collection first. */
export function updateSortKeys({ id, sort }: Ruled, productIds?: string[]) {
  const key = sortKeyOf(sql`${sort}::text`, sql`m.position`);
  const among = when(productIds, sql`and m.product_id = any (${productIds}::uuid[])`);
  return count('collections.updateSortKeys')`
    update collection_products m set sort_key = ${key}
      from products p
     where m.collection_id = ${id} and p.id = m.product_id ${among} and m.sort_key <> ${key}`;
}

/** Of all statuses, by the primary key. */
export const listProductsAfter = (after: string | undefined, limit: number) =>
  all('collections.listProductsAfter', { id: uuid })`
    select id from products where id > ${after ?? NIL_ID}::uuid order by id limit ${limit}`;

/** Every product is checked. */
export const markRefreshed = (id: string, rulesVersion: number) =>
  count('collections.markRefreshed')`update collections set refreshed_version = ${rulesVersion} where id = ${id}`;

/** The hand-picked products, in this order. Returns false if one of them does not exist. */
export async function replacePicked(tx: Db, { id, sort }: Ruled, productIds: string[]) {
  await tx.run(deleteUnpicked(id, productIds));
  return (await tx.run(upsertPicked(id, sort, productIds))) === productIds.length;
}

const deleteUnpicked = (id: string, productIds: string[]) =>
  count('collections.deleteUnpicked')`
    delete from collection_products
     where collection_id = ${id} and product_id <> all (${productIds}::uuid[])`;

const upsertPicked = (id: string, sort: Ruled['sort'], productIds: string[]) =>
  count('collections.upsertPicked')`
    insert into collection_products (collection_id, product_id, position, sort_key)
    select ${id}::uuid, p.id, picked.place::int, ${sortKeyOf(sql`${sort}::text`, sql`picked.place`)}
      from unnest(${productIds}::uuid[]) with ordinality as picked (id, place)
      join products p on p.id = picked.id and p.status <> 'deleted'
        on conflict (collection_id, product_id) do update
       set position = excluded.position, sort_key = excluded.sort_key`;

const listPicked = (id: string) =>
  all('collections.listPicked', { productId: uuid })`
    select product_id from collection_products where collection_id = ${id} order by position, product_id`;

export const listPickedIds = async (db: Db, id: string) =>
  (await db.run(listPicked(id))).map(({ productId }) => productId);

const listExisting = (productIds: string[]) =>
  all('collections.listExistingProducts', { id: uuid })`
    select id from products where id = any (${productIds}::uuid[]) and status <> 'deleted'`;

/** Those that are not deleted, in the same order. */
export async function listExistingIds(db: Db, productIds: string[]) {
  const existing = new Set((await db.run(listExisting(productIds))).map(({ id }) => id));
  return productIds.filter((id) => existing.has(id));
}

/** The number of matching products, up to one more than the limit, and of these the first in featured order. */
export const previewRules = (ruleSet: RuleSet) =>
  one('collections.previewRules', { count: number, ids: list(text) })`
    with found as materialized (
      select p.id, p.featured_score from products p where ${matchesRules(ruleSet)}
       limit ${inlineNumber(COLLECTION_COUNT_MAX + 1)})
    select (select count(*) from found) as count,
           array(select id::text from found order by featured_score desc, id desc
                  limit ${inlineNumber(PREVIEW_SHOWN)}) as ids`;

/** Of a deleted collection: a repeated job must not empty a restored one. */
export const deleteMembers = (collectionId: string, limit: number) =>
  count('collections.deleteMembers')`
    delete from collection_products where collection_id = ${collectionId} and product_id in (
      select m.product_id from collection_products m
        join collections c on c.id = m.collection_id and c.status = 'deleted'
       where m.collection_id = ${collectionId} limit ${limit})`;

export const deleteCollectionRow = (id: string) =>
  count('collections.delete')`delete from collections where id = ${id} and status = 'deleted'`;

/** Collections whose members change with time alone. */
export const lockTimeRuled = () =>
  all('collections.lockTimeRuled', { id: uuid, rulesVersion: number })`
    select id, rules_version from collections
     where status <> 'deleted' and rules @> '[{"field": "created"}]' order by id for no key update`;

/** The collections that contain a product, by name. A store has up to 200. */
export const listCollectionsOf = (productId: string) =>
  all('collections.listOfProduct', { id: uuid, name: text })`
    select c.id, c.name from collection_products m join collections c on c.id = m.collection_id
     where m.product_id = ${productId} and c.status <> 'deleted' order by c.name, c.id`;

/** Whether product `p` is published and matches the rules. Every value is a parameter. */
export const matchesRules = ({ match, rules }: RuleSet) =>
  sql`(p.status = 'published' and (${join(rules.map(matchesRule), match === 'all' ? sql` and ` : sql` or `)}))`;

function matchesRule(rule: CollectionRule): Fragment {
  switch (rule.field) {
    case 'category':
      return equality(rule, sql`p.category_id = ${rule.value}::uuid`);
    case 'brand':
      return equality(rule, sql`p.brand_id = ${rule.value}::uuid`);
    case 'tag':
      return equality(rule, sql`p.tags && array[${rule.value}]::text[]`);
    case 'sale':
      return equality(rule, sql`p.sale_price_cents is not null`);
    case 'stock':
      return equality(rule, sql`${IN_STOCK}`);
    case 'name':
      // The index of names contains `searchable(name)`.
      return equality(rule, sql`searchable(p.name) like searchable(${`%${escapeLike(rule.value)}%`})`);
    case 'price':
      return rule.operator === 'at-least'
        ? sql`p.current_price_cents >= ${toCents(rule.value)}::bigint`
        : sql`p.current_price_cents <= ${toCents(rule.value)}::bigint`;
    case 'created':
      // The rule compares the age of a product: at most 30 days is created on or after that day.
      return rule.operator === 'at-least'
        ? sql`p.created_at <= ${ago(rule.value)}`
        : sql`p.created_at >= ${ago(rule.value)}`;
  }
}

const equality = ({ operator }: { operator: 'is' | 'is-not' }, condition: Fragment) =>
  operator === 'is' ? sql`(${condition})` : sql`not (${condition})`;
const ago = (days: number) => sql`now() - make_interval(days => ${days}::int)`;

/** The key of product `p` in sort order `sort`, a column or a parameter, ascending; `position` is its place by hand. */
const sortKeyOf = (sort: Fragment, position: Fragment) => sql`case ${sort}
  when 'manual' then ${position}::bigint
  when 'featured' then -p.featured_score
  when 'newest' then -(extract(epoch from p.created_at) * 1000000)::bigint
  when 'price-asc' then p.current_price_cents
  else -p.current_price_cents end`;
