import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFlakyConnection } from '../../apps/api/test/support/flaky-connection.ts';
import { NO_RATE_LIMIT, run, type Shop, startShop, waitUntilReady } from '../support/shop.ts';

const REQUESTS = process.env.FAULTS === 'fast' ? 150 : 1_000;
/** Concurrent; each batch ends with one change of all that its URLs show. */
const BATCH = 50;
const CHECKED_AT_ONCE = 8;
/** From the change to the request that must show it (docs/rules/web.md). */
const MAX_AGE_MS = 2_000;
/** Longer than a page is cached: the next request renders it. Shorter: it is shown while it is rendered again. */
const IDLE_MS = { expired: 1_600, stale: 1_100 };

let shop: Shop;
let wire: Awaited<ReturnType<typeof aFlakyConnection>>;
let api: ReturnType<typeof run>;
let sql: pg.Pool;
let urls: string[];

beforeAll(async () => {
  shop = await startShop({ apis: 0, env: NO_RATE_LIMIT });
  const database = new URL(shop.env.DATABASE_URL);
  wire = await aFlakyConnection(database.hostname, Number(database.port));
  database.port = `${wire.port}`;
  api = run('api', { ...shop.env, DATABASE_URL: database.href, API_PORT: new URL(shop.apiUrl).port });
  await waitUntilReady(`${shop.apiUrl}/health/ready`, api);
  sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 });
  urls = await listPublicUrls();
  await change(0);
});
afterAll(async () => {
  api?.kill('SIGKILL');
  await sql?.end();
  await wire?.close();
  await shop?.stop();
});

/** Every kind of public page and of public response of the API that shows a text or a price. */
async function listPublicUrls() {
  await sql.query(`
    insert into pages (slug, draft_title, draft_body, draft_description) values ('care', 'Care', 'Text', '')`);
  await sql.query(`
    with added as (insert into collections (name, slug, kind, sort, status)
                   values ('Chosen', 'chosen', 'manual', 'manual', 'published') returning id)
    insert into collection_products (collection_id, product_id, sort_key)
    select added.id, p.id, row_number() over () from added, (select id from products where status = 'published' limit 5) p`);
  const { rows } = await sql.query<{ id: string; slug: string; category: string; brand: string }>(`
    select p.id, p.slug, c.slug as category, b.slug as brand
      from products p join categories c on c.id = p.category_id join brands b on b.id = p.brand_id
     where p.status = 'published' order by p.id`);
  const { id, category, brand } = rows[0] ?? {};
  const pages = [
    ...[
      '/',
      '/products',
      '/products?sortBy=newest',
      '/products?minPrice=20',
      '/search?q=ring',
      '/categories',
      '/size-guide',
    ],
    ...[
      '/about',
      '/contact',
      '/faq',
      '/shipping',
      '/terms',
      '/privacy',
      '/support',
      '/pages/care',
      '/collections/chosen',
    ],
    ...rows.map(({ slug }) => `/product/${slug}`),
  ];
  const responses = [
    ...[
      '',
      '?sortBy=newest',
      '?q=ring',
      '/featured',
      '/categories',
      '/brands',
      '/suggestions?q=rin',
      `/summaries?ids=${id}`,
    ].map((path) => `/api/products${path}`),
    ...[`/api/categories/${category}`, `/api/brands/${brand}`, '/api/search/suggestions?q=rin', '/api/collections'],
    ...[
      '/api/collections/chosen',
      '/api/collections/chosen/products',
      '/api/store-settings',
      '/api/pages',
      '/api/pages/care',
    ],
    ...['/api/home', '/api/site', '/api/hero-slides', '/feeds/products.xml'],
    ...rows.map(({ slug }) => `/api/products/${slug}`),
  ];
  return [
    ...pages.map((path) => shop.url + path),
    ...responses.flatMap((path) => [shop.url + path, shop.apiUrl + path]),
  ];
}

const markOf = (edition: number) => `Edition${edition}x`;
const MARK = /Edition\d+x/g;

