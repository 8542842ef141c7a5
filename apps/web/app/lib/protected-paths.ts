const PROTECTED =
  /^\/(checkout|wishlist|notifications|orders|account|guest-account|add-guest-orders|admin|product\/[^/]+\/review)(\/|$)/;

/** Whether a page requires a session. A hint for the browser only: the guards on the server decide. */
export const isProtected = (pathname: string) => PROTECTED.test(pathname);

/** Guarded pages that guests at checkout can open. Every other one is for accounts. */
export const isOpenToGuests = (pathname: string) =>
  /^\/(checkout|orders|guest-account|account\/addresses\/(new|edit))(\/|$)/.test(pathname);
