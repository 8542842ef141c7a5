import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { ADMIN_PRODUCTS_SHOWN, type AdminProductQuery, type ProductSort } from '@shop/contracts/catalog/admin-schema';
import type { ProductFilter } from '@shop/contracts/catalog/import-schema';
import { queryWords } from '#catalog/rules.ts';
import { sortDirection } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { and, type Fragment, join, raw, sql, when } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import { paginate } from '#platform/http/paging.ts';
import { findLabelIds } from './edit-queries.ts';
import { productSummary } from './edit-rules.ts';
import {
  type CountLimits,
  candidateNameMatches,
  conditions,
  countProducts,
  hasUncheckedProducts,
  listIds,
  listIdsByName,
  listSummaries,
  matchesStock,
  quantityOf,
  type ResolvedFilter,
  selectSummaries,
} from './queries.ts';

/** Up to this many matches of a search are loaded. Words with more are so common that a scan fills a page quickly. */
const MATCHES_MAX = 5_000;
/** Up to this many products of a filter are loaded and sorted. With more, the index of the sort order is scanned. */
const SORTED_MAX = 10_000;
/** Up to this many products are checked one by one for their name or stock: 0.1 s. */
const CHECKED_MAX = 10_000;
/** So many of them must match that a scan of the sort order, which checks them too, soon fills a page. */
const MATCHES_MIN = 100;

export async function browseAllProducts(db: Db, { after, sort = '-created', ...filter }: AdminProductQuery) {
  const resolvedFilter = await resolveFilter(db, filter);
  if (!resolvedFilter) return { products: [], next: undefined };
  const page = { limit: ADMIN_PRODUCTS_SHOWN + 1, after };
  const rows =
    sort === '-created'
      ? await db.run(listSummaries(resolvedFilter, page))
      : await db.run(listSorted(await prepareToSort(db, resolvedFilter, sort), { ...page, sort }));
  const { items, next } = paginate(rows, ADMIN_PRODUCTS_SHOWN);
  return { products: items.map(productSummary), next };
}

/** Up to `limit`; null if it cannot be counted quickly. */
export async function countListedProducts(db: Db, filter: ProductFilter, limits: CountLimits) {
  const resolvedFilter = await resolveFilter(db, filter);
  return resolvedFilter ? countProducts(db, resolvedFilter, limits) : 0;
}

/** The ids of few matches, otherwise the filter as it is. No index has the quantities, which change with every sale. */
async function prepareToSort(db: Db, filter: ResolvedFilter, sort: ProductSort): Promise<ResolvedFilter> {
  const isByQuantity = sort === 'quantity' || sort === '-quantity';
  const { states, categoryId, brandId, among, stock } = filter;
  if (!isByQuantity && !categoryId && !brandId && !among && !stock) return filter;
  const hasMoreToCheck = await hasUncheckedProducts(db, filter, CHECKED_MAX);
  const limit = hasMoreToCheck ? MATCHES_MIN : SORTED_MAX + 1;
  const ids = await listIds(db, filter, { limit, readMax: CHECKED_MAX });
  if (!hasMoreToCheck && ids.length <= SORTED_MAX) return { states, among: { ids } };
  if (!isByQuantity && ids.length >= MATCHES_MIN) return filter;
  const message = adminProductMessages.tooManyToSort;
  throw new DomainError('invalid', 'sort_too_broad', message, { errors: [{ field: 'sort', message }] });
}

/** Undefined if nothing can match. */
export async function resolveFilter(
  db: Db,
  { q, category, brand, status, stock }: ProductFilter,
): Promise<ResolvedFilter | undefined> {
  const labels = await findLabelIds(db, { category, brand });
  if ((category && !labels.categoryId) || (brand && !labels.brandId)) return undefined;
  const scope: ResolvedFilter = { ...labels, stock, states: status ? [status] : ['draft', 'published'] };
  return { ...scope, among: q ? await findMatches(db, scope, q) : undefined };
}

async function findMatches(db: Db, scope: ResolvedFilter, q: string) {
  const words = queryWords(q) ?? [];
  const ids = await listIdsByName(db, scope, words, q, MATCHES_MAX + 1);
  return ids.length > MATCHES_MAX ? { words } : { ids };
}

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
function listSorted(filter: ResolvedFilter, page: SortedPage) {
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
