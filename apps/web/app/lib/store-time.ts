import { formatIn } from '@shop/contracts/common/days';
import { createContext, useContext } from 'react';

/** Around every page, in the server and in the browser, so that both show the same day. Loaders read the store's identity. */
export const StoreTimeZone = createContext('UTC');

/** IANA name, for example Asia/Kolkata. */
export const useStoreTimeZone = () => useContext(StoreTimeZone);

const anyFormatIn = formatIn({});

/** An older browser may lack a zone with a new name; formatting in it would break every page. */
function isKnown(name: string) {
  try {
    return Boolean(anyFormatIn(name));
  } catch {
    return false;
  }
}

export const knownTimeZone = (name: string) => (isKnown(name) ? name : 'UTC');

/** Name of the hidden field of forms with times: the zone that their times were shown in. */
export const ZONE_FIELD = 'timeZone';

/** The zone of a form's times. The store's may have changed since the form was opened. */
export function zoneOfForm(form: FormData, current: string) {
  const shown = form.get(ZONE_FIELD);
  return typeof shown === 'string' && isKnown(shown) ? shown : current;
}
