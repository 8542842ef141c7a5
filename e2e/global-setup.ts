import { CROWD, startShop } from './shop.ts';

/** One shop for all journeys: the production build, with the workshop of the interface open. */
export default async function openShop() {
  const shop = await startShop({ mail: true, payments: true, env: { DEV_PAGES: 'show', ...CROWD } });
  const { url, mailUrl, databaseUrl, payment } = shop;
  process.env.SHOP = JSON.stringify({ url, mailUrl, databaseUrl, payment });
  return () => shop.stop();
}
