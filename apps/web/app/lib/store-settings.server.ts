import { PublicStoreSettings } from '@shop/contracts/settings/schema';
import { data } from 'react-router';
import { type ApiResult, apiFor } from './api.server.ts';
import { config } from './config.server.ts';

/** As long as a public page is fresh. */
const FRESH_MS = 1_000;
/** Short: most pages can do without the settings. */
const DEADLINE_MS = 1_000;

/**
 * The settings, read again after a second; while the API is unavailable the last known ones, or undefined if there are none.
 * One read serves all visitors.
 */
export function cacheStoreSettings(read: () => Promise<ApiResult<PublicStoreSettings>>) {
  let settings: PublicStoreSettings | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function refresh() {
    try {
      const result = await read();
      if (result.ok) settings = result.value;
    } finally {
      readAt = performance.now();
      reading = undefined;
    }
  }

  /** `waits: false` returns known settings at once, and refreshes them for later requests. */
  return async ({ waits = true } = {}) => {
    if (performance.now() - readAt >= FRESH_MS) reading ??= refresh();
    if (waits || !settings) await reading;
    return settings;
  };
}

/** Without a visitor's request: the API counts it as a read by the web server. */
export const findStoreSettings = cacheStoreSettings(() =>
  apiFor(new Request(config.publicOrigin), { deadlineMs: DEADLINE_MS }).tryGet('/store-settings', PublicStoreSettings),
);

/** For pages that cannot be shown without them. */
export async function getStoreSettings() {
  const settings = await findStoreSettings();
  if (!settings) throw data(null, { status: 503 });
  return settings;
}
