import { startShop } from './shop.ts';

/** One shop for all journeys: the production build, with the pages of coming releases shown. */
export default async function openShop() {
  // Every visitor comes from one address, and is not to be held back for what the others do.
  const shop = await startShop({ mail: true, payments: true, env: { COMING_PAGES: 'show', RATE_LIMIT_FACTOR: '100' } });
  const { url, mailUrl, databaseUrl, payment } = shop;
  process.env.SHOP = JSON.stringify({ url, mailUrl, databaseUrl, payment });
  return () => shop.stop();
}
