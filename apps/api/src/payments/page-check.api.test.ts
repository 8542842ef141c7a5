import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { alertMessages } from '@shop/contracts/alerts/messages';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { notifyOwners } from '#alerts/service.ts';
import { PASSWORD } from '#test/builders/account.ts';
import { createTestStore } from '#test/test-store.ts';
import { acceptPaymentPage, checkPaymentPage } from './page-check.ts';

const shop = await createTestStore();
const { sql, db } = shop;
await shop.aProduct({ quantities: [5] });

const build = await mkdtemp(join(tmpdir(), 'web-build-'));
await mkdir(join(build, 'assets'));
await writeFile(join(build, 'assets/entry.js'), 'export {}');

const RIGHT = {
  policy: "default-src 'self'; script-src 'self' 'nonce-abc' https://checkout.razorpay.com",
  html: '<link rel="modulepreload" href="/assets/entry.js"/><script nonce="abc">start()</script><script type="module" src="/assets/entry.js" nonce="abc"></script>',
  entry: 'export {}',
};
let page = RIGHT;
let visits: { url?: string; cookie?: string; cart?: boolean }[] = [];

/** The web server as the worker reaches it: pages of the test, and the real API behind them. */
const web = createServer(async (request, response) => {
  const cookie = request.headers.cookie ?? '';
  if (request.url?.startsWith('/api/')) {
    const { 'content-type': type = '' } = request.headers;
    const injected = await shop.app.inject({
      method: 'POST',
      url: request.url,
      payload: await buffer(request),
      headers: { cookie, 'content-type': type, origin: shop.config.publicOrigin },
    });
    return response.writeHead(injected.statusCode).end(injected.body);
  }
  if (request.url === '/assets/entry.js') return response.end(page.entry);
  if (request.url?.startsWith('/assets/')) return response.end(request.url);
  const cart = (await shop.guest.get('/api/cart', { cookie })).json();
  visits.push({ url: request.url, cart: cart.items.length === 1 });
  if (cart.items.length === 0) return response.writeHead(302, { location: '/cart' }).end();
  response.writeHead(200, { 'content-security-policy': page.policy.replaceAll('abc', `n${visits.length}`) });
  return response.end(page.html.replaceAll('"abc"', `"n${visits.length}"`));
}).listen(0, '127.0.0.1');
await once(web, 'listening');
afterAll(async () => {
  web.close();
  await rm(build, { recursive: true });
});
const publicOrigin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;

const check = () => checkPaymentPage({ db, publicOrigin, authSecret: shop.config.authSecret, build });
/** The alerts about the payment page that the owners get now. */
async function pageAlertsInDigest() {
  await sql.query('delete from alerts');
  // The key of an alert email contains the hour.
  await sql.query(`delete from email_messages where kind = 'store_alert'`);
  await notifyOwners(db, new Date());
  const { rows } = await sql.query(`select details from alerts where kind = 'payment_page_changed'`);
  const emails = await sql.query(
    `select payload ->> 'alerts' as alerts from email_messages where kind = 'store_alert' order by id desc limit 1`,
  );
  return rows.length > 0 ? String(emails.rows[0]?.alerts) : '';
}

const grace = await shop.anAdmin();
beforeEach(async () => {
  page = RIGHT;
  visits = [];
  await sql.query('delete from payment_page_versions');
  await check();
});

test('the first page checked is accepted, and the same page with another nonce is no change', async () => {
  await check();

  expect(visits).toEqual(Array(2).fill({ url: '/checkout', cart: true }));
  expect(await pageAlertsInDigest()).toBe('');
});

test.each([
  [
    'a policy that allows another origin',
    { policy: `${RIGHT.policy} https://evil.example` },
    'content-security-policy',
  ],
  [
    'a script of another site',
    { html: `${RIGHT.html}<script src="https://evil.example/skim.js"></script>` },
    'https://evil.example/skim.js',
  ],
  [
    'a script whose URL is in single quotes',
    { html: `${RIGHT.html}<script src='https://evil.example/skim.js'></script>` },
    'https://evil.example/skim.js',
  ],
  [
    'a script whose URL is not quoted',
    { html: `${RIGHT.html}<script src=https://evil.example/skim.js></script>` },
    'https://evil.example/skim.js',
  ],
  [
    'a hundred scripts that are not in the build',
    {
      html: `${RIGHT.html}${Array.from({ length: 100 }, (_, i) => `<script src="/assets/skim-${i}.js"></script>`).join('')}`,
    },
    '/assets/skim-99.js',
  ],
  [
    'an inline script with a data-src attribute',
    { html: `${RIGHT.html}<script data-src="/assets/entry.js">skim()</script>` },
    'inline script',
  ],
  ['a file that is not the one of the build', { entry: 'skim()' }, '/assets/entry.js'],
  ['an inline script without the nonce', { html: `${RIGHT.html}<script>skim()</script>` }, 'inline script'],
])('%s alerts the owners until it is removed', async (_what, change, text) => {
  page = { ...RIGHT, ...change };
  await check();
  const alerts = await pageAlertsInDigest();
  expect(alerts).toContain('payment_page_changed');
  expect(alerts).toContain(text);
  const { rows } = await sql.query('select message from notifications where user_id = $1 order by id desc limit 1', [
    grace.id,
  ]);
  expect(rows[0].message).toContain(alertMessages.counted.payment_page_changed(1));

  page = RIGHT;
  await check();
  expect(await pageAlertsInDigest()).toBe('');
});

test('an accepted change becomes the accepted page, and the previous one is a change', async () => {
  page = { ...RIGHT, policy: "default-src 'none'" };
  await check();

  expect(await acceptPaymentPage(db)).toMatchObject({ headers: { 'content-security-policy': "default-src 'none'" } });
  expect(await pageAlertsInDigest()).toBe('');
  expect(await acceptPaymentPage(db)).toBeUndefined();

  page = RIGHT;
  await check();
  expect(await pageAlertsInDigest()).toContain('content-security-policy');
});

test('the temporary customer of the check is deleted, also when the page cannot be fetched', async () => {
  await sql.query('update products set sellable = false');
  await expect(check()).rejects.toThrow('nothing is for sale');
  await sql.query('update products set sellable = true');

  const { rows } = await sql.query(`select count(*)::int as remaining from users where email like '%.invalid'`);
  expect(rows).toEqual([{ remaining: 0 }]);
});

test('an account registered with the domain of temporary customers is kept, and does not stop the check', async () => {
  const email = 'registered@temporary-customer.invalid';
  const { statusCode } = await shop.guest.post('/api/auth/register', { name: 'Ada', email, password: PASSWORD });
  expect(statusCode).toBe(201);
  await sql.query(`update users set created_at = now() - interval '2 hours' where email = $1`, [email]);

  await check();

  expect((await sql.query('select 1 from users where email = $1', [email])).rowCount).toBe(1);
});
