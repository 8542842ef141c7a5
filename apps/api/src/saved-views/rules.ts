import { isOwner, type StaffRole } from '@shop/contracts/common/permissions';
import { BUILT_IN_VIEWS } from '@shop/contracts/saved-views/built-in-views';
import type { SavedView, ViewList } from '@shop/contracts/saved-views/schema';

/** Parameters of the page, which the API of the list does not have. */
const DISPLAY = ['columns', 'density'];

/** Sorted, without empty values and without the place in the list: equal views have equal queries. */
export function canonicalQuery(query: string) {
  const filled = [...new URLSearchParams(query)].filter(([name, value]) => name !== 'after' && value.trim() !== '');
  const parameters = new URLSearchParams(filled);
  parameters.sort();
  return parameters.toString();
}

/** The parameters for the API of the list. A repeated one is an array, which no list accepts. */
export function filtersOf(query: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(query);
  const names = [...new Set(parameters.keys())].filter((name) => !DISPLAY.includes(name));
  return Object.fromEntries(
    names.map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

/** PostgreSQL stores no NUL characters, and compares with none. */
export const hasNul = (query: string) => [...new URLSearchParams(query)].flat().some((text) => text.includes('\0'));

/** Rows that all counts of a request may check one by one: 0.2 s of a million products. */
const ROWS_CHECKED_MAX = 20_000;

/** The share of one count. */
export const rowsToCheck = (counts: number) => Math.floor(ROWS_CHECKED_MAX / counts);

export type View = Omit<SavedView, 'count'>;

export const builtInViews = (list: ViewList): View[] =>
  BUILT_IN_VIEWS[list].map(({ key, ...view }) => ({ id: key, ...view, builtIn: true, own: false, sharedWith: [] }));

/** Owners have two names of their role: what is shared with one is shared with both. */
export const rolesOf = (actor: { role: string }) => (isOwner(actor) ? ['admin', 'owner'] : [actor.role]);

/** Without duplicates, in alphabetical order. */
export const distinctRoles = (roles: StaffRole[]) => [...new Set(roles)].toSorted();
