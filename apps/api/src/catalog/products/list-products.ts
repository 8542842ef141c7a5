import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { ADMIN_PRODUCTS_SHOWN, type AdminProductQuery, type ProductSort } from '@shop/contracts/catalog/admin-schema';
import type { ProductFilter } from '@shop/contracts/catalog/import-schema';
import { queryWords } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { paginate } from '#platform/http/paging.ts';
import { findLabelIds } from './edit-queries.ts';
import { productSummary } from './edit-rules.ts';
import {
  type CountLimits,
  countProducts,
  hasUncheckedProducts,
  listIds,
  listIdsByName,
  listSummaries,
  type ResolvedFilter,
} from './queries.ts';
import { listSorted } from './sort-queries.ts';

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