/** Names, texts and prices; everything that the URLs show has the mark of the edition. */
async function change(edition: number) {
  const marked = (column: string) => `regexp_replace(${column}, ' ?Edition\\d+x', '') || ' ' || $1`;
  const set = (table: string, column: string, more = '') => ({
    text: `update ${table} set ${column} = ${marked(column)} ${more}`,
    values: [markOf(edition)],
  });
  const client = await sql.connect();
  try {
    await client.query('begin');
    await client.query(set('products', 'name', `, price_cents = price_cents + 1 where status = 'published'`));
    for (const [table, column] of [
      ['store_settings', 'store_name'],
      ['categories', 'description'],
      ['brands', 'description'],
      ['collections', 'name'],
      ['hero_slides', 'title'],
    ] as const)
      await client.query(set(table, column));
    await client.query(
      `with version as (insert into page_versions (page_id, number, title, body, description)
                        select id, $1, $2, 'Text', '' from pages where slug = 'care' returning id, page_id)
       update pages p set published_version_id = version.id from version where p.id = version.page_id`,
      [edition + 1, markOf(edition)],
    );
    await client.query(`update announcements set enabled = true, text = $1`, [markOf(edition)]);
    await client.query('commit');
    return performance.now();
  } finally {
    client.release();
  }
}

/** Sends the request, and destroys the connection before it is answered. */
async function hangUp(url: string, afterMs: number) {
  const { hostname, port, pathname, search, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  await pause(afterMs);
  socket.destroy();
}

async function editionsShown(url: string) {
  const response = await fetch(url);
  const text = await response.text();
  return { status: response.status, editions: [...new Set(text.match(MARK))] };
}

const holds = [
  { stop: () => wire.holdAnswers(), go: () => wire.thaw() },
  { stop: () => api.kill('SIGSTOP'), go: () => api.kill('SIGCONT') },
];

test(`A36 ${REQUESTS} requests that hang up while their answer is held back leave nothing stale`, async () => {
  const wrong: string[] = [];
  const shown = async (batch: string[], edition: number) => {
    const answers: ({ url: string } & Awaited<ReturnType<typeof editionsShown>>)[] = [];
    // Few at a time: an API that is too busy to answer within a second counts as unavailable, and pages show its last texts.
    for (let start = 0; start < batch.length; start += CHECKED_AT_ONCE) {
      const urls = batch.slice(start, start + CHECKED_AT_ONCE);
      answers.push(...(await Promise.all(urls.map(async (url) => ({ url, ...(await editionsShown(url)) })))));
    }
    return answers
      .filter(({ status, editions }) => status !== 200 || editions.join() !== markOf(edition))
      .map(({ url, status, editions }) => `${url}: ${status} ${editions.join()}, not ${markOf(edition)}`);
  };
  for (let start = 0; start < urls.length; start += BATCH) {
    const batch = urls.slice(start, start + BATCH);
    await expect.poll(() => shown(batch, 0), { timeout: 60_000 }).toEqual([]);
  }

  for (let sent = 0, edition = 1; sent < REQUESTS; sent += BATCH, edition += 1) {
    const batch = Array.from({ length: BATCH }, (_, i) => urls[(sent + i) % urls.length] ?? '');
    await Promise.all(batch.map(editionsShown));
    await pause(edition % 2 ? IDLE_MS.expired : IDLE_MS.stale);

    const hold = holds[edition % 3 ? 0 : 1];
    hold?.stop();
    await Promise.all(batch.map((url) => hangUp(url, Math.random() * 100)));
    const changedAt = await change(edition);
    await pause(Math.random() * 600);
    hold?.go();
    await pause(changedAt + MAX_AGE_MS - performance.now());

    wrong.push(...(await shown(batch, edition)));
  }

  console.log(`${wrong.length} of ${REQUESTS} answers are stale or errors ${MAX_AGE_MS / 1_000} s after the change`);
  expect(wrong).toEqual([]);
}, 900_000);
