import type { TaxonomyKind } from '@shop/contracts/catalog/constants';

/** The path of the page with the list; those of the other pages begin with it. */
export const LIST_PATHS: Record<TaxonomyKind, string> = { category: '/admin/categories', brand: '/admin/brands' };

/** Both kinds have the same pages. */
export const kindOf = ({ pathname }: { pathname: string }): TaxonomyKind =>
  pathname.startsWith(LIST_PATHS.brand) ? 'brand' : 'category';

type Move = {
  /** The id of the one that moves, in one of the two; the other is ''. */
  up: string;
  down: string;
  /** Where it was in the list that the button was pressed in. */
  place: number;
};

/**
 * The ids with one of them a place further up or down; the same order if it is at the end, or was moved there by the
 * same form before. Undefined if it has another place by now.
 */
export function movedIds(ids: string[], { up, down, place }: Move) {
  const id = up || down;
  const to = up ? place - 1 : place + 1;
  if (ids[to] === id) return ids;
  if (ids[place] !== id) return undefined;
  return to < 0 || to >= ids.length ? ids : ids.toSpliced(place, 1).toSpliced(to, 0, id);
}
