import { COUNT_MAX } from '@shop/contracts/catalog/constants';
import type { ProductQuery, SortBy } from '@shop/contracts/catalog/schema';
import type { Cursor, Labels, ProductFilter } from '#catalog/storefront/rules.ts';
import type { Queries } from '#platform/database/search-connections.ts';
import { conditions, parameters } from './filter-queries.ts';

// These statements are not prepared: each is planned for its values, because the best plan for a narrow price
// range is the worst for a wide one. With one table in them, planning is cheap.

type Sort = { column: string; direction: 'asc' | 'desc'; write: string; read: (parameter: string) => string };

const integerSort = (column: string, direction: 'asc' | 'desc'): Sort => ({
  column,
  direction,
  write: column,
  read: (parameter) => `${parameter}::bigint`,
});

/** Each sort order is one index, scanned either way. `write` and `read` convert its value for a cursor without loss. */
const SORT: Record<SortBy, Sort> = {
  featured: integerSort('p.featured_score', 'desc'),
  'price-asc': integerSort('p.current_price_cents', 'asc'),
  'price-desc': integerSort('p.current_price_cents', 'desc'),
  newest: {
    column: 'p.created_at',
    direction: 'desc',
    write: '(extract(epoch from p.created_at) * 1000000)::bigint',
    read: (parameter) => `timestamptz 'epoch' + ${parameter}::float8 * interval '1 microsecond'`,
  },
  popular: {
    column: 'p.rating',
    direction: 'desc',
    write: '(p.rating * 100)::int',
    read: (parameter) => `${parameter}::numeric / 100`,
  },
};

/** Stands for an unknown category or brand name: no row has this id. */
const UNKNOWN_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Resolves names to ids: with a constant id the planner can estimate the size of a brand. */
export async function findLabels(connection: Queries, { category, brand }: ProductQuery): Promise<Labels> {
  if (!category && !brand) return {};
  const { rows } = await connection.query<{ category_id: string | null; brand_id: string | null }>({
    name: 'labels',
    text: `select (select id from categories where name = $1) as category_id,
                  (select id from brands where name = $2) as brand_id`,
    values: [category, brand],
  });
  return {
    categoryId: category ? (rows[0]?.category_id ?? UNKNOWN_ID) : undefined,
    brandId: brand ? (rows[0]?.brand_id ?? UNKNOWN_ID) : undefined,
  };
}

type ProductPage = { filter: ProductFilter; sortBy: SortBy; limit: number; after?: Cursor };

/** Keyset pagination over a range of one index: the ids of a page and their sort values. */
export async function listProductIds(connection: Queries, { filter, sortBy, limit, after }: ProductPage) {
  const { values, add } = parameters();
  const { column, direction, write, read } = SORT[sortBy];
  const beyond = after
    ? ` and (${column}, p.id) ${direction === 'asc' ? '>' : '<'} (${read(add(after.values[0]))}, ${add(after.id)}::uuid)`
    : '';
  const { rows } = await connection.query<{ id: string; sort_value: string }>({
    text: `select p.id, ${write}::text as sort_value from products p where ${conditions(filter, add)}${beyond}
            order by ${column} ${direction}, p.id ${direction} limit ${add(limit)}`,
    values,
  });
  return rows;
}

/** Stops at `COUNT_MAX + 1`, so that a million products cost no more than ten thousand. */
export async function countProducts(connection: Queries, filter: ProductFilter) {
  const { values, add } = parameters();
  const matching = `select from products p where ${conditions(filter, add)} limit ${COUNT_MAX + 1}`;
  const { rows } = await connection.query<{ total: number }>({
    text: `select count(*)::int as total from (${matching}) counted`,
    values,
  });
  return rows[0]?.total ?? 0;
}

const SAMPLE = 500;

/** The share of a filter's first products that also match a stricter one. */
export async function sampleShare(connection: Queries, filter: ProductFilter, stricter: ProductFilter) {
  const { values, add } = parameters();
  const { rows } = await connection.query<{ share: number }>(
    `select coalesce(avg((${conditions(stricter, add)})::int), 0)::float8 as share
       from (select * from products p where ${conditions(filter, add)}
              order by p.featured_score desc, p.id desc limit ${SAMPLE}) p`,
    values,
  );
  return rows[0]?.share ?? 0;
}

/** All products with one of these sizes in stock, or undefined if more than `atMost`. */
export async function listIdsOfSizes(connection: Queries, sizes: string[], atMost: number) {
  const { rows } = await connection.query<{ id: string }>({
    name: 'products_of_sizes',
    text: 'select distinct product_id as id from sizes_in_stock where size = any ($1) limit $2',
    values: [sizes, atMost + 1],
  });
  return rows.length > atMost ? undefined : rows.map(({ id }) => id);
}

/** All products of a filter, or undefined if more than `atMost`. */
export async function listFilteredIds(connection: Queries, filter: ProductFilter, atMost: number) {
  const { values, add } = parameters();
  const { rows } = await connection.query<{ id: string }>(
    `select p.id from products p where ${conditions(filter, add)} limit ${add(atMost + 1)}`,
    values,
  );
  return rows.length > atMost ? undefined : rows.map(({ id }) => id);
}
