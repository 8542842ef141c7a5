import { redirect } from 'react-router';

const PUBLIC_PAGES =
  /^\/(products|product\/[^/]+|collections\/[^/]+|pages\/[^/]+|search|categories|size-guide|about|contact|faq|shipping|terms|privacy|support)?$/;

/**
 * Pages without personal data: one version for guests, one for logged-in customers. Only these and their data requests
 * (`/products.data`) are cached.
 */
export const isPublicPage = (pathname: string) =>
  PUBLIC_PAGES.test(pathname.replace(/^\/_(root)?\.data$/, '/').replace(/\.data$/, ''));

/**
 * The one form of the path of a public page: without a slash at its end, in lower case but for its slug. Undefined for
 * other paths: gift and order links contain case-sensitive tokens.
 */
export function canonicalPath(pathname: string) {
  const path = pathname.replace(/\/+$/, '').replace(/^\/[^/]+/, (page) => page.toLowerCase()) || '/';
  return isPublicPage(path) ? path : undefined;
}

/** A permanent redirect, checked each time: staff can give an old name or slug to something else. */
export const RENAMED = { status: 301, headers: { 'Cache-Control': 'no-cache' } };

/** Slugs are in lower case unless the owner chose otherwise: where nothing has this one, that in lower case is meant. */
export function redirectToLowerCase({ pathname, search }: URL) {
  const lower = pathname.toLowerCase();
  if (lower !== pathname) throw redirect(lower + search, RENAMED);
}

const LIST_PARAMETERS = [
  'q',
  'category',
  'brand',
  'price',
  'minPrice',
  'maxPrice',
  'rating',
  'sortBy',
  'exact',
  'tags',
  'size',
  'cursor',
  'pages',
];
const REPEATED = new Set(['tags', 'size']);
/** Added by the router to the data requests of client-side navigation. */
const DATA_PARAMETERS = ['_routes', 'index'];

const ownParameters = (path: string) => {
  if (path === '/products' || path === '/search') return LIST_PARAMETERS;
  if (path === '/size-guide') return ['guide', 'unit'];
  return path.startsWith('/collections/') ? ['cursor', 'pages'] : [];
};

/** The query parameters a public page reads; undefined where only its response declares them (`noVarySearch`). */
export function parametersRead(pathname: string) {
  const path = pathname.replace(/\.data$/, '');
  if (path.startsWith('/product/')) return undefined;
  const own = ownParameters(path);
  return path === pathname ? own : [...own, ...DATA_PARAMETERS];
}

/** The parameters a page reads, in canonical order. Other parameters of a URL do not make another page. */
export function canonicalSearch(search: string, names: readonly string[]) {
  const given = new URLSearchParams(search);
  const read = names.flatMap((name) => {
    const values = given.getAll(name);
    const counted = REPEATED.has(name) ? [...new Set(values)].toSorted() : values.slice(0, 1);
    return counted.map((value) => [name, value]);
  });
  return read.length > 0 ? `?${new URLSearchParams(read)}` : '';
}

/** The `No-Vary-Search` header of a page that reads only these parameters, in any order. */
export const noVarySearch = (names: string[]) =>
  `key-order, params, except=(${names.map((name) => `"${encodeURIComponent(name)}"`).join(' ')})`;

export const readNoVarySearch = (header: string) =>
  [...header.matchAll(/"([^"]*)"/g)].map(([, name = '']) => decodeURIComponent(name));

/** One second in shared caches: changes show almost at once, and a traffic spike renders a page only once a second. */
export const PUBLIC_CACHING = 'public, max-age=0, s-maxage=1, must-revalidate';
