/** At registration, as the acceptance list requires. */
export const PASSWORD_MIN = 6;

export const NEW_PASSWORD_MIN = 8;

export const RESET_LINK_MINUTES = 30;

export const EMAIL_LINK_MINUTES = 30;

/** Longer than other links: a new customer may read the email the next day. */
export const CONFIRM_LINK_HOURS = 24;

/** How long an email change can be undone from the old email address. */
export const EMAIL_UNDO_DAYS = 7;

/** How long the link of a staff invitation works. */
export const INVITATION_DAYS = 7;

/** `__Host-`: browsers accept it only from this host, so that no subdomain can set it. */
export const SESSION_COOKIE = '__Host-crystalline_session';

/** Countries the store ships to. */
export const COUNTRIES = ['United States', 'Canada', 'United Kingdom', 'Australia', 'India'] as const;

export const DEFAULT_COUNTRY = 'United States';
