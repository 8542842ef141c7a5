let timeZone = 'UTC';

/**
 * Set by the layout of every page before its content is rendered, in the server and in the browser, so that both show
 * the same day. A loader or an action reads the store's identity instead: no page may have been rendered yet.
 */
export function setStoreTimeZone(name: string) {
  if (name !== timeZone) timeZone = isKnown(name) ? name : 'UTC';
}

/** An older browser may lack a zone with a new name; formatting in it would break every page. */
function isKnown(name: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

/** IANA name, for example Asia/Kolkata. */
export const storeTimeZone = () => timeZone;
