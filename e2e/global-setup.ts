import { CROWD, startShop } from './shop.ts';

/** One shop for all journeys: the production build, with the pages of coming releases shown. */
export default async function openShop() {
  const shop = await startShop({ mail: true, payments: true, env: { COMING_PAGES: 'show', ...CROWD } });
  const { url, mailUrl, databaseUrl, payment } = shop;
  process.env.SHOP = JSON.stringify({ url, mailUrl, databaseUrl, payment });
  return () => shop.stop();
}
