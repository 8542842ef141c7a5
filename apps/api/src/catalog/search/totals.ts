import { COUNT_MAX } from '@shop/contracts/catalog/constants';
import { findCachedTotal } from '#catalog/facets/queries.ts';
import { facetKeyOf, isOpen, type ProductFilter, type Wide } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { countProducts, listFilteredIds, sampleShare } from './list-queries.ts';
import { listMatchingAmong, listMatchingIds } from './queries.ts';

const MANY = COUNT_MAX + 1;

/**
 * The number of products that match, exact up to `COUNT_MAX`; for a search within that limit also their ids.
 * `productCount` is an estimate of the number of all products, if it is known.
 */
export async function findMatching(
  db: Db,
  filter: ProductFilter,
  productCount?: number,
): Promise<{ total: number; ids?: string[] }> {
  const facetKey = facetKeyOf(filter);
  if (facetKey) return { total: await findCachedTotal(db, facetKey) };
  if (filter.wide) {
    const ids = await listMatching(db, filter.wide, filter, { atMost: COUNT_MAX, productCount });
    return ids ? { total: ids.length, ids } : { total: MANY };
  }
  if (await isFarBeyond(db, filter, COUNT_MAX)) return { total: MANY };
  return { total: await countProducts(db, filter) };
}

/** Up to this many products of a filter are checked row by row against a search. */
const NARROW_MAX = 5_000;

/** All matches of a search, or undefined if more than `atMost`: among those of a narrow filter or by the term index. */
export async function listMatching(
  db: Db,
  wide: Wide,
  filter: ProductFilter,
  { atMost, productCount = Number.MAX_SAFE_INTEGER }: { atMost: number; productCount?: number },
) {
  const others = { ...filter, wide: undefined };
  const indexedFilter = { ...others, tags: undefined, sizes: undefined, sizeIds: undefined };
  const facetKey = facetKeyOf(indexedFilter);
  const isNarrow = !isOpen(indexedFilter) && (!facetKey || (await findCachedTotal(db, facetKey)) <= NARROW_MAX);
  const among = isNarrow ? await listFilteredIds(db, indexedFilter, NARROW_MAX) : undefined;
  if (among) {
    const ids = await listMatchingAmong(db, wide, others, among);
    return ids.length > atMost ? undefined : ids;
  }
  if (productCount > atMost && (await isFarBeyond(db, filter, atMost))) return undefined;
  return listMatchingIds(db, wide, others, atMost);
}

/** The estimate must exceed the limit by half, which is more than the sampling error. */
const SAMPLE_MARGIN = 1.5;

/** Whether an estimate from a sample is clearly above `limit`. */
export async function isFarBeyond(db: Db, filter: ProductFilter, limit: number) {
  const banded = { ...filter, tags: undefined, sizes: undefined, sizeIds: undefined, wide: undefined };
  const cachedFilter = facetKeyOf(banded) ? banded : { ...banded, minPriceCents: undefined, maxPriceCents: undefined };
  const facetKey = facetKeyOf(cachedFilter);
  const total = facetKey ? await findCachedTotal(db, facetKey) : 0;
  return total > SAMPLE_MARGIN * limit && total * (await sampleShare(db, cachedFilter, filter)) > SAMPLE_MARGIN * limit;
}
