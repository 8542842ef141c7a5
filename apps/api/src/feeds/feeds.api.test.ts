import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestStore } from '#test/test-store.ts';
import { listPageEnds } from './queries.ts';

const { app, guest, aProduct, db, sql, config } = await createTestStore({
  env: { PUBLIC_URL: 'https://shop.example.com' },
});
const origin = 'https://shop.example.com';

const count = (text: string, part: string) => text.split(part).length - 1;
const itemOf = (xml: string, sku: string) =>
  xml.split('<item>').find((item) => item.includes(`<g:id>${sku}</g:id>`)) ?? '';

describe('the sitemap', () => {
  test('RTE-021 is an index of sitemaps with URLs of the configured origin', async () => {
    const response = await guest.get('/sitemap.xml', { host: 'evil.example', 'x-forwarded-host': 'evil.example' });

    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(response.headers['cache-control']).toBe('public, max-age=3600');
    expect(response.body).toContain(`<loc>${origin}/sitemap-pages.xml</loc>`);
    expect(response.body).toContain(`<loc>${origin}/sitemap-products.xml</loc>`);
    expect(response.body).not.toContain('evil');
  });

  test('RTE-021 lists every published product and no other', async () => {
    const { slug } = await aProduct();
    const draft = await aProduct({ status: 'draft' });
    const archived = await aProduct({ status: 'archived' });
    const { rows } = await sql.query("select count(*)::int as published from products where status = 'published'");

    const { body } = await guest.get('/sitemap-products.xml');

    expect(body).toContain(`<url><loc>${config.publicOrigin}/product/${slug}</loc><lastmod>2`);
    expect(count(body, '<url>')).toBe(rows[0].published);
    expect(body).not.toContain(draft.slug);
    expect(body).not.toContain(archived.slug);
    expect(body.trimEnd().endsWith('</urlset>')).toBe(true);
  });

  test('continues after the last product of a page, and its pages list every product once', async () => {
    const ends = await listPageEnds(db, 10);
    const { rows: all } = await sql.query<{ id: string }>('select id from products order by id');

    expect(ends).toEqual(all.map(({ id }) => id).filter((_, index) => index % 10 === 9));

    const whole = await guest.get('/sitemap-products.xml');
    const rest = await guest.get(`/sitemap-products.xml?after=${ends[0]}`);
    expect(whole.body.endsWith(rest.body.slice(rest.body.indexOf('<url>')))).toBe(true);
    expect(count(rest.body, '<url>')).toBeLessThan(count(whole.body, '<url>'));
  });

  test.each(['after=7', 'after=%00', `after=${'a'.repeat(5_000)}`, 'before=x', "after=' or 1=1"])(
    'rejects a page with the query %s',
    async (query) => {
      expect((await guest.get(`/sitemap-products.xml?${encodeURI(query)}`)).statusCode).toBe(422);
    },
  );
});

