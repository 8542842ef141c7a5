const LONGEST = 500;

/** Plain segments only: nothing that a browser, a proxy or the router could read as another site. */
const OWN_PATH = /^\/(?:[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*\/?)?(?:\?[\w.~%&=+-]*)?(?:#[\w-]*)?$/;

/** Where `?redirect=` leads: the word `checkout`, or a path on this site. Everything else leads home. */
export function redirectTarget(asked: string | null) {
  if (asked === 'checkout') return '/checkout';
  return asked !== null && asked.length <= LONGEST && OWN_PATH.test(asked) ? asked : '/';
}

/** The same way back, carried on to another page of signing in. */
export const withRedirect = (path: string, asked: string | null) =>
  asked === null || redirectTarget(asked) === '/' ? path : `${path}?${new URLSearchParams({ redirect: asked })}`;
