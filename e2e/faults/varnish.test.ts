import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProxy } from '../support/proxy.ts';
import { freePort, NO_RATE_LIMIT, PASSWORD, type Shop, startShop } from '../support/shop.ts';

const OUTAGE_SECONDS = 60;

let shop: Shop;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let origin: string;
beforeAll(async () => {
  const [tls, plain] = [await freePort(), await freePort()];
  origin = `https://localhost:${tls}`;
  shop = await startShop({ env: { ...NO_RATE_LIMIT, PUBLIC_URL: origin } });
  proxy = await startProxy('varnish', { tls, plain, web: shop.publicPort });
}, 120_000);
afterAll(async () => {
  await proxy?.stop();
  await shop?.stop();
});

async function aLoggedInCookie(name: string) {
  const body = JSON.stringify({ name, email: `${randomUUID()}@example.com`, password: PASSWORD });
  const headers = { origin, 'content-type': 'application/json' };
  const registered = await proxy.send('/api/auth/register', { method: 'POST', headers, body });
  return registered.headers['set-cookie']?.map((line: string) => line.split(';')[0]).join('; ') ?? '';
}

async function page(path: string, cookie = '') {
  const response = await proxy.send(path, { headers: cookie ? { cookie } : {} });
  const { vary, 'x-request-id': requestId } = response.headers;
  return { status: response.status, body: await response.body(), vary, requestId };
}

/** A copy repeats the request id; two responses of the web server never have the same one. */
async function expectOneCopy(path: string, ...cookies: string[]) {
  const responses = async () =>
    new Set((await Promise.all(cookies.map((cookie) => page(path, cookie)))).map(({ requestId }) => requestId));
  // A copy may be replaced between two requests: it lives for a second.
  await expect.poll(async () => (await responses()).size, { timeout: 10_000 }).toBe(1);
}

test('a public page is stored once for guests and once for logged-in users, and a private one never', async () => {
  const [ada, ben] = [await aLoggedInCookie('Ada'), await aLoggedInCookie('Ben')];

  await expectOneCopy('/products', '', 'theme=dark');
  await expectOneCopy('/products', ada, ben);
  const [guest, loggedIn] = [await page('/products'), await page('/products', ada)];
  expect(loggedIn.body).not.toBe(guest.body);
  expect(guest.vary).toMatch(/cookie/i);
  const [session, otherSession] = [await page('/api/session', ada), await page('/api/session', ben)];
  expect(session.body).not.toBe(otherSession.body);
});

test(`pages are served for ${OUTAGE_SECONDS} seconds without a web server, each variant from its copy`, async () => {
  const cookie = await aLoggedInCookie('Ada');
  await Promise.all([page('/'), page('/', cookie)]);
  process.kill(shop.pids.web, 'SIGKILL');
  const stoppedAt = performance.now();
  const responses: { guest: number; loggedIn: number; unknown: number }[] = [];
  const copies = { guest: new Set<string>(), loggedIn: new Set<string>() };

  while (performance.now() - stoppedAt < OUTAGE_SECONDS * 1_000) {
    const [guest, loggedIn, unknown] = [await page('/'), await page('/', cookie), await page('/about')];
    copies.guest.add(guest.body);
    copies.loggedIn.add(loggedIn.body);
    responses.push({ guest: guest.status, loggedIn: loggedIn.status, unknown: unknown.status });
    await pause(500);
  }

  expect(responses.length).toBeGreaterThan(OUTAGE_SECONDS / 2);
  // A page that was never requested has no copy.
  expect(new Set(responses.map((response) => JSON.stringify(response)))).toEqual(
    new Set([JSON.stringify({ guest: 200, loggedIn: 200, unknown: 503 })]),
  );
  expect([copies.guest.size, copies.loggedIn.size, new Set([...copies.guest, ...copies.loggedIn]).size]).toEqual([
    1, 1, 2,
  ]);
});
