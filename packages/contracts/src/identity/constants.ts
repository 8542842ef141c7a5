/** Of customers, everywhere; staff need `STAFF_PASSWORD_MIN`. */
export const PASSWORD_MIN = 6;

export const RESET_LINK_MINUTES = 30;

export const EMAIL_LINK_MINUTES = 30;

/** Longer than other links: a new customer may read the email the next day. */
export const CONFIRM_LINK_HOURS = 24;

/** How long an email change can be undone from the old email address. */
export const EMAIL_UNDO_DAYS = 7;

/** How long the link of a staff invitation works. */
export const INVITATION_DAYS = 7;

/** A guest begins a session with an email address alone, so it ends sooner than a login. */
export const GUEST_SESSION_DAYS = 7;

/** Twelve months: how long the link in an email of a guest's order opens that order. Every further email has a new one. */
export const ORDER_LINK_DAYS = 366;

/** `__Host-`: browsers accept it only from this host, so that no subdomain can set it. */
export const SESSION_COOKIE = '__Host-crystalline_session';

/** The accounts that this browser has logged in to before. */
export const KNOWN_DEVICE_COOKIE = '__Host-crystalline_known';

/** Holds the key of a guest's order link, one cookie per order. */
export const orderLinkCookie = (orderId: string) => `__Host-crystalline_order_${orderId}`;

/** Countries the store ships to. */
export const COUNTRIES = ['United States', 'Canada', 'United Kingdom', 'Australia', 'India'] as const;

export const DEFAULT_COUNTRY = 'United States';
