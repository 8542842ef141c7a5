import pg from 'pg';
import { CUFFLINKS, UNIT_LIMIT } from '../pages/checkout.ts';
import { NO_RATE_LIMIT, startShop } from './shop.ts';

/** One store for all tests: the production build, with `/dev/ui` enabled. */
export default async function openShop() {
  const shop = await startShop({ email: true, payments: true, env: { DEV_PAGES: 'show', ...NO_RATE_LIMIT } });
  await prepare(shop.databaseUrl);
  const { url, emailViewerUrl, databaseUrl, payment } = shop;
  process.env.SHOP = JSON.stringify({ url, emailViewerUrl, databaseUrl, payment });
  return () => shop.stop();
}

/** Enough stock of the product most tests buy, and limits that only the test of limits reaches. */
async function prepare(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `update stock set received = received + 10000, available = available + 10000
      where product_id = (select id from products where slug = $1)`,
    [CUFFLINKS.slug],
  );
  await client.query(
    'update store_settings set units_per_variant_limit = $1, units_limit = $1, unpaid_orders_limit = $1',
    [UNIT_LIMIT],
  );
  await client.end();
}
