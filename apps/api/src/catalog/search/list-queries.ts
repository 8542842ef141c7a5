import { COUNT_MAX } from '@shop/contracts/catalog/constants';
import type { ProductQuery, SortBy } from '@shop/contracts/catalog/schema';
import type { Cursor, Labels, ProductFilter } from '#catalog/rules.ts';
import { brandIdOf, categoryIdOf } from '#catalog/taxonomy/alias-queries.ts';
import type { Db } from '#platform/database/db.ts';
import { number, orNull, text, uuid } from '#platform/database/row.ts';
import { all, type Fragment, one, raw, sql } from '#platform/database/sql.ts';
import { conditions } from './filter-queries.ts';

// Statements with a filter are not prepared: each is planned for its values, because the best plan for a narrow price
// range is the worst for a wide one. With one table in them, planning is cheap.

type Sort = { column: Fragment; order: Fragment; write: Fragment; read: (value: string | null) => Fragment };

const ASCENDING = raw('asc');
const DESCENDING = raw('desc');
const ABOVE = raw('>');
const BELOW = raw('<');

const integerSort = (column: Fragment, order: Fragment): Sort => ({
  column,
  order,
  write: column,
  read: (value) => sql`${value}::bigint`,
});

/** Each sort order is one index, scanned either way. `write` and `read` convert its value for a cursor without loss. */
export const SORT: Record<SortBy, Sort> = {
  featured: integerSort(raw('p.featured_score'), DESCENDING),
  'price-asc': integerSort(raw('p.current_price_cents'), ASCENDING),
  'price-desc': integerSort(raw('p.current_price_cents'), DESCENDING),
  newest: {
    column: raw('p.created_at'),
    order: DESCENDING,
    write: raw('(extract(epoch from p.created_at) * 1000000)::bigint'),
    read: (value) => sql`timestamptz 'epoch' + ${value}::float8 * interval '1 microsecond'`,
  },
  popular: {
    column: raw('p.rating'),
    order: DESCENDING,
    write: raw('(p.rating * 100)::int'),
    read: (value) => sql`${value}::numeric / 100`,
  },
};

/** Stands for an unknown category or brand name: no row has this id. */
const UNKNOWN_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const labels = { categoryId: orNull(uuid), brandId: orNull(uuid) };

/** Resolves names, previous ones too, to ids: with a constant id the planner can estimate the size of a brand. */
export async function findLabels(db: Db, { category, brand }: ProductQuery): Promise<Labels> {
  if (!category && !brand) return {};
  const found = await db.run(one('search.findLabels', labels, { prepare: true })`
    select ${categoryIdOf(category ?? null)} as category_id, ${brandIdOf(brand ?? null)} as brand_id`);
  return {
    categoryId: category ? (found.categoryId ?? UNKNOWN_ID) : undefined,
    brandId: brand ? (found.brandId ?? UNKNOWN_ID) : undefined,
  };
}

type ProductPage = { filter: ProductFilter; sortBy: SortBy; limit: number; after?: Cursor };

/** The condition for the products after those of the last page, if there is one. */
export function beyond(sortBy: SortBy, after: Cursor | undefined) {
  const { column, order, read } = SORT[sortBy];
  return (
    after &&
    sql`and (${column}, p.id) ${order === ASCENDING ? ABOVE : BELOW} (${read(after.values[0] ?? null)}, ${after.id}::uuid)`
  );
}

/** Keyset pagination over a range of one index: the ids of a page and their sort values. */
export function listProductIds({ filter, sortBy, limit, after }: ProductPage) {
  const { column, order, write } = SORT[sortBy];
  return all('search.listProductIds', { id: uuid, sortValue: text })`
    select p.id, ${write}::text as sort_value from products p where ${conditions(filter)} ${beyond(sortBy, after)}
     order by ${column} ${order}, p.id ${order} limit ${limit}`;
}

const COUNTED = raw(`${COUNT_MAX + 1}`);

/** Stops at `COUNT_MAX + 1`, so that a million products cost no more than ten thousand. */
export async function countProducts(db: Db, filter: ProductFilter) {
  const matching = sql`select from products p where ${conditions(filter)} limit ${COUNTED}`;
  const counted = one('search.countProducts', { total: number })`select count(*) as total from (${matching}) counted`;
  return (await db.run(counted)).total;
}

type ProductSample = { filter: ProductFilter; stricter: ProductFilter; size: number };

/** The share of a filter's first products that also match a stricter one. */
export async function sampleShare(db: Db, { filter, stricter, size }: ProductSample) {
  const sample = one('search.sampleShare', { share: number })`
    select coalesce(avg((${conditions(stricter)})::int), 0) as share
      from (select * from products p where ${conditions(filter)}
             order by p.featured_score desc, p.id desc limit ${raw(`${size}`)}) p`;
  return (await db.run(sample)).share;
}

/** Up to this many products of a size are passed to queries as ids. */
const SIZE_IDS_MAX = 5_000;

/** With the ids of all products with one of its sizes in stock, if they are few. */
export async function withSizeIds(db: Db, filter: ProductFilter): Promise<ProductFilter> {
  const { sizes } = filter;
  if (!sizes) return { ...filter, sizeIds: undefined };
  const rows = await db.run(all('search.listIdsOfSizes', { id: uuid }, { prepare: true })`
    select distinct product_id as id from sizes_in_stock where size = any (${sizes}) limit ${SIZE_IDS_MAX + 1}`);
  return { ...filter, sizeIds: rows.length > SIZE_IDS_MAX ? undefined : rows.map(({ id }) => id) };
}

/** All products of a filter, or undefined if more than `atMost`. */
export async function listFilteredIds(db: Db, filter: ProductFilter, atMost: number) {
  const rows = await db.run(all('search.listFilteredIds', { id: uuid })`
    select p.id from products p where ${conditions(filter)} limit ${atMost + 1}`);
  return rows.length > atMost ? undefined : rows.map(({ id }) => id);
}
