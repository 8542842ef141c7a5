const GUARDED = /^\/(checkout|wishlist|notifications|orders|account|admin|product\/[^/]+\/review)(\/|$)/;

/** Whether a page requires a session. A hint for the browser only: the guards on the server decide. */
export const isGuarded = (pathname: string) => GUARDED.test(pathname);
