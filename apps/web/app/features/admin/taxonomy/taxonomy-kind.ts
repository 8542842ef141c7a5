import type { TaxonomyKind } from '@shop/contracts/catalog/constants';

/** The path of the list, of the pages and of the API. */
export const LIST_PATHS: Record<TaxonomyKind, string> = { category: '/admin/categories', brand: '/admin/brands' };

/** Both kinds have the same pages. */
export const kindOf = ({ pathname }: { pathname: string }): TaxonomyKind =>
  pathname.startsWith(LIST_PATHS.brand) ? 'brand' : 'category';

/** The ids with one of them a place further up or down; the same order if it is at the end already. */
export function movedIds(ids: string[], { up, down }: { up: string; down: string }) {
  const place = ids.indexOf(up || down);
  const to = up ? place - 1 : place + 1;
  const moved = ids[place];
  return moved === undefined || to < 0 || to >= ids.length ? ids : ids.toSpliced(place, 1).toSpliced(to, 0, moved);
}
