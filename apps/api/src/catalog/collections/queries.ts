import type { CollectionProduct } from '@shop/contracts/catalog/collections/admin-schema';
import { COLLECTION_COUNT_MAX, type CollectionKind } from '@shop/contracts/catalog/collections/constants';
import type { Collection } from '@shop/contracts/catalog/collections/schema';
import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { type Cursor, NIL_ID } from '#catalog/rules.ts';
import { type Db, PREPARED } from '#platform/database/db.ts';
import { inlineNumber } from '#platform/database/inline.ts';
import { collectionSlugs, collections } from './schema.ts';

export type CollectionRow = typeof collections.$inferSelect;
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

const existing = ne(collections.status, 'deleted');

/** In the order of the store; there are few of them. */
export const listCollections = (db: Db) =>
  db.select().from(collections).where(existing).orderBy(asc(collections.position), asc(collections.id));

export async function findCollection(db: Db, id: string) {
  const [collection] = await db
    .select()
    .from(collections)
    .where(and(eq(collections.id, id), existing));
  return collection;
}

/** Also the lock of its members: every writer of them holds it, so that the last one has read the latest products. */
export async function lockCollection(tx: Db, id: string) {
  const [collection] = await tx
    .select()
    .from(collections)
    .where(and(eq(collections.id, id), existing))
    .for('no key update');
  return collection;
}

/** In the order of ids, so that transactions do not deadlock. */
export const lockCollections = (tx: Db) =>
  tx.select().from(collections).where(existing).orderBy(asc(collections.id)).for('no key update');

