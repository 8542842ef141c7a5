import { COUNT_MAX } from '@shop/contracts/catalog/constants';
import { findCachedTotal } from '#catalog/facets/queries.ts';
import { facetKeyOf, isOpen, type ProductFilter, type Wide } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { countProducts, listFilteredIds, sampleShare } from './list-queries.ts';
import { indexedMatches, listMatchIds, listMatchingAmong, type Matches, matchesOfIds } from './match-queries.ts';

export const MANY = COUNT_MAX + 1;

/** The number of products that match, exact up to `COUNT_MAX`; for a search within that limit also their ids. */
export async function findMatching(db: Db, filter: ProductFilter): Promise<{ total: number; ids?: string[] }> {
  const facetKey = facetKeyOf(filter);
  if (facetKey) return { total: await findCachedTotal(db, facetKey) };
  if (filter.wide) {
    const ids = await listMatching(db, filter.wide, filter, COUNT_MAX);
    return ids ? { total: ids.length, ids } : { total: MANY };
  }
  if (await isFarBeyond(db, filter, COUNT_MAX)) return { total: MANY };
  return { total: await countProducts(db, filter) };
}

/** Up to this many products of a filter are checked row by row against a search. */
const NARROW_MAX = 5_000;

/**
 * How to find the matches of a search: among those of a narrow filter or by the term index. Undefined if they are clearly
 * more than `atMost`.
 */
export async function findMatches(
  db: Db,
  wide: Wide,
  filter: ProductFilter,
  atMost: number,
): Promise<Matches | undefined> {
  const others = { ...filter, wide: undefined };
  const indexedFilter = { ...others, tags: undefined, sizes: undefined, sizeIds: undefined };
  const facetKey = facetKeyOf(indexedFilter);
  const isNarrow = !isOpen(indexedFilter) && (!facetKey || (await findCachedTotal(db, facetKey)) <= NARROW_MAX);
  const among = isNarrow ? await listFilteredIds(db, indexedFilter, NARROW_MAX) : undefined;
  if (among) return matchesOfIds(await listMatchingAmong(db, wide, others, among));
  const { estimate = Number.MAX_SAFE_INTEGER } = wide;
  if (estimate > atMost && (await isFarBeyond(db, { ...others, wide }, atMost))) return undefined;
  return indexedMatches(wide, others, atMost);
}

/** All matches of a search, or undefined if more than `atMost`. */
export async function listMatching(db: Db, wide: Wide, filter: ProductFilter, atMost: number) {
  const matches = await findMatches(db, wide, filter, atMost);
  return matches && listMatchIds(db, matches, atMost);
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
