/** A public page shows what was true at most this long before the request for it. */
export const MAX_AGE_MS = 2_000;
/** Of which what all pages show may have been read before its rendering: store settings, menus, categories. */
export const READ_MS = 500;
