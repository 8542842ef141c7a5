const PUBLIC_PAGES =
  /^\/(products|product\/[^/]+|search|categories|about|contact|faq|shipping|terms|privacy|support)?$/;

/**
 * Pages that are the same for every visitor: they exist for guests and for the signed-in, and hold nothing personal.
 * Only these are ever kept and shown again; their data requests (`/products.data`) are too.
 */
export const isPublicPage = (pathname: string) =>
  PUBLIC_PAGES.test(pathname.replace(/^\/_(root)?\.data$/, '/').replace(/\.data$/, ''));

const LIST_PARAMETERS = [
  'q',
  'category',
  'brand',
  'price',
  'minPrice',
  'maxPrice',
  'rating',
  'sortBy',
  'tags',
  'size',
  'cursor',
  'pages',
];
const REPEATED = new Set(['tags', 'size']);
/** Added by the router to what it asks for while one clicks through the pages. */
const DATA_PARAMETERS = ['_routes', 'index'];

/** The query parameters a public page reads; undefined where only the page itself can say (`noVarySearch`). */
export function parametersRead(pathname: string) {
  const path = pathname.replace(/\.data$/, '');
  if (path.startsWith('/product/')) return undefined;
  const own = path === '/products' || path === '/search' ? LIST_PARAMETERS : [];
  return path === pathname ? own : [...own, ...DATA_PARAMETERS];
}

/** The parameters a page reads, always in the same order: what else a URL says makes no other page of it. */
export function canonicalSearch(search: string, names: readonly string[]) {
  const given = new URLSearchParams(search);
  const read = names.flatMap((name) => {
    const values = given.getAll(name);
    const counted = REPEATED.has(name) ? [...new Set(values)].toSorted() : values.slice(0, 1);
    return counted.map((value) => [name, value]);
  });
  return read.length > 0 ? `?${new URLSearchParams(read)}` : '';
}

/** The header in which a page says that it reads these parameters and no others, in whichever order. */
export const noVarySearch = (names: string[]) =>
  `key-order, params, except=(${names.map((name) => `"${encodeURIComponent(name)}"`).join(' ')})`;

export const readNoVarySearch = (header: string) =>
  [...header.matchAll(/"([^"]*)"/g)].map(([, name = '']) => decodeURIComponent(name));

/** A second in shared caches: what is changed in the shop is seen at once, and a rush still renders a page only once. */
export const PUBLIC_CACHING = 'public, max-age=0, s-maxage=1, must-revalidate';
