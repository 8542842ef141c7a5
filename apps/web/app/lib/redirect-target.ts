const LONGEST = 500;

/** Plain segments only: nothing that a browser, a proxy or the router could read as another site. */
const OWN_PATH = /^\/(?:[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*\/?)?(?:\?[\w.~%&=+-]*)?(?:#[\w-]*)?$/;

/** The target of `?redirect=`: `checkout`, or a path on this site. Everything else redirects to Home. */
export function redirectTarget(requested: string | null) {
  if (requested === 'checkout') return '/checkout';
  return requested !== null && requested.length <= LONGEST && OWN_PATH.test(requested) ? requested : '/';
}

/** Passes the same redirect on to another authentication page. */
export const withRedirect = (path: string, requested: string | null) =>
  requested === null || redirectTarget(requested) === '/'
    ? path
    : `${path}?${new URLSearchParams({ redirect: requested })}`;

/** For a session that is too old for `target`: the login page, also for a user who is logged in, and back. */
export const loginAgainUrl = (target: string) => `/login?${new URLSearchParams({ again: '', redirect: target })}`;
