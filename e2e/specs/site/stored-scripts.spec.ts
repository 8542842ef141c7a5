import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Pool } from 'pg';
import { addProduct, test } from '../../pages/admin-product.ts';
import { placeOrder } from '../../pages/checkout.ts';
import { expect } from '../../support/fixtures.ts';

/** Stored XSS payloads for every text field. */
const PAYLOADS = [
  '<script>window.hacked=1</script>',
  '</script><script>window.hacked=1</script>',
  '</ScRiPt ><sCrIpT>window.hacked=1</sCrIpT>',
  '--></script><script>window.hacked=1</script>',
  ']]></script><script>window.hacked=1</script>',
  '\u2028</script><script>window.hacked=1</script>',
  '<!--<script>window.hacked=1</script>',
  '<img src=x onerror=window.hacked=1>',
  '"><img src=x onerror="window.hacked=1">',
  "'><img src=x onerror='window.hacked=1'>",
  '<img src="x`"onerror=window.hacked=1>',
  '<svg/onload=window.hacked=1>',
  '"><svg onload=window.hacked=1>',
  '<svg><script>window.hacked=1</script></svg>',
  '<math><mtext></p><script>window.hacked=1</script>',
  '<iframe srcdoc="<script>parent.hacked=1</script>">',
  '<iframe src="javascript:parent.hacked=1">',
  '<body onload=window.hacked=1>',
  '<input autofocus onfocus=window.hacked=1>',
  '<details open ontoggle=window.hacked=1>',
  '<video src=x onerror=window.hacked=1>',
  '<style>@import "javascript:window.hacked=1"</style>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:window.hacked=1">',
  '<a href="javascript:window.hacked=1">here</a>',
  '[here](javascript:window.hacked=1)',
  'javascript:window.hacked=1',
  '{{constructor.constructor("window.hacked=1")()}}',
  '#{window.hacked=1}',
  '&lt;script&gt;window.hacked=1&lt;/script&gt;',
];
const ALL = PAYLOADS.join(' ');

/** Fails if a payload ran, or was blocked only by the content security policy. */
function watch(page: Page) {
  const violations: string[] = [];
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => violations.push('a dialog')));
  page.on('console', (line) => /Content Security Policy|Refused to/.test(line.text()) && violations.push(line.text()));
  return async (path: string) => {
    const ran = await page.evaluate(() => 'hacked' in window || document.baseURI.includes('evil'));
    expect([path, ran, violations]).toEqual([path, false, []]);
  };
}

/** Writes into every text field of customers and staff: each payload somewhere by itself, and all of them together. */
async function insertPayloads(sql: Pool, { userId, productId, orderId }: Record<string, string>) {
  await sql.query('update users set name = left($2, 200) where id = $1', [userId, ALL]);
  await sql.query(
    `update addresses set name = left($2, 100), line1 = left($2, 200), city = left($2, 100) where user_id = $1`,
    [userId, ALL],
  );
  await sql.query(
    `update orders set shipping_address = (select jsonb_object_agg(key, case jsonb_typeof(value) when 'string' then to_jsonb($2::text) else value end)
                                             from jsonb_each(shipping_address)) where id = $1`,
    [orderId, ALL],
  );
  await sql.query('insert into order_notes (order_id, body) values ($1, $2)', [orderId, ALL]);
  await sql.query('update order_lines set name = $2 where order_id = $1', [orderId, ALL]);
  await sql.query(
    `update products set name = left($2, 200), description = $2, seo_title = left($2, 70), tags = $3,
            specifications = (select jsonb_object_agg(payload, payload) from unnest($3::text[]) payload) where id = $1`,
    [productId, ALL, PAYLOADS],
  );
  await sql.query('update product_images set alt = left($2, 300) where product_id = $1', [productId, ALL]);
  await sql.query(
    `insert into reviews (product_id, user_name, rating_halves, comment, status)
     select $1, left(payload, 200), 9, payload, 'approved' from unnest($2::text[]) payload`,
    [productId, PAYLOADS],
  );
}

test('A12 thirty script payloads are escaped in the store, in the admin panel and in emails', async ({
  page,
  context,
  shop,
  sql,
  signIn,
  inbox,
}) => {
  test.slow();
  const me = await signIn('admin');
  const product = await addProduct({ context, shop }, { quantity: 9 });
  const orderId = await placeOrder({ context, shop, sql }, me, { slug: product.slug });
  await insertPayloads(sql, { userId: me.id, productId: product.id, orderId });
  const check = watch(page);

  for (const path of [
    `/product/${product.slug}`,
    `/products?brand=Nocturne&sortBy=newest`,
    `/search?q=${encodeURIComponent(PAYLOADS[0] ?? '')}`,
    '/account',
    '/account/addresses',
    `/orders/${orderId}`,
    `/orders/${orderId}/invoice`,
    '/notifications',
    '/admin',
    '/admin/products',
    `/admin/products/edit/${product.id}`,
    `/admin/products/${product.id}/preview`,
    '/admin/orders',
    `/admin/orders/${orderId}`,
    `/admin/customers/${me.id}`,
    '/admin/reviews?status=all',
    '/admin/audit-log',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    await check(path);
  }
  await page.goto(`/product/${product.slug}`);
  for (const payload of PAYLOADS) await expect(page.getByText(payload, { exact: true }).first()).toBeAttached();

  await context.request.post(`${shop.url}/api/orders/${orderId}/cancellation`, {
    headers: { origin: shop.url, 'idempotency-key': orderId },
  });
  // An email client does not apply our policy: only escaping prevents the payloads from running.
  await page.goto('about:blank');
  for (const words of ['has been placed', 'has been cancelled'])
    for (const { html } of await inbox(me.email, words)) {
      await page.setContent(html);
      await check(`an email: ${words}`);
    }
});

test('A12 rejects payloads as slug and image URL, and derives a safe slug from a name', async ({
  context,
  shop,
  signIn,
}) => {
  await signIn('admin');
  const add = (more: object) =>
    context.request.post(`${shop.url}/api/products`, {
      headers: { origin: shop.url },
      data: {
        name: 'Plain',
        description: 'Plain.',
        price: 1,
        category: 'Jewelry',
        brand: 'Nocturne',
        images: ['/media/none/960.webp'],
        ...more,
      },
    });

  for (const payload of PAYLOADS) {
    expect([payload, (await add({ slug: payload })).status()]).toEqual([payload, 422]);
    expect([payload, (await add({ images: [payload] })).status()]).toEqual([payload, 422]);
    const named = await add({ name: payload, status: 'draft' });
    expect([payload, (await named.json()).slug]).toEqual([payload, expect.stringMatching(/^[\w-]+$/)]);
  }
});

test('A12 payloads that close a script tag do not break out of the page’s data', async ({
  context,
  shop,
  sql,
  signIn,
}) => {
  await signIn('admin');
  const product = await addProduct({ context, shop });
  await sql.query('update products set name = left($2, 200), description = $2 where id = $1', [product.id, ALL]);

  const response = await context.request.get(`${shop.url}/product/${product.slug}`);
  const html = await response.text();

  // The policy has the hashes of the page's own scripts.
  const inline = Array.from(
    html.matchAll(/<script(?![^>]*(?:src=|ld\+json))[^>]*>(.*?)<\/script/gis),
    ([, text = '']) => text,
  );
  expect(inline.length).toBeGreaterThan(0);
  for (const text of inline)
    expect(response.headers()['content-security-policy']).toContain(createHash('sha256').update(text).digest('base64'));
  expect(html).not.toMatch(/<script>window\.hacked|<img src=x|<svg[ /]onload/i);
});