describe('the merchant feed', () => {
  test('RTE-022 has an item for every variant of every published product', async () => {
    const draft = await aProduct({ status: 'draft' });
    const { rows } = await sql.query(
      `select count(*)::int as variants from variants v join products p on p.id = v.product_id
        where p.status = 'published' and v.archived_at is null`,
    );

    const response = await guest.get('/feeds/products.xml');

    expect(response.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(count(response.body, '<item>')).toBe(rows[0].variants);
    expect(response.body).not.toContain(draft.slug);
    expect(response.body.trimEnd().endsWith('</channel></rss>')).toBe(true);
  });

  test('RTE-022 has the fields of a variant that shopping services require', async () => {
    const { body } = await guest.get('/feeds/products.xml');
    const { rows } = await sql.query("select id from products where slug = 'aurora-solitaire-ring'");

    const item = itemOf(body, 'CRY-001-US7');

    expect(item).toContain('<g:title>Aurora Solitaire Ring, ');
    expect(item).toContain(`<g:link>${origin}/product/aurora-solitaire-ring?Ring+size=US+7</g:link>`);
    expect(item).toMatch(/<g:image_link>https:\/\/shop\.example\.com\/media\/[^<]+\.webp<\/g:image_link>/);
    expect(item).toMatch(/<g:availability>(in|out_of)_stock<\/g:availability>/);
    expect(item).toMatch(/<g:price>\d+\.\d\d USD<\/g:price><g:sale_price>\d+\.\d\d USD<\/g:sale_price>/);
    expect(item).toContain('<g:brand>Aurora Facet</g:brand>');
    expect(item).toContain('<g:condition>new</g:condition>');
    expect(item).toContain(`<g:item_group_id>${rows[0].id}</g:item_group_id>`);
    expect(item).toContain('<g:size>US 7</g:size>');
  });

  test('marks variants that cannot be bought as out of stock', async () => {
    const empty = await aProduct({ quantities: [0] });
    const off = await aProduct({ quantities: [5], sellable: false });

    const { body } = await guest.get('/feeds/products.xml');

    for (const { slug } of [empty, off])
      expect(itemOf(body, `${slug}-0`)).toContain('<g:availability>out_of_stock</g:availability>');
  });

  test('stays valid XML for any product name and description', async () => {
    const { slug } = await aProduct({ name: '<b>"R&D"</b>\u0007]]>', description: '</item>\ud800 &amp;' });

    const item = itemOf((await guest.get('/feeds/products.xml')).body, `${slug}-0`);

    expect(item).toContain('&lt;b&gt;"R&amp;D"&lt;/b&gt;]]&gt;');
    expect(count(item, '</item>')).toBe(1);
  });

  test('has the description of a product as plain text', async () => {
    const { slug } = await aProduct({ description: '**Bold** [link](/faq)' });

    const item = itemOf((await guest.get('/feeds/products.xml')).body, `${slug}-0`);

    expect(item).toContain('<g:description>Bold link</g:description>');
  });

  test('is read in batches without missing a product between them', async () => {
    await sql.query(
      `with many as (
         insert into products (name, slug, description, category_id, brand_id, price_cents)
         select 'Bead', 'bead-' || n, 'A bead.', (select id from categories limit 1), (select id from brands limit 1), 100
           from generate_series(1, 1100) n returning id, slug),
       each as (insert into variants (product_id, sku) select id, 'sku-' || slug from many returning id, product_id)
       insert into stock (variant_id, product_id) select id, product_id from each`,
    );

    const { body } = await guest.get('/feeds/products.xml');

    expect(new Set(body.match(/<g:id>sku-bead-\d+<\/g:id>/g)).size).toBe(1_100);
  });

  test('answers a HEAD request without reading the catalog', async () => {
    const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: '/feeds/products.xml' });

    expect([statusCode, headers['content-type'], body]).toEqual([200, 'application/xml; charset=utf-8', '']);
  });

  test('reads two batches at once; others wait, and beyond twenty requests get 503 with Retry-After', async () => {
    const feed = () => guest.get('/feeds/products.xml');
    const lockClient = await sql.connect();
    await lockClient.query('begin');
    await lockClient.query('lock table products in access exclusive mode');

    const reading = Array.from({ length: 22 }, feed);
    const waiting = async () => {
      const { rows } = await sql.query(
        "select count(*)::int as waiting from pg_locks where not granted and relation = 'products'::regclass",
      );
      return rows[0].waiting;
    };
    await vi.waitUntil(async () => (await waiting()) >= 2, { timeout: 30_000 });
    const rejected = await feed();
    const queriesAtOnce = await waiting();
    await lockClient.query('rollback');
    lockClient.release();

    expect(queriesAtOnce).toBe(2);
    expect([rejected.statusCode, rejected.json().code]).toEqual([503, 'busy']);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect(new Set((await Promise.all(reading)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });
});

test('A25 clients that request a feed and read nothing of it do not block other clients', async () => {
  // 15 MB, which is more than the buffers of a connection hold: every variant repeats the description.
  await sql.query(
    `with many as (
       insert into products (name, slug, description, category_id, brand_id, price_cents)
       select 'Stone', 'stone-' || n, repeat('stone ', 800), (select id from categories limit 1),
              (select id from brands limit 1), 100
         from generate_series(1, 20) n returning id),
     each as (
       insert into variants (product_id, sku, position, option_values)
       select id, md5(id::text || n), n, jsonb_build_object('Cut', n::text)
         from many cross join generate_series(1, 150) n returning id, product_id)
     insert into stock (variant_id, product_id) select id, product_id from each`,
  );
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const clients = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const socket = connect(Number(port), '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.write('GET /feeds/products.xml HTTP/1.1\r\nhost: shop\r\n\r\n');
      // The response has started, and nothing of it is read.
      await once(socket, 'readable');
      return socket;
    }),
  );

  const response = await fetch(`http://127.0.0.1:${port}/feeds/products.xml`);
  const text = await response.text();

  expect(response.status).toBe(200);
  expect(text.length).toBeGreaterThan(10_000_000);
  expect(text.trimEnd().endsWith('</rss>')).toBe(true);
  expect(clients.every(({ destroyed }) => !destroyed)).toBe(true);
});
