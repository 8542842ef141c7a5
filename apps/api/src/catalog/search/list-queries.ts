import { COUNT_MAX } from '@shop/contracts/catalog/constants';
import type { ProductQuery, SortBy } from '@shop/contracts/catalog/schema';
import { type SQL, sql } from 'drizzle-orm';
import type { Cursor, Labels, ProductFilter } from '#catalog/rules.ts';
import { brandIdOf, categoryIdOf } from '#catalog/taxonomy/alias-queries.ts';
import { type Db, PREPARED } from '#platform/database/db.ts';
import { inlineNumber } from '#platform/database/inline.ts';
import { conditions } from './filter-queries.ts';

// Statements with a filter are not prepared: each is planned for its values, because the best plan for a narrow price
// range is the worst for a wide one. With one table in them, planning is cheap.

type Sort = { column: SQL; order: SQL; write: SQL; read: (value: string | null) => SQL };

const ASCENDING = sql.raw('asc');
const DESCENDING = sql.raw('desc');

const integerSort = (column: SQL, order: SQL): Sort => ({
  column,
  order,
  write: column,
  read: (value) => sql`${value}::bigint`,
});

/** Each sort order is one index, scanned either way. `write` and `read` convert its value for a cursor without loss. */
export const SORT: Record<SortBy, Sort> = {
  featured: integerSort(sql`p.featured_score`, DESCENDING),
  'price-asc': integerSort(sql`p.current_price_cents`, ASCENDING),
  'price-desc': integerSort(sql`p.current_price_cents`, DESCENDING),
  newest: {
    column: sql`p.created_at`,
    order: DESCENDING,
    write: sql`(extract(epoch from p.created_at) * 1000000)::bigint`,
    read: (value) => sql`timestamptz 'epoch' + ${value}::float8 * interval '1 microsecond'`,
  },
  popular: {
    column: sql`p.rating`,
    order: DESCENDING,
    write: sql`(p.rating * 100)::int`,
    read: (value) => sql`${value}::numeric / 100`,
  },
};

/** Stands for an unknown category or brand name: no row has this id. */
const UNKNOWN_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Resolves names, previous ones too, to ids: with a constant id the planner can estimate the size of a brand. */
export async function findLabels(db: Db, { category, brand }: ProductQuery): Promise<Labels> {
  if (!category && !brand) return {};
  const { rows } = await db.execute<{ category_id: string | null; brand_id: string | null }>(sql`${PREPARED}
    select ${categoryIdOf(category ?? null)} as category_id, ${brandIdOf(brand ?? null)} as brand_id`);
  return {
    categoryId: category ? (rows[0]?.category_id ?? UNKNOWN_ID) : undefined,
    brandId: brand ? (rows[0]?.brand_id ?? UNKNOWN_ID) : undefined,
  };
}

type ProductPage = { filter: ProductFilter; sortBy: SortBy; limit: number; after?: Cursor };

/** The condition for the products after those of the last page, if there is one. */
export function beyond(sortBy: SortBy, after: Cursor | undefined) {
  const { column, order, read } = SORT[sortBy];
  const operator = sql.raw(order === ASCENDING ? '>' : '<');
  return after ? sql`and (${column}, p.id) ${operator} (${read(after.values[0] ?? null)}, ${after.id}::uuid)` : sql``;
}

/** Keyset pagination over a range of one index: the ids of a page and their sort values. */
export async function listProductIds(db: Db, { filter, sortBy, limit, after }: ProductPage) {
  const { column, order, write } = SORT[sortBy];
  const { rows } = await db.execute<{ id: string; sort_value: string }>(sql`
    select p.id, ${write}::text as sort_value from products p where ${conditions(filter)} ${beyond(sortBy, after)}
     order by ${column} ${order}, p.id ${order} limit ${limit}`);
  return rows;
}

/** Stops at `COUNT_MAX + 1`, so that a million products cost no more than ten thousand. */
export async function countProducts(db: Db, filter: ProductFilter) {
  const matching = sql`select from products p where ${conditions(filter)} limit ${inlineNumber(COUNT_MAX + 1)}`;
  const { rows } = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${matching}) counted`);
  return rows[0]?.total ?? 0;
}

type ProductSample = { filter: ProductFilter; stricter: ProductFilter; size: number };

/** The share of a filter's first products that also match a stricter one. */
export async function sampleShare(db: Db, { filter, stricter, size }: ProductSample) {
  const { rows } = await db.execute<{ share: number }>(sql`
    select coalesce(avg((${conditions(stricter)})::int), 0)::float8 as share
      from (select * from products p where ${conditions(filter)}
             order by p.featured_score desc, p.id desc limit ${inlineNumber(size)}) p`);
  return rows[0]?.share ?? 0;
}

/** All products with one of these sizes in stock, or undefined if more than `atMost`. */
export async function listIdsOfSizes(db: Db, sizes: string[], atMost: number) {
  const { rows } = await db.execute<{ id: string }>(sql`${PREPARED}
    select distinct product_id as id from sizes_in_stock where size = any (${sql.param(sizes)}) limit ${atMost + 1}`);
  return rows.length > atMost ? undefined : rows.map(({ id }) => id);
}

/** All products of a filter, or undefined if more than `atMost`. */
export async function listFilteredIds(db: Db, filter: ProductFilter, atMost: number) {
  const { rows } = await db.execute<{ id: string }>(
    sql`select p.id from products p where ${conditions(filter)} limit ${atMost + 1}`,
  );
  return rows.length > atMost ? undefined : rows.map(({ id }) => id);
}
