const PUBLIC_PAGES =
  /^\/(products|product\/[^/]+|search|categories|about|contact|faq|shipping|terms|privacy|support)?$/;

/**
 * Pages that are the same for every visitor: they exist for guests and for the signed-in, and hold nothing personal.
 * Only these are ever kept and shown again; their data requests (`/products.data`) are too.
 */
export const isPublicPage = (pathname: string) =>
  PUBLIC_PAGES.test(pathname.replace(/^\/_(root)?\.data$/, '/').replace(/\.data$/, ''));

/** A second in shared caches: what is changed in the shop is seen at once, and a rush still renders a page only once. */
export const PUBLIC_CACHING = 'public, max-age=0, s-maxage=1, must-revalidate';
