import { type Facets, PRICE_BANDS, type ProductQuery, RATING_CHOICES } from '@shop/contracts/catalog';
import type { Pool } from 'pg';
import type { Db } from '#db.ts';
import { listBrands, listCategories } from './queries.ts';
import {
  type Facet,
  type FacetCount,
  findKeptTotal,
  listKeptCounts,
  listOccurring,
  tallyFacets,
} from './queries-facets.ts';
import { listFilteredIds } from './queries-list.ts';
import { type CountedChoice, countedChoice, isOpen, type ProductFilter } from './rules.ts';
import { narrowedFilter } from './search.ts';
import { isFarBeyond } from './totals.ts';

/** So many products are looked at to count what no count is kept of. */
const TALLIED_MAX = 2_000;

/** What a choice in each facet filters by: a facet is counted as if that were still open. */
const OPEN: Record<Facet, ProductFilter> = {
  categories: { categoryId: undefined },
  brands: { brandId: undefined },
  prices: { minPriceCents: undefined, maxPriceCents: undefined },
  ratings: { rating: undefined },
  tags: { tags: undefined },
  sizes: { sizes: undefined },
};
const KEPT: Facet[] = ['categories', 'brands', 'prices', 'ratings'];
const TALLIED: Facet[] = ['tags', 'sizes'];
const RATINGS = RATING_CHOICES.map((name) => ({ name }));

/** Counts of some facets; not exact where there are too many products to count. */
type Part = { facets: Facet[]; exact: boolean; counts: FacetCount[] };

/** How many products each choice would leave, the other choices being what they are. */
export async function countChoices(db: Db, pool: Pool, query: ProductQuery): Promise<Facets> {
  const filter = await narrowedFilter(pool, query);
  const choice = countedChoice(filter);
  const [categories, brands, ...parts] = await Promise.all([
    listCategories(db),
    listBrands(db),
    ...(choice ? [kept(pool, choice)] : []),
    ...shared(filter, choice ? TALLIED : [...KEPT, ...TALLIED]).map(([open, facets]) => tally(pool, open, facets)),
  ]);
  return {
    categories: every(parts, 'categories', categories),
    brands: every(parts, 'brands', brands),
    prices: every(parts, 'prices', PRICE_BANDS),
    ratings: every(parts, 'ratings', RATINGS),
    tags: occurring(parts, 'tags', filter.tags),
    sizes: occurring(parts, 'sizes', filter.sizes),
  };
}

/** Facets in which nothing is chosen share one look at the products. */
function shared(filter: ProductFilter, facets: Facet[]) {
  const byFilter = new Map<string, [ProductFilter, Facet[]]>();
  for (const facet of facets) {
    const open = { ...filter, ...OPEN[facet] };
    const key = JSON.stringify(open);
    byFilter.set(key, [open, [...(byFilter.get(key)?.[1] ?? []), facet]]);
  }
  return [...byFilter.values()];
}

const kept = async (pool: Pool, choice: CountedChoice): Promise<Part> => ({
  facets: KEPT,
  exact: true,
  counts: await listKeptCounts(pool, choice),
});

async function tally(pool: Pool, filter: ProductFilter, facets: Facet[]): Promise<Part> {
  const ids = (await isLarge(pool, filter)) ? undefined : await listFilteredIds(pool, filter, TALLIED_MAX);
  return ids
    ? { facets, exact: true, counts: await tallyFacets(pool, ids, facets) }
    : { facets, exact: false, counts: await listOccurring(pool, { ...filter, wide: undefined }, facets) };
}

/** Whether there are too many, as far as that is known without a look at them all. */
async function isLarge(pool: Pool, filter: ProductFilter) {
  const { wide, ...others } = filter;
  if (wide && isOpen(others)) return true;
  const choice = countedChoice(filter);
  return choice ? (await findKeptTotal(pool, choice)) > TALLIED_MAX : isFarBeyond(pool, filter, TALLIED_MAX);
}

function every(parts: Part[], facet: Facet, values: readonly { name: string }[]) {
  const part = parts.find(({ facets }) => facets.includes(facet));
  const counts = new Map(part?.counts.filter((row) => row.facet === facet).map(({ name, count }) => [name, count]));
  return values.map(({ name }) => ({ name, count: part?.exact ? (counts.get(name) ?? 0) : null }));
}

/** What is chosen stays on offer, even where it leaves nothing. */
function occurring(parts: Part[], facet: Facet, chosen: string[] = []) {
  const found = parts.flatMap(({ counts }) => counts).filter((row) => row.facet === facet);
  const names = new Set([...chosen, ...found.map(({ name }) => name)]);
  return every(
    parts,
    facet,
    [...names].map((name) => ({ name })),
  ).toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0) || a.name.localeCompare(b.name));
}
