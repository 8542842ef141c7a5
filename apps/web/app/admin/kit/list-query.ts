/** How the list is shown. The API does not accept these parameters. */
const DISPLAY = ['columns', 'density'];
/** Belong to one response of the page. */
const ONE_TIME = ['done', 'delete', 'undo'];

/** An empty field of the filter form is no filter. An empty `columns` stands for a choice of no optional column. */
const without = (search: URLSearchParams, names: string[]) =>
  new URLSearchParams([...search].filter(([name, value]) => !names.includes(name) && (value || name === 'columns')));

/** Filters, sort order and cursor, as the API reads them. */
export const apiQuery = (search: URLSearchParams) => without(search, [...DISPLAY, ...ONE_TIME]);

/** Filters and sort order of a list. Two queries with the same meaning are equal. */
export function canonicalQuery(search: URLSearchParams) {
  const query = without(search, [...DISPLAY, ...ONE_TIME, 'after']);
  query.sort();
  return query.toString();
}

function filterQuery(search: URLSearchParams) {
  const query = new URLSearchParams(canonicalQuery(search));
  query.delete('sort');
  return query.toString();
}

/** Whether the list may leave rows out. */
export const isFiltered = (search: URLSearchParams) => filterQuery(search) !== '';

/**
 * The number of rows of a list, as text, if a saved view has its filters. Their sort order does not matter. A list
 * without filters has the rows of its first view.
 */
export function countOf(views: { query: string; count: string }[], search: URLSearchParams) {
  const filters = filterQuery(search);
  const view = views.find(({ query }) => filterQuery(new URLSearchParams(query)) === filters);
  return (view ?? (filters === '' ? views[0] : undefined))?.count || undefined;
}

/** The URL of the first page with some parameters replaced; undefined removes one. */
export function listUrl(pathname: string, search: URLSearchParams, changes: Record<string, string | undefined> = {}) {
  const query = without(search, [...ONE_TIME, 'after', ...Object.keys(changes)]);
  for (const [name, value] of Object.entries(changes)) if (value) query.set(name, value);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

/** The URL of a saved view; columns and density stay. */
export function viewUrl(pathname: string, search: URLSearchParams, query: string) {
  const display = [...search].filter(([name]) => DISPLAY.includes(name));
  return listUrl(pathname, new URLSearchParams([...new URLSearchParams(query), ...display]));
}

/** The parameters that a form keeps when it sets the others, for hidden fields. */
export const keptParameters = (search: URLSearchParams, names: string[] | 'all-but-display') =>
  [...without(search, [...ONE_TIME, 'after'])].filter(([name]) =>
    names === 'all-but-display' ? !DISPLAY.includes(name) : names.includes(name),
  );

/** Columns of the list, and details inside a column, that can be hidden. Those without `optional` are always shown. */
export type ColumnOption = { key: string; label: string; optional?: 'on' | 'off' };

export const isShown = (search: URLSearchParams, { key, optional }: Pick<ColumnOption, 'key' | 'optional'>) =>
  !optional || (search.has('columns') ? search.getAll('columns').includes(key) : optional === 'on');

/** Two values of `sort`: the one of the first click on the heading, and the opposite one. */
export type SortOrders = readonly [first: string, second: string];

export const nextSort = (current: string, [first, second]: SortOrders) => (current === first ? second : first);
