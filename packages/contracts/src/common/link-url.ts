/** Plain path segments only: nothing that a browser could resolve to another site. */
export const OWN_PATH = /^\/(?:[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*\/?)?(?:\?[\w.~%&=+-]*)?(?:#[\w-]*)?$/;

/** Whether a link in the storefront may lead there: to a path of the store, or by https to another site. */
export function isLinkUrl(url: string) {
  if (OWN_PATH.test(url)) return true;
  if (!/^https:\/\/[^\s\\]+$/.test(url) || !URL.canParse(url)) return false;
  const { hostname, username, password } = new URL(url);
  return hostname.includes('.') && !(username || password);
}
