import { SiteContent } from '@shop/contracts/content/home-schema';
import { apiFor } from '#lib/api.server.ts';
import { cacheRead } from '#lib/cached-read.server.ts';
import { config } from '#lib/config.server.ts';

/** Short, because every page can be rendered without it: the default menus are shown then. */
const DEADLINE_MS = 1_000;

/** Sent without a visitor's headers, so that the API counts the read as one of the web server. */
export const findSiteContent = cacheRead(() =>
  apiFor(new Request(config.publicOrigin), { deadlineMs: DEADLINE_MS }).tryGet('/site', SiteContent),
);
