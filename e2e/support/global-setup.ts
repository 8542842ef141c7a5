import pg from 'pg';
import { CUFFLINKS, UNIT_LIMIT } from '../pages/checkout.ts';
import { startOnRequest, writeShop } from './shared-shop.ts';
import { createTemplate, NO_RATE_LIMIT, startShop } from './shop.ts';

/** One store for all tests: the production build, with `/dev/ui` enabled. Another one for those that change products. */
export default async function openShop() {
  const dropTemplate = await createTemplate();
  const shop = await startShop({ email: true, payments: true, env: { DEV_PAGES: 'show', ...NO_RATE_LIMIT } });
  await prepare(shop.databaseUrl);
  const productShop = await startOnRequest(() => startShop({ email: true, payments: true, env: NO_RATE_LIMIT }));
  process.env.SHOP = writeShop(shop);
  process.env.PRODUCT_SHOP_URL = productShop.url;
  return async () => {
    await Promise.all([shop.stop(), productShop.stop()]);
    await dropTemplate();
  };
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
