import type { SearchGroup } from '@shop/contracts/catalog/search-schema';
import type { Cursor, ProductFilter } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import type { Matches } from './matches.ts';
import type { Search } from './rules.ts';

/**
 * A way to order the results of a search and to read one page of them. `total` is set where it counts the matches, `page`
 * unless there are too many for it; `matches` are undefined if they are clearly more than `COUNT_MAX`.
 */
export type Strategy<Found = { total?: number; page?: ResultPage }> = (
  db: Db,
  search: Search,
  matches: Matches | undefined,
  page: Page,
) => Promise<Found>;

export type Page = { filter: ProductFilter; limit: number; after?: Cursor };

/** `cards` is the JSON of the products, `groups` has the group of each. */
export type ResultPage = { cards: string; groups: SearchGroup[]; next?: Cursor };

/** A product's position in the order of results. */
export type Place = { rank: string; featured: string; id: string };

export const cursorOf =
  (order: string) =>
  ({ rank, featured, id }: Place): Cursor => ({ order, values: [rank, featured], id });

export function placeOf(cursor: Cursor | undefined): Place | undefined {
  const [rank = '0', featured = '0'] = cursor?.values ?? [];
  return cursor && { rank, featured, id: cursor.id };
}
