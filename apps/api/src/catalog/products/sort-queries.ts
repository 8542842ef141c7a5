import type { ProductSort } from '@shop/contracts/catalog/admin-schema';
import { sortDirection } from '#platform/database/sort-direction.ts';
import { and, type Fragment, join, raw, sql, when } from '#platform/database/sql.ts';
import {
  candidateNameMatches,
  conditions,
  matchesStock,
  quantityOf,
  type ResolvedFilter,
  selectSummaries,
} from './queries.ts';

type SortedPage = { limit: number; after?: string; sort: ProductSort };

const NAME = raw('searchable(name)');
const PRICE = raw('current_price_cents');
const QUANTITY = quantityOf(sql`products.id`);
const UPDATED = raw('updated_at');
/** Ids are time-ordered. */
const CREATED = raw('id');

/** Written as in the index of each sort order; quantities have none. */
const KEYS: Record<ProductSort, Fragment> = {
  name: NAME,
  '-name': NAME,
  price: PRICE,
  '-price': PRICE,
  quantity: QUANTITY,
  '-quantity': QUANTITY,
  updated: UPDATED,
  '-updated': UPDATED,
  created: CREATED,
  '-created': CREATED,
};

/**
 * Keyset pagination in any sort order. Products given by their ids are all read and sorted; otherwise the index of the
 * sort order is scanned until the page is full.
 */
export function listSorted(filter: ResolvedFilter, page: SortedPage) {
  const { direction } = sortDirection(page.sort);
  const inOrder = sql`sort_key ${direction}, id ${direction}`;
  const found = sql`
    (select id, sort_key from (${sortedIds(filter, page)}) candidates order by ${inOrder} limit ${page.limit}) found`;
  return selectSummaries(found, sql`found.sort_key ${direction}, found.id ${direction}`);
}

function sortedIds(filter: ResolvedFilter, { limit, after, sort }: SortedPage): Fragment {
  const key = KEYS[sort];
  const { direction, beyond } = sortDirection(sort);
  const isAfter = (value: Fragment) =>
    and(when(after, sql`(${value}, id) ${beyond} (select ${key}, id from products where id = ${after})`));
  const { among, states } = filter;
  if (among && 'ids' in among)
    return sql`
      select id, sort_key
        from (select id, ${key} as sort_key from products
               where id = any (${among.ids}::uuid[]) and status = any (${states}::text[])
                 and ${conditions(filter, {})} offset 0) among
       where ${isAfter(sql`sort_key`)} order by sort_key ${direction}, id ${direction} limit ${limit}`;

  const checks = rowChecks(filter);
  // One statement for each status, which the planner can match with partial indexes.
  const ranges = states.map((state) => {
    const range = sql`
      select id, ${key} as sort_key from products
       where status = ${state} and ${conditions(filter, {})} and ${isAfter(key)}
       order by ${key} ${direction}, id ${direction}`;
    // `offset 0` prevents a join: products are checked one by one until the page is full.
    return checks.length === 0
      ? sql`(${range} limit ${limit})`
      : sql`(select id, sort_key from (${range} offset 0) found where ${and(...checks)}
              order by sort_key ${direction}, id ${direction} limit ${limit})`;
  });
  return join(ranges, raw(' union all '));
}

const rowChecks = ({ among, stock }: ResolvedFilter): Fragment[] => [
  ...(among && 'words' in among ? [candidateNameMatches(among.words)] : []),
  ...(stock ? [matchesStock(stock)] : []),
];
