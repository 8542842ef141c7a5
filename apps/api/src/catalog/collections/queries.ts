import { CollectionProduct, CollectionRule } from '@shop/contracts/catalog/collection-admin-schema';
import {
  COLLECTION_COUNT_MAX,
  COLLECTION_KINDS,
  COLLECTION_SORTS,
  COLLECTION_STATUSES,
  RULE_MATCHES,
} from '@shop/contracts/catalog/collection-constants';
import { TAXONOMY_KINDS, type TaxonomyKind } from '@shop/contracts/catalog/constants';
import { type Cursor, NIL_ID } from '#catalog/rules.ts';
import { inlineNumber } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, cents, json, number, oneOf, orNull, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, assignments, columnsOf, count, first, one, raw, rowsOf, sql, when } from '#platform/database/sql.ts';

const published = {
  id: uuid,
  name: text,
  slug: text,
  description: text,
  image: orNull(text),
  imageAlt: text,
  seoTitle: text,
  seoDescription: text,
};
const collection = {
  ...published,
  kind: oneOf(COLLECTION_KINDS),
  match: oneOf(RULE_MATCHES),
  rules: json(CollectionRule.array()),
  sort: oneOf(COLLECTION_SORTS),
  status: oneOf([...COLLECTION_STATUSES, 'deleted']),
  position: number,
  version: number,
  rulesVersion: number,
  refreshedVersion: number,
  createdAt: timestamp,
  updatedAt: timestamp,
};
const COLUMNS = columnsOf(collection);

export type CollectionRow = Row<typeof collection>;
export type CollectionValues = Pick<
  CollectionRow,
  | 'name'
  | 'slug'
  | 'description'
  | 'image'
  | 'imageAlt'
  | 'seoTitle'
  | 'seoDescription'
  | 'kind'
  | 'match'
  | 'rules'
  | 'sort'
  | 'status'
>;

/** In the order of the store; there are few of them. */
export const listCollections = () =>
  all('collections.list', collection)`
    select ${COLUMNS} from collections where status <> 'deleted' order by position, id`;

export const findCollection = (id: string) =>
  first('collections.find', collection)`
    select ${COLUMNS} from collections where id = ${id} and status <> 'deleted'`;

/** Also the lock of its members: every writer of them holds it, so that the last one has read the latest products. */
export const lockCollection = (id: string) =>
  first('collections.lock', collection)`
    select ${COLUMNS} from collections where id = ${id} and status <> 'deleted' for no key update`;

/** In the order of ids, so that transactions do not deadlock. */
export const lockCollections = () =>
  all('collections.lockAll', collection)`
    select ${COLUMNS} from collections where status <> 'deleted' order by id for no key update`;

/** One creation at a time: number and position of the collections stay exact. */
export async function lockCreation(tx: Db) {
  await tx.run(lockCreations());
  return tx.run(countCollections());
}

const lockCreations = () =>
  count('collections.lockCreations')`select from pg_advisory_xact_lock(hashtext('collections'))`;

const countCollections = () =>
  one('collections.count', { count: number, last: number })`
    select count(*), coalesce(max(position), 0) as last from collections where status <> 'deleted'`;

/** As they are stored: a list needs to be JSON already. */
const stored = <V extends Partial<CollectionValues>>({ rules, ...values }: V) => ({
  ...values,
  rules: rules && JSON.stringify(rules),
});

export const insertCollection = (values: CollectionValues & { id?: string; position: number }) =>
  one('collections.insert', collection)`
    insert into collections ${rowsOf([stored(values)])} returning ${COLUMNS}`;

/** `refresh`: rules or sort order changed, and every product has to be checked again. */
export function updateCollection(id: string, values: Partial<CollectionValues>, refresh: boolean) {
  const changes = {
    ...stored(values),
    version: sql`version + 1`,
    ...(refresh && { rulesVersion: sql`rules_version + 1` }),
  };
  return one('collections.update', collection)`
    update collections set ${assignments(changes)} where id = ${id} returning ${COLUMNS}`;
}

export const markDeleted = (id: string) =>
  count('collections.markDeleted')`update collections set status = 'deleted' where id = ${id}`;

/** Which of these slugs another collection has or once had. */
export async function listTakenSlugs(db: Db, slugs: string[], ownId = NIL_ID) {
  const rows = await db.run(
    all('collections.listTakenSlugs', { slug: text })`
      select slug from collection_slugs where slug = any (${slugs}::text[]) and collection_id <> ${ownId}`,
  );
  return rows.map(({ slug }) => slug);
}

/** Which of these ids are categories or brands. Those that are being merged are about to be deleted. */
export const listLabels = (ids: string[]) =>
  all('collections.listLabels', { field: oneOf(TAXONOMY_KINDS), id: uuid })`
    select 'category' as field, id from categories where id = any (${ids}::uuid[]) and merging_into is null
    union all
    select 'brand', id from brands where id = any (${ids}::uuid[]) and merging_into is null`;

const rulesName = (kind: TaxonomyKind, id: string) => sql`status <> 'deleted'
  and rules @> jsonb_build_array(jsonb_build_object('field', ${kind}::text, 'value', ${id}::text))`;

