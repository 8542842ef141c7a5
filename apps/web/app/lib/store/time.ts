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

/** Name of the hidden field of forms with times: the zone that their times were shown in. */
export const ZONE_FIELD = 'timeZone';

/** The zone of a form's times. The store's may have changed since the form was opened. */
export function zoneOfForm(form: FormData, current: string) {
  const shown = form.get(ZONE_FIELD);
  return typeof shown === 'string' && isKnown(shown) ? shown : current;
}
