let timeZone = 'UTC';

/**
 * Set by the layout of every page before its content is rendered, in the server and in the browser, so that both show
 * the same day. A loader or an action reads the store's identity instead: no page may have been rendered yet.
 */
export function setStoreTimeZone(name: string) {
  timeZone = name;
}

/** IANA name, for example Asia/Kolkata. */
export const storeTimeZone = () => timeZone;
