import { describe, expect, test } from 'vitest';
import { fingerprint } from '#test/fingerprint.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { callsOf } from '#test/requests/calls.ts';
import { createTestStore } from '#test/test-store.ts';

/** Cross-site request forgery: requests of another site in the browser of a logged-in customer. */

const SAFE = ['GET', 'HEAD'];
/** Unsupported type, missing permission or missing provider signature. */
const isRejected = expect.toSatisfy((status) => [415, 403, 401].includes(status));
const password = 'a long enough password';
const address = {
  name: 'Home',
  line1: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  postalCode: '560001',
  country: 'India',
};

/** Bodies that are valid when sent from the store's own origin. */
const BODIES: Record<string, object> = {
  'PATCH /api/user/me': { name: 'Mallory', email: 'mallory@example.com', phone: null, currentPassword: password },
  'PUT /api/user/preferences': { orderEmails: false, marketing: true },
  'POST /api/user/password': { currentPassword: password, newPassword: 'mallory was here' },
  'POST /api/user/deletion': { password },
  'POST /api/user/two-factor': { password },
  'POST /api/addresses': address,
  'POST /api/auth/register': { name: 'Mallory', email: 'mallory@example.com', password },
  'POST /api/auth/login': { email: 'victim@example.com', password },
  'POST /api/auth/forgot-password': { email: 'victim@example.com' },
  'POST /api/newsletter': { email: 'mallory@example.com' },
  'POST /api/support/tickets': { name: 'M', email: 'mallory@example.com', subject: 'Hi', message: 'Hello' },
};

describe.each(redisModesIfRequested())('%s, another site', async (_mode, REDIS_URL) => {
  const { app, config, aShopper, sql } = await createTestStore({ env: { REDIS_URL } });
  const victim = await aShopper({ email: 'victim@example.com', password });
  const { addresses } = (await victim.post('/api/addresses', address)).json();
  const [{ id: addressId }] = addresses;

  const unsafe = callsOf(app, addressId)
    .filter(({ method }) => !SAFE.includes(method))
    .map(({ method, url }) => ({ method, url, payload: BODIES[`${method} ${url}`] ?? { ...address, id: addressId } }));
  const { hostname, port, protocol } = new URL(config.publicOrigin);

  test.each([
    ['no origin', undefined],
    ['the origin "null"', 'null'],
    ['its own origin', 'https://evil.example'],
    ['an origin that starts with ours', `${config.publicOrigin}.evil.example`],
    ['a host that ends with ours', `${protocol}//evil-${hostname}:${port}`],
    ['a subdomain of ours', `${protocol}//blog.${hostname}:${port}`],
    ['another port', `${protocol}//${hostname}:1`],
    ['another protocol', `ftp://${hostname}:${port}`],
  ])('A17 with %s is rejected by every write route', async (_what, origin) => {
    const before = await fingerprint(sql);

    for (const { method, url, payload } of unsafe) {
      const headers = { cookie: victim.headers.cookie, ...(origin && { origin }) };
      const response = await app.inject({ method, url, payload, headers });
      expect([method, url, response.statusCode, response.json().code]).toEqual([
        method,
        url,
        403,
        'cross_origin_blocked',
      ]);
    }
    expect(await fingerprint(sql)).toEqual(before);
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', () => 'name=Mallory&password=a+long+enough+password'],
    [
      'a form with files',
      'multipart/form-data; boundary=x',
      () => '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--',
    ],
    ['JSON as text/plain', 'text/plain', (payload: object) => JSON.stringify(payload)],
    ['JSON without a content type', '', (payload: object) => JSON.stringify(payload)],
  ])('A17 cannot send %s, even with our own origin', async (_what, type, body) => {
    const before = await fingerprint(sql);

    for (const { method, url, payload } of unsafe) {
      const headers = { ...victim.headers, origin: config.publicOrigin, 'content-type': type };
      const response = await app.inject({ method, url, payload: body(payload), headers });
      expect([method, url, response.statusCode]).toEqual([method, url, isRejected]);
    }
    expect(await fingerprint(sql)).toEqual(before);
  });

  test('A17 cannot change anything with a link or an image: no GET has side effects', async () => {
    const before = await fingerprint(sql);

    for (const { method, url } of callsOf(app, addressId)) {
      const headers = { ...victim.headers, 'x-http-method-override': method, 'x-method-override': method };
      const response = await app.inject({ method: 'GET', url: `${url}?_method=${method}`, headers });
      expect([url, response.statusCode]).toEqual([url, expect.toSatisfy((status) => status < 500)]);
    }
    expect(await fingerprint(sql)).toEqual(before);
  });

  test('A17 differs only by its origin: the tested routes exist, and the bodies work from our own origin', async () => {
    expect(unsafe.length).toBeGreaterThan(20);
    const known = unsafe.map(({ method, url }) => `${method} ${url}`);
    expect(Object.keys(BODIES).filter((call) => !known.includes(call))).toEqual([]);
    const headers = { ...victim.headers, origin: config.publicOrigin };

    for (const [method, url] of [
      ['PATCH', '/api/user/me'],
      ['PUT', '/api/user/preferences'],
      ['POST', '/api/addresses'],
    ] as const)
      expect((await app.inject({ method, url, payload: BODIES[`${method} ${url}`], headers })).statusCode).toBe(200);
  });
});
