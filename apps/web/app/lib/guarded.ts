const GUARDED = /^\/(checkout|wishlist|notifications|orders|account|admin|product\/[^/]+\/review)(\/|$)/;

/** Whether a page asks for the visitor's session. The guards on the server decide; this only tells that they will. */
export const isGuarded = (pathname: string) => GUARDED.test(pathname);
