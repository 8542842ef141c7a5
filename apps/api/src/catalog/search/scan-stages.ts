import type { Cursor, ProductFilter } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { listIdsOfSizes } from './list-queries.ts';
import { listIndexed, type Place, SCAN_SIZES, type Stage, type Stages, scanByFeatured } from './queries.ts';
import { type Preference, type Search, shareOf } from './rules.ts';

/** Up to this many products of a size are passed to queries as ids. */
const SIZE_IDS_MAX = 5_000;

export const withSizeIds = async (db: Db, filter: ProductFilter): Promise<ProductFilter> => ({
  ...filter,
  sizeIds: filter.sizes && (await listIdsOfSizes(db, filter.sizes, SIZE_IDS_MAX)),
});

/** Both filters; of two lists of sizes the first one. */
export function combineFilters(filter: ProductFilter, { sizes, sizeIds, ...other }: Preference): ProductFilter {
  const max = Math.min(filter.maxPriceCents ?? Number.MAX_SAFE_INTEGER, other.maxPriceCents ?? Number.MAX_SAFE_INTEGER);
  return {
    ...filter,
    minPriceCents: Math.max(filter.minPriceCents ?? 0, other.minPriceCents ?? 0) || undefined,
    maxPriceCents: max === Number.MAX_SAFE_INTEGER ? undefined : max,
    ...(filter.sizes ? {} : { sizes, sizeIds }),
  };
}

export function placeOf(cursor: Cursor | undefined): Place | undefined {
  const [rank = '0', featured = '0'] = cursor?.values ?? [];
  return cursor && { rank, featured, id: cursor.id };
}

export type Page = { filter: ProductFilter; limit: number; after?: Cursor };

/** Continues where the last page ended, through as many stages as it takes to fill this one. */
export async function scanStages(
  db: Db,
  { productCount, preference }: Pick<Search, 'productCount' | 'preference'>,
  stages: Stages,
  { filter, limit, after }: Page,
) {
  const reached = placeOf(after);
  const places: Place[] = [];
  for (const [place, round] of (await roundsOf(db, filter, preference)).entries()) {
    const before = place * stages.list.length;
    if (Number(reached?.rank ?? 0) >= before + stages.list.length) continue;
    const from =
      reached && Number(reached.rank) >= before ? { ...reached, rank: `${Number(reached.rank) - before}` } : undefined;
    const found = await scanRound(db, stages, {
      productCount,
      filter: round,
      limit: limit - places.length,
      after: from,
    });
    for (const { rank, ...one } of found) places.push({ ...one, rank: `${before + Number(rank)}` });
    if (places.length >= limit) break;
  }
  return places;
}

/** Products within the preferred prices and sizes go through all stages before the others do. */
async function roundsOf(db: Db, filter: ProductFilter, preference?: Preference): Promise<ProductFilter[]> {
  if (!preference) return [filter];
  const preferred = await withSizeIds(db, preference);
  return [combineFilters(filter, preferred), { ...filter, unlike: preference }];
}

type Round = { productCount: number; filter: ProductFilter; limit: number; after?: Place };

async function scanRound(db: Db, stages: Stages, { productCount, filter, limit, after: reached }: Round) {
  const first = Number(reached?.rank ?? 0);
  const scan = memoized((from: Place | undefined, atMost: number) =>
    db.run(scanByFeatured({ filter, stages, after: from, atMost })),
  );
  const places: Place[] = [];
  for (let at = first; at < stages.list.length && places.length < limit; at += 1) {
    const stage = stages.list[at];
    if (!stage || isEmpty(stage)) continue;
    const from = at === first ? reached : undefined;
    const missing = limit - places.length;
    const atMost = scanSize(stage, missing, productCount);
    const scanned = atMost ? (await scan(from, atMost)).filter((place) => place.stage === at) : [];
    const found =
      scanned.length >= missing
        ? scanned.slice(0, missing)
        : await readIndexed(db, { filter, stages, after: from, at, atMost: SCAN_SIZES[0] }, missing);
    for (const { id, featured } of found) places.push({ id, featured, rank: `${at}` });
  }
  return places;
}

/** More rows are scanned than are expected to be needed. */
const SCAN_MARGIN = 2;

/**
 * How many products to scan in featured order until enough match, or undefined if the term index, which returns all
 * matches, is expected to read fewer.
 */
function scanSize({ condition, texts }: Stage, missing: number, productCount: number) {
  if (texts) return SCAN_SIZES.at(-1);
  const share = shareOf(condition, productCount);
  const needed = (SCAN_MARGIN * missing) / share;
  return needed < share * productCount ? SCAN_SIZES.find((size) => size >= needed) : undefined;
}

/** Uses the term index with a growing limit, because a candidate of this stage may belong to an earlier one. */
async function readIndexed(db: Db, page: Parameters<typeof listIndexed>[0], limit: number) {
  const found: Omit<Place, 'rank'>[] = [];
  for (let { after, atMost } = page; ; atMost *= 4) {
    const rows = await db.run(listIndexed({ ...page, after, atMost }));
    found.push(...rows.filter(({ stage }) => stage === page.at));
    after = rows.at(-1);
    if (found.length >= limit || rows.length < atMost) return found.slice(0, limit);
  }
}

/** Memoizes the scan: two stages that start at the same place read the same products. */
function memoized<R>(read: (from: Place | undefined, atMost: number) => Promise<R>) {
  const known = new Map<string, R>();
  return async (from: Place | undefined, atMost: number) => {
    const key = `${atMost} ${from?.featured} ${from?.id}`;
    const result = known.get(key) ?? (await read(from, atMost));
    known.set(key, result);
    return result;
  };
}

const isEmpty = ({ condition, texts, ids }: Stage) => condition.length === 0 && !texts && !ids;
