import { COUNT_MAX, type ProductQuery, type SortBy } from '@shop/contracts/catalog';
import type { Pool } from 'pg';
import { conditions, parameters } from './queries-filter.ts';
import type { Cursor, Labels, ProductFilter } from './rules.ts';

// These statements have no names: each is planned for the values it is asked with, because what is best for a
// narrow band of prices is worst for a wide one. With one table in them, planning is cheap.

type Sort = { column: string; direction: 'asc' | 'desc'; write: string; read: (parameter: string) => string };

const wholeNumbers = (column: string, direction: 'asc' | 'desc'): Sort => ({
  column,
  direction,
  write: column,
  read: (parameter) => `${parameter}::bigint`,
});

/** Each order is one index, walked from either end. `write` and `read` carry its value through a cursor exactly. */
const SORT: Record<SortBy, Sort> = {
  featured: wholeNumbers('p.featured_score', 'desc'),
  'price-asc': wholeNumbers('p.current_price_cents', 'asc'),
  'price-desc': wholeNumbers('p.current_price_cents', 'desc'),
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

/** Of a name nobody goes by. */
const NOBODY = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Filters name them, statements want ids: with a constant the planner knows how large a brand is. */
export async function findLabels(pool: Pool, { category, brand }: ProductQuery): Promise<Labels> {
  if (!category && !brand) return {};
  const { rows } = await pool.query<{ category_id: string | null; brand_id: string | null }>({
    name: 'labels',
    text: `select (select id from categories where name = $1) as category_id,
                  (select id from brands where name = $2) as brand_id`,
    values: [category, brand],
  });
  return {
    categoryId: category ? (rows[0]?.category_id ?? NOBODY) : undefined,
    brandId: brand ? (rows[0]?.brand_id ?? NOBODY) : undefined,
  };
}

type ProductPage = { filter: ProductFilter; sortBy: SortBy; limit: number; after?: Cursor };

/** A range of one index: the ids of a page, and what they are sorted by. */
export async function listProductIds(pool: Pool, { filter, sortBy, limit, after }: ProductPage) {
  const { values, add } = parameters();
  const { column, direction, write, read } = SORT[sortBy];
  const beyond = after
    ? ` and (${column}, p.id) ${direction === 'asc' ? '>' : '<'} (${read(add(after.values[0]))}, ${add(after.id)}::uuid)`
    : '';
  const { rows } = await pool.query<{ id: string; sort_value: string }>({
    text: `select p.id, ${write}::text as sort_value from products p where ${conditions(filter, add)}${beyond}
            order by ${column} ${direction}, p.id ${direction} limit ${add(limit)}`,
    values,
  });
  return rows;
}

/** Stops one beyond the most that is ever told, so that a million products cost no more than ten thousand. */
export async function countProducts(pool: Pool, filter: ProductFilter) {
  const { values, add } = parameters();
  const matching = `select from products p where ${conditions(filter, add)} limit ${COUNT_MAX + 1}`;
  const { rows } = await pool.query<{ total: number }>({
    text: `select count(*)::int as total from (${matching}) counted`,
    values,
  });
  return rows[0]?.total ?? 0;
}

const SAMPLE = 500;

/** Which part of the first products of a filter meets a stricter one. */
export async function sampleShare(pool: Pool, filter: ProductFilter, stricter: ProductFilter) {
  const { values, add } = parameters();
  const { rows } = await pool.query<{ share: number }>(
    `select coalesce(avg((${conditions(stricter, add)})::int), 0)::float8 as share
       from (select * from products p where ${conditions(filter, add)}
              order by p.featured_score desc, p.id desc limit ${SAMPLE}) p`,
    values,
  );
  return rows[0]?.share ?? 0;
}

/** All products of a filter, unless they are more than that. */
export async function listFilteredIds(pool: Pool, filter: ProductFilter, atMost: number) {
  const { values, add } = parameters();
  const { rows } = await pool.query<{ id: string }>(
    `select p.id from products p where ${conditions(filter, add)} limit ${add(atMost + 1)}`,
    values,
  );
  return rows.length > atMost ? undefined : rows.map(({ id }) => id);
}
