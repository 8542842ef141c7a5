import { pageTitle } from '@shop/contracts/common/constants';
import type { StoreProfile } from '@shop/contracts/settings/schema';

/** The `matches` of a route; the root's loader data has the configured public origin and the store. */
export type Matches = [{ loaderData: { publicOrigin: string; store: StoreProfile } }, ...unknown[]];

export const storeNameOf = (matches: Matches) => matches[0].loaderData.store.storeName;

export const titleMeta = (matches: Matches, section: string) => ({ title: pageTitle(section, storeNameOf(matches)) });

/** The meta of a page that search engines leave out. */
export const unlistedMeta = (matches: Matches, section: string) => [
  titleMeta(matches, section),
  { name: 'robots', content: 'noindex' },
];
