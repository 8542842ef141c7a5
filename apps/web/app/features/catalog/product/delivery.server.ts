import { findStoreSettings } from '#lib/store/settings.server.ts';
import type { Shipping } from './delivery.tsx';

/** Only what the product page shows of the store settings. */
export async function findShipping(): Promise<Shipping | undefined> {
  const settings = await findStoreSettings({ allowStale: true });
  if (!settings) return undefined;
  const { standardShipping, expressShipping, freeShippingOver } = settings;
  return { standardShipping, expressShipping, freeShippingOver };
}