/** One creation at a time: number and position of the collections stay exact. */
export async function lockCreation(tx: Db) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('collections'))`);
  const { rows } = await tx.execute<{ count: number; last: number }>(
    sql`select count(*)::int as count, coalesce(max(position), 0) as last from collections where status <> 'deleted'`,
  );
  return rows[0] ?? { count: 0, last: 0 };
}

export const insertCollection = async (tx: Db, values: CollectionValues & { id?: string; position: number }) =>
  requireRow(await tx.insert(collections).values(values).returning());

/** `refresh`: rules or sort order changed, and every product has to be checked again. */
export const updateCollection = async (tx: Db, id: string, values: Partial<CollectionValues>, refresh: boolean) =>
  requireRow(
    await tx
      .update(collections)
      .set({
        ...values,
        version: sql`${collections.version} + 1`,
        ...(refresh && { rulesVersion: sql`${collections.rulesVersion} + 1` }),
      })
      .where(eq(collections.id, id))
      .returning(),
  );

export const markDeleted = (tx: Db, id: string) =>
  tx.update(collections).set({ status: 'deleted' }).where(eq(collections.id, id));

function requireRow(rows: CollectionRow[]) {
  const [row] = rows;
  if (!row) throw new Error('The collection was not stored.');
  return row;
}

/** Which of these slugs another collection has or once had. */
export async function listTakenSlugs(db: Db, slugs: string[], ownId = NIL_ID) {
  const rows = await db
    .select({ slug: collectionSlugs.slug })
    .from(collectionSlugs)
    .where(and(inArray(collectionSlugs.slug, slugs), ne(collectionSlugs.collectionId, ownId)));
  return rows.map(({ slug }) => slug);
}

/** Which of these ids are categories or brands. Those that are being merged are about to be deleted. */
export async function listLabels(db: Db, ids: string[]) {
  const { rows } = await db.execute<{ field: TaxonomyKind; id: string }>(sql`
    select 'category' as field, id from categories where id = any (${sql.param(ids)}::uuid[]) and merging_into is null
    union all
    select 'brand', id from brands where id = any (${sql.param(ids)}::uuid[]) and merging_into is null`);
  return rows;
}

const rulesName = (kind: TaxonomyKind, id: string) => sql`status <> 'deleted'
  and rules @> jsonb_build_array(jsonb_build_object('field', ${kind}::text, 'value', ${id}::text))`;

/** Before a category or brand is deleted: until then, no collection is created or edited to name it. */
export async function lockRules(tx: Db) {
  await lockCreation(tx);
  await lockCollections(tx);
}

export async function isNamedByRules(tx: Db, kind: TaxonomyKind, id: string) {
  const { rows } = await tx.execute<{ named: boolean }>(
    sql`select exists (select from collections where ${rulesName(kind, id)}) as named`,
  );
  return rows[0]?.named ?? false;
}

/** Rules about one category or brand become rules about another. Lock the rules first. */
export const replaceInRules = (tx: Db, kind: TaxonomyKind, id: string, into: string) =>
  tx.execute(sql`
    update collections
       set version = version + 1,
           rules = (select jsonb_agg(case when r ->> 'field' = ${kind}::text and r ->> 'value' = ${id}::text
                                          then jsonb_set(r, '{value}', to_jsonb(${into}::text)) else r end order by n)
                      from jsonb_array_elements(rules) with ordinality as each (r, n))
     where ${rulesName(kind, id)}`);

/** Every product has to be checked again. Lock the rules first. */
export async function outdateMembersOf(tx: Db, kind: TaxonomyKind, id: string) {
  const { rows } = await tx.execute<{ id: string; rulesVersion: number }>(sql`
    update collections set rules_version = rules_version + 1 where ${rulesName(kind, id)}
    returning id, rules_version as "rulesVersion"`);
  return rows;
}

/** The members of each collection, counted up to one more than the limit. Hand-picked ones are few, some deleted. */
export async function countMembers(db: Db, ids: string[]) {
  const { rows } = await db.execute<{ id: string; count: number }>(sql`
    select c.id, case c.kind
             when 'manual' then (select count(*)::int from collection_products m
                                   join products p on p.id = m.product_id and p.status <> 'deleted'
                                  where m.collection_id = c.id)
             else (select count(*)::int from (select from collection_products m where m.collection_id = c.id
                                               limit ${inlineNumber(COLLECTION_COUNT_MAX + 1)}) counted) end as count
      from collections c where c.id = any (${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export type MemberRow = Omit<CollectionProduct, 'price' | 'salePrice'> & {
  priceCents: number;
  salePriceCents: number | null;
};
const MEMBER = sql`p.id, p.name, p.slug, p.status, p.price_cents::float8 as "priceCents",
  p.sale_price_cents::float8 as "salePriceCents",
  (select url from product_images where product_id = p.id order by position limit 1) as image`;

/** In the order of `ids`. */
export async function listProductsOf(db: Db, ids: string[]) {
  const { rows } = await db.execute<MemberRow>(sql`
    select ${MEMBER} from unnest(${sql.param(ids)}::uuid[]) with ordinality as requested (id, place)
      join products p on p.id = requested.id
     order by requested.place`);
  return rows;
}

/**
 * Of every status except deleted products. Hand-picked ones are in the picked order, whatever order the store shows:
 * an edit sends the whole list.
 */
export async function listMembers(db: Db, { id, kind }: Pick<CollectionRow, 'id' | 'kind'>, limit: number) {
  const order = kind === 'manual' ? sql`m.position` : sql`m.sort_key`;
  const { rows } = await db.execute<MemberRow>(sql`
    select ${MEMBER} from collection_products m join products p on p.id = m.product_id
     where m.collection_id = ${id} and p.status <> 'deleted'
     order by ${order}, m.product_id limit ${limit}`);
  return rows;
}

const PUBLIC_COLUMNS = sql`c.id, c.name, c.slug, c.description, c.image, c.image_alt as "imageAlt",
  c.seo_title as "seoTitle", c.seo_description as "seoDescription"`;

export async function listPublished(db: Db) {
  const { rows } = await db.execute<Collection>(sql`${PREPARED}
    select ${PUBLIC_COLUMNS} from collections c where c.status = 'published' order by c.position, c.id`);
  return rows;
}

export type PublishedRow = Collection & { kind: CollectionKind; sort: CollectionRow['sort'] };

export async function findPublished(db: Db, slug: string) {
  const { rows } = await db.execute<PublishedRow>(sql`${PREPARED}
    select ${PUBLIC_COLUMNS}, c.kind, c.sort from collections c where c.slug = ${slug} and c.status = 'published'`);
  return rows[0];
}

export async function findCurrentSlug(db: Db, previousSlug: string) {
  const { rows } = await db.execute<{ slug: string }>(sql`${PREPARED}
    select c.slug from collection_slugs f join collections c on c.id = f.collection_id
     where f.slug = ${previousSlug} and c.status = 'published'`);
  return rows[0]?.slug;
}

/** Keyset pagination over a range of one index. Hand-picked products may be drafts: at most 500 of them are skipped. */
export async function listPublishedMembers(db: Db, collectionId: string, limit: number, after?: Cursor) {
  const { rows } = await db.execute<{ id: string; sort_key: string }>(sql`${PREPARED}
    select m.product_id as id, m.sort_key::text
      from collection_products m join products p on p.id = m.product_id and p.status = 'published'
     where m.collection_id = ${collectionId}
       and (m.sort_key, m.product_id)
           > (coalesce(${after?.values[0] ?? null}::bigint, -9223372036854775807), ${after?.id ?? NIL_ID}::uuid)
     order by m.sort_key, m.product_id limit ${limit}`);
  return rows;
}

/** Members by rules are published products, and need no lookup. */
export async function countPublishedMembers(db: Db, { id, kind }: PublishedRow, atMost: number) {
  const published = kind === 'manual' ? sql`join products p on p.id = m.product_id and p.status = 'published'` : sql``;
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from collection_products m ${published} where m.collection_id = ${id}
       limit ${inlineNumber(atMost)}) counted`);
  return rows[0]?.count ?? 0;
}
