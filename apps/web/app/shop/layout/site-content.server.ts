import { listCategories } from '@shop/contracts/catalog/operations';
import { getSiteContent } from '@shop/contracts/content/operations';
import { apiFor } from '#lib/api.server.ts';
import { cacheRead } from '#lib/cached-read.server.ts';
import { config } from '#lib/config.server.ts';
import type { MenuCategory } from './menu-categories.tsx';

/** Short, because every page can be rendered without it: the default menus are shown then. */
const DEADLINE_MS = 1_000;

/** As many as fit below the header at 1280 px. The menu links to the page of all categories. */
const MENU_CATEGORIES = 8;

/** Sent without a visitor's headers, so that the API counts the read as one of the web server. */
export const findSiteContent = cacheRead(() =>
  apiFor(new Request(config.publicOrigin), { deadlineMs: DEADLINE_MS }).call(getSiteContent),
);

const findCategories = cacheRead(() =>
  apiFor(new Request(config.publicOrigin), { deadlineMs: DEADLINE_MS }).call(listCategories),
);

/** The first categories; none while the API is unavailable and was never available. */
export async function findMenuCategories(): Promise<MenuCategory[]> {
  const categories = (await findCategories()) ?? [];
  return categories.slice(0, MENU_CATEGORIES).map(({ name, image }) => ({ name, image }));
}