/** Before a category or brand is deleted: until then, no collection is created or edited to name it. */
export async function lockRules(tx: Db) {
  await lockCreation(tx);
  await tx.run(lockCollections());
}

export const isNamedByRules = (kind: TaxonomyKind, id: string) =>
  one('collections.isNamedByRules', { named: bool })`
    select exists (select from collections where ${rulesName(kind, id)}) as named`;

/** Rules about one category or brand become rules about another. Lock the rules first. */
export const replaceInRules = (kind: TaxonomyKind, id: string, into: string) =>
  count('collections.replaceInRules')`
    update collections
       set version = version + 1,
           rules = (select jsonb_agg(case when r ->> 'field' = ${kind}::text and r ->> 'value' = ${id}::text
                                          then jsonb_set(r, '{value}', to_jsonb(${into}::text)) else r end order by n)
                      from jsonb_array_elements(rules) with ordinality as each (r, n))
     where ${rulesName(kind, id)}`;

/** Every product has to be checked again. Lock the rules first. */
export const outdateMembersOf = (kind: TaxonomyKind, id: string) =>
  all('collections.outdateMembersOf', { id: uuid, rulesVersion: number })`
    update collections set rules_version = rules_version + 1 where ${rulesName(kind, id)}
    returning id, rules_version`;

const listMemberCounts = (ids: string[]) =>
  all('collections.countMembers', { id: uuid, count: number })`
    select c.id, case c.kind
             when 'manual' then (select count(*) from collection_products m
                                   join products p on p.id = m.product_id and p.status <> 'deleted'
                                  where m.collection_id = c.id)
             else (select count(*) from (select from collection_products m where m.collection_id = c.id
                                          limit ${inlineNumber(COLLECTION_COUNT_MAX + 1)}) counted) end as count
      from collections c where c.id = any (${ids}::uuid[])`;

/** The members of each collection, counted up to one more than the limit. Hand-picked ones are few, some deleted. */
export const countMembers = async (db: Db, ids: string[]) =>
  new Map((await db.run(listMemberCounts(ids))).map((row) => [row.id, row.count]));

const member = {
  id: uuid,
  name: text,
  slug: text,
  status: oneOf(CollectionProduct.shape.status.options),
  priceCents: cents,
  salePriceCents: orNull(cents),
};
const MEMBER = sql`${columnsOf(member, 'p')},
  (select url from product_images where product_id = p.id order by position limit 1) as image`;
const memberWithImage = { ...member, image: orNull(text) };

/** In the order of `ids`. */
export const listProductsOf = (ids: string[]) =>
  all('collections.listProducts', memberWithImage)`
    select ${MEMBER} from unnest(${ids}::uuid[]) with ordinality as requested (id, place)
      join products p on p.id = requested.id
     order by requested.place`;

/**
 * Of every status except deleted products. Hand-picked ones are in the picked order, whatever order the store shows:
 * an edit sends the whole list.
 */
export const listMembers = ({ id, kind }: Pick<CollectionRow, 'id' | 'kind'>, limit: number) =>
  all('collections.listMembers', memberWithImage)`
    select ${MEMBER} from collection_products m join products p on p.id = m.product_id
     where m.collection_id = ${id} and p.status <> 'deleted'
     order by ${raw(kind === 'manual' ? 'm.position' : 'm.sort_key')}, m.product_id limit ${limit}`;

export const listPublished = () =>
  all('collections.listPublished', published, { prepare: true })`
    select ${columnsOf(published, 'c')} from collections c where c.status = 'published' order by c.position, c.id`;

const browsed = { ...published, kind: collection.kind, sort: collection.sort };
type PublishedRow = Row<typeof browsed>;

export const findPublished = (slug: string) =>
  first('collections.findPublished', browsed, { prepare: true })`
    select ${columnsOf(browsed, 'c')} from collections c where c.slug = ${slug} and c.status = 'published'`;

export const findCurrentSlug = (previousSlug: string) =>
  first('collections.findCurrentSlug', { slug: text }, { prepare: true })`
    select c.slug from collection_slugs f join collections c on c.id = f.collection_id
     where f.slug = ${previousSlug} and c.status = 'published'`;

/** Keyset pagination over a range of one index. Hand-picked products may be drafts: at most 500 of them are skipped. */
export const listPublishedMembers = (collectionId: string, limit: number, after?: Cursor) =>
  all('collections.listPublishedMembers', { id: uuid, sortKey: text }, { prepare: true })`
    select m.product_id as id, m.sort_key::text
      from collection_products m join products p on p.id = m.product_id and p.status = 'published'
     where m.collection_id = ${collectionId}
       and (m.sort_key, m.product_id)
           > (coalesce(${after?.values[0] ?? null}::bigint, -9223372036854775807), ${after?.id ?? NIL_ID}::uuid)
     order by m.sort_key, m.product_id limit ${limit}`;

/** Members by rules are published products, and need no lookup. */
export const countPublishedMembers = ({ id, kind }: PublishedRow, atMost: number) =>
  one('collections.countPublishedMembers', { count: number })`
    select count(*) from (
      select from collection_products m
        ${when(kind === 'manual', sql`join products p on p.id = m.product_id and p.status = 'published'`)}
       where m.collection_id = ${id} limit ${inlineNumber(atMost)}) counted`;
