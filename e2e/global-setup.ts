import pg from 'pg';
import { CUFFLINKS } from './checkout-page.ts';
import { CROWD, startShop } from './shop.ts';

/** One shop for all journeys: the production build, with the workshop of the interface open. */
export default async function openShop() {
  const shop = await startShop({ mail: true, payments: true, env: { DEV_PAGES: 'show', ...CROWD } });
  await fillShelf(shop.databaseUrl, CUFFLINKS.slug);
  const { url, mailUrl, databaseUrl, payment } = shop;
  process.env.SHOP = JSON.stringify({ url, mailUrl, databaseUrl, payment });
  return () => shop.stop();
}

/** Enough of the piece that most journeys buy. */
async function fillShelf(databaseUrl: string, slug: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `update stock set received = received + 1000, available = available + 1000
      where product_id = (select id from products where slug = $1)`,
    [slug],
  );
  await client.end();
}
