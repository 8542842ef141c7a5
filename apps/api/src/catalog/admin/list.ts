import { ADMIN_PRODUCTS_SHOWN, type AdminProductQuery } from '@shop/contracts/catalog/admin-schema';
import type { ProductFilter } from '@shop/contracts/catalog/import-schema';
import { queryWords } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { paginate } from '#platform/http/paging.ts';
import { findLabelIds } from './edit-queries.ts';
import { productSummary } from './edit-rules.ts';
import { listIdsByName, listSummaries, type ResolvedFilter } from './queries.ts';

/** Up to this many matches are loaded and sorted. Words with more are so common that a scan fills a page quickly. */
const SORTED_MAX = 5_000;

export async function browseAllProducts(db: Db, { after, ...filter }: AdminProductQuery) {
  const resolvedFilter = await resolveFilter(db, filter);
  if (!resolvedFilter) return { products: [], next: undefined };
  const rows = await listSummaries(db, resolvedFilter, { limit: ADMIN_PRODUCTS_SHOWN + 1, after });
  const { items, next } = paginate(rows, ADMIN_PRODUCTS_SHOWN);
  return { products: items.map(productSummary), next };
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
  const ids = await listIdsByName(db, scope, words, q, SORTED_MAX + 1);
  return ids.length > SORTED_MAX ? { words } : { ids };
}
