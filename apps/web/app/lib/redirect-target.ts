const LONGEST = 500;

/** Plain segments only: nothing that a browser, a proxy or the router could read as another site. */
const OWN_PATH = /^\/(?:[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*\/?)?(?:\?[\w.~%&=+-]*)?(?:#[\w-]*)?$/;

/** Where `?redirect=` leads: the word `checkout`, or a path on this site. Everything else leads home. */
export function redirectTarget(requested: string | null) {
  if (requested === 'checkout') return '/checkout';
  return requested !== null && requested.length <= LONGEST && OWN_PATH.test(requested) ? requested : '/';
}

/** The same way back, carried on to another page of signing in. */
export const withRedirect = (path: string, requested: string | null) =>
  requested === null || redirectTarget(requested) === '/'
    ? path
    : `${path}?${new URLSearchParams({ redirect: requested })}`;
