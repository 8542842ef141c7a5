import { NEW_STORE_PROFILE } from '@shop/contracts/settings/constants';
import { getPublicStoreSettings } from '@shop/contracts/settings/operations';
import { StoreProfile } from '@shop/contracts/settings/schema';
import { data } from 'react-router';
import { apiFor } from './api.server.ts';
import { cacheRead } from './cached-read.server.ts';
import { config } from './config.server.ts';

/** Short, because most pages can be rendered without the settings. */
const DEADLINE_MS = 1_000;

/** Sent without a visitor's headers, so that the API counts the read as one of the web server. */
export const findStoreSettings = cacheRead(() =>
  apiFor(new Request(config.publicOrigin), { deadlineMs: DEADLINE_MS }).call(getPublicStoreSettings),
);

/** Every page has it: without an API, that of a new store. */
export async function findStoreProfile(): Promise<StoreProfile> {
  const settings = await findStoreSettings();
  return settings ? StoreProfile.parse(settings) : NEW_STORE_PROFILE;
}

/** For pages that cannot be rendered without the settings; responds 503 if there are none. */
export async function getStoreSettings() {
  const settings = await findStoreSettings();
  if (!settings) throw data(null, { status: 503 });
  return settings;
}
