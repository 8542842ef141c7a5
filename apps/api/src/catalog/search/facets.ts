import { PRICE_BANDS, RATING_CHOICES } from '@shop/contracts/catalog/constants';
import type { Facets, ProductQuery } from '@shop/contracts/catalog/schema';
import { type FacetKey, facetKeyOf, type ProductFilter } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import {
  countFacetValues,
  type Facet,
  type FacetCount,
  findCachedTotal,
  listCachedCounts,
  listLabels,
  listOccurring,
} from './facet-queries.ts';
import { listFilteredIds } from './list-queries.ts';
import { isFarBeyond, listMatching } from './matches.ts';
import { searchedFilter } from './search.ts';

/** Up to this many products are counted live where no precomputed count exists. */
const COUNTED_MAX = 2_000;

/** The filter fields of each facet, which are unset to count it. */
const OPEN: Record<Facet, ProductFilter> = {
  categories: { categoryId: undefined },
  brands: { brandId: undefined },
  prices: { minPriceCents: undefined, maxPriceCents: undefined },
  ratings: { rating: undefined },
  tags: { tags: undefined },
  sizes: { sizes: undefined, sizeIds: undefined },
};
const CACHED_FACETS: Facet[] = ['categories', 'brands', 'prices', 'ratings'];
const COUNTED_FACETS: Facet[] = ['tags', 'sizes'];
const RATINGS = RATING_CHOICES.map((name) => ({ name }));

/** Counts of some facets; not exact if there are too many products to count. */
type FacetResult = { facets: Facet[]; exact: boolean; counts: FacetCount[] };

/** The number of products for each facet value, under the filters of the other facets. */
export async function countFacets(db: Db, query: ProductQuery): Promise<Facets> {
  const filter = await searchedFilter(db, query);
  const facetKey = facetKeyOf(filter);
  const labels = await db.run(listLabels);
  const results = facetKey ? [await readCachedCounts(db, facetKey)] : [];
  for (const [open, facets] of groupByFilter(filter, facetKey ? COUNTED_FACETS : [...CACHED_FACETS, ...COUNTED_FACETS]))
    results.push(await countLive(db, open, facets));
  return {
    categories: countValues(results, 'categories', labels.categories),
    brands: countValues(results, 'brands', labels.brands),
    prices: countValues(results, 'prices', PRICE_BANDS),
    ratings: countValues(results, 'ratings', RATINGS),
    tags: countOccurring(results, 'tags', filter.tags),
    sizes: countOccurring(results, 'sizes', filter.sizes),
  };
}

/** Facets without a selected value share one query. */
function groupByFilter(filter: ProductFilter, facets: Facet[]) {
  const byFilter = new Map<string, [ProductFilter, Facet[]]>();
  for (const facet of facets) {
    const open = { ...filter, ...OPEN[facet] };
    const key = JSON.stringify(open);
    byFilter.set(key, [open, [...(byFilter.get(key)?.[1] ?? []), facet]]);
  }
  return [...byFilter.values()];
}

const readCachedCounts = async (db: Db, facetKey: FacetKey): Promise<FacetResult> => ({
  facets: CACHED_FACETS,
  exact: true,
  counts: await db.run(listCachedCounts(facetKey)),
});

async function countLive(db: Db, filter: ProductFilter, facets: Facet[]): Promise<FacetResult> {
  const ids = filter.wide
    ? await listMatching(db, filter.wide, filter, COUNTED_MAX)
    : await listUnlessLarge(db, filter);
  return ids
    ? { facets, exact: true, counts: await db.run(countFacetValues(ids, facets)) }
    : { facets, exact: false, counts: await listOccurring(db, { ...filter, wide: undefined }, facets) };
}

/** All products of a filter, or undefined if too many. Cached totals and samples detect most cases without a scan. */
async function listUnlessLarge(db: Db, filter: ProductFilter) {
  const facetKey = facetKeyOf(filter);
  const isLarge = facetKey
    ? (await findCachedTotal(db, facetKey)) > COUNTED_MAX
    : await isFarBeyond(db, filter, COUNTED_MAX);
  return isLarge ? undefined : listFilteredIds(db, filter, COUNTED_MAX);
}

function countValues(results: FacetResult[], facet: Facet, values: readonly { name: string }[]) {
  const result = results.find(({ facets }) => facets.includes(facet));
  const counts = new Map(result?.counts.filter((row) => row.facet === facet).map(({ name, count }) => [name, count]));
  return values.map(({ name }) => ({ name, count: result?.exact ? (counts.get(name) ?? 0) : null }));
}

/** Selected values are always listed, even without products. */
function countOccurring(results: FacetResult[], facet: Facet, chosen: string[] = []) {
  const found = results.flatMap(({ counts }) => counts).filter((row) => row.facet === facet);
  const names = new Set([...chosen, ...found.map(({ name }) => name)]);
  return countValues(
    results,
    facet,
    [...names].map((name) => ({ name })),
  ).toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0) || a.name.localeCompare(b.name));
}
