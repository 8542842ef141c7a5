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
  const { estimate = Number.MAX_SAFE_INTEGER, atLeast = 0 } = wide;
  if (isOpen(others) && atLeast > SAMPLE.margin * atMost) return undefined;
  if (estimate > atMost && (await isFarBeyond(db, { ...others, wide }, atMost))) return undefined;
  return indexedMatches(wide, others, atMost);
}

/** All matches of a search, or undefined if more than `atMost`. */
export async function listMatching(db: Db, wide: Wide, filter: ProductFilter, atMost: number) {
  const matches = await findMatches(db, wide, filter, atMost);
  return matches && listMatchIds(db, matches, atMost);
}

type Sample = { size: number; margin: number };
/** The estimate must exceed the limit by a margin that is more than the sampling error. */
const SAMPLE: Sample = { size: 500, margin: 1.5 };
/** Where the first estimate is close to the limit: counting reads ten times as many products. */
const LARGER_SAMPLE: Sample = { size: 5_000, margin: 1.2 };

/** Whether an estimate from a sample is clearly above `limit`. Matching one product with words costs too much for a larger one. */
export async function isFarBeyond(db: Db, filter: ProductFilter, limit: number) {
  const banded = { ...filter, tags: undefined, sizes: undefined, sizeIds: undefined, wide: undefined };
  const cachedFilter = facetKeyOf(banded) ? banded : { ...banded, minPriceCents: undefined, maxPriceCents: undefined };
  const facetKey = facetKeyOf(cachedFilter);
  const total = facetKey ? await findCachedTotal(db, facetKey) : 0;
  for (const { size, margin } of filter.wide ? [SAMPLE] : [SAMPLE, LARGER_SAMPLE]) {
    if (total <= margin * limit) return false;
    const estimate = total * (await sampleShare(db, { filter: cachedFilter, stricter: filter, size }));
    if (estimate > margin * limit) return true;
    if (estimate <= limit) return false;
  }
  return false;
}
