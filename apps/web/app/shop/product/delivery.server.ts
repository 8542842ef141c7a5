import { estimatesByMethod, homeCountry } from '@shop/contracts/settings/delivery';
import { findStoreSettings } from '#lib/store-settings.server.ts';
import { knownCountry } from '#shop/delivery/country-cookie.ts';
import type { Shipping } from './delivery.tsx';

/** Only what the product page shows of the store settings, for the requested country or that of the store. */
export async function findShipping(requestedCountry?: string | null): Promise<Shipping | undefined> {
  const settings = await findStoreSettings();
  if (!settings) return undefined;
  const { standardShipping, expressShipping, freeShippingOver, returnDays, delivery, timeZone } = settings;
  const rules = { ...delivery, timeZone };
  const country = knownCountry(requestedCountry) ?? homeCountry(settings.country);
  const arrival = estimatesByMethod({ now: new Date(), country, rules });
  return { standardShipping, expressShipping, freeShippingOver, returnDays, preview: { country, arrival, rules } };
}
