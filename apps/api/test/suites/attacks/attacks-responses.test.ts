import { randomBytes } from 'node:crypto';
import { Problem } from '@shop/contracts/common/problem';
import { describe, expect, test } from 'vitest';
import { PASSWORD } from '#test/builders/account.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { operationsOf, urlOf } from '#test/requests/operations.ts';
import { responseValidator } from '#test/requests/response-schemas.ts';
import { createTestStore } from '#test/test-store.ts';

const KIB = 1_024;

describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const lines: string[] = [];
  const shop = await createTestStore({ env: { REDIS_URL }, log: (line) => lines.push(line) });
  const { app, sql, config } = shop;
  const ada = await shop.aShopper({ password: PASSWORD });
  const grace = await shop.anAdmin({ password: PASSWORD });
  const reads = operationsOf(app).filter(({ method, path }) => method === 'GET' && !path.endsWith('/stream'));
  const violationsIn = responseValidator(app);

  const send = (url: string, payload: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...grace.headers, origin: config.publicOrigin, 'content-type': 'application/json', ...headers },
    });

  test('A26 a forged Host or X-Forwarded-Host changes no link and no response', async () => {
    const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    for (const url of ['/sitemap.xml', '/sitemap-products.xml', '/api/products', '/api/openapi.json', '/api/session']) {
      const [plain, odd] = [await shop.guest.get(url), await shop.guest.get(url, forged)];
      expect([url, odd.statusCode, odd.body, odd.headers.link]).toEqual([url, 200, plain.body, plain.headers.link]);
    }

    await shop.guest.post('/api/auth/forgot-password', { email: ada.email }, forged);
    await shop.work();
    const { rows } = await sql.query('select payload::text from email_messages where to_email = $1', [ada.email]);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('evil');
  });

  test('A26 personal responses are never cacheable, whatever the URL ends in', async () => {
    for (const operation of reads) {
      const url = urlOf(operation, {});
      const responses = [await ada.get(url), await grace.get(url), await ada.get(`${url}/x.css`)];
      for (const { statusCode, headers } of responses) {
        const cached = String(headers['cache-control']);
        if (/public|s-maxage|max-age=[1-9]/.test(cached)) {
          // Cacheable: sets no cookie, and guests get the same status.
          expect(headers['set-cookie'], url).toBeUndefined();
          const { statusCode: asGuest } = await shop.guest.get(url);
          expect([url, asGuest]).toEqual([url, statusCode]);
        } else expect([url, cached]).toEqual([url, expect.stringMatching(/no-store/)]);
      }
    }
  });

  test('A29 every error has our own message and the request id, and reveals no internals', async () => {
    const { productId } = await aVariant(shop);
    const taken = { name: 'Eve', email: ada.email, password: PASSWORD };
    const responses = [
      await shop.guest.get('/api/user/me'),
      await ada.get('/api/admin/settings'),
      await ada.get(`/api/orders/${UNKNOWN_ID}`),
      await ada.get('/api/orders/1'),
      await ada.get('/api/orders/%ff'),
      await ada.get('/nowhere'),
      await ada.get(`/api/products/${'a'.repeat(300)}`),
      await shop.guest.post('/api/auth/register', taken),
      await ada.post('/api/cart/items', { variantId: productId, quantity: 1 }),
      await ada.post('/api/payment/create-order', {}, { 'idempotency-key': 'none' }),
      await send('/api/cart/items', '{'),
      await send('/api/cart/items', 'x'.repeat(65 * KIB)),
      await send('/api/cart/items', 'a=b', { 'content-type': 'text/plain' }),
      await send('/api/cart/items', '{}', { origin: 'https://evil.example' }),
      await send('/api/admin/images', 'not an image', { 'content-type': 'image/png' }),
    ];

    const codes = new Set(responses.map(({ statusCode }) => statusCode));
    expect([...codes].toSorted((a, b) => a - b)).toEqual([400, 401, 403, 404, 409, 413, 414, 415, 422]);
    for (const response of responses) {
      const { statusCode, headers, body } = response;
      const problem = Problem.parse(response.json());
      expect(headers['content-type']).toMatch(/^application\/problem\+json/);
      expect([problem.status, problem.requestId]).toEqual([statusCode, headers['x-request-id']]);
      expect(body).not.toMatch(/\bat \/|\.ts:|node_modules|stack|fastify|FST_|postgres|select |zod|prototype/i);
      expect(Object.keys(headers).filter((name) => ['server', 'x-powered-by', 'via'].includes(name))).toEqual([]);
    }
  });

  test('A29 a failing statement gives 500 without the database error, which is logged', async () => {
    await sql.query('alter table wishlist_items rename to wishlist_items_away');
    const { statusCode, body, headers } = await ada.get('/api/wishlist');
    await sql.query('alter table wishlist_items_away rename to wishlist_items');

    expect(statusCode).toBe(500);
    expect(body).not.toMatch(/wishlist_items|relation|exist|42P01/);
    const own = lines.filter((line) => line.includes(String(headers['x-request-id'])));
    expect(own.join()).toContain('wishlist_items');
  });

  describe('A30 responses contain only the fields of their schemas', async () => {
    const { variantId, productId } = await aVariant(shop);
    const victim = await shop.aShopper({ name: 'Vic Tim', password: PASSWORD });
    const order = await anOrder(shop.db, { of: victim, items: [{ variantId, quantity: 1 }], status: 'delivered' });
    const ownOrder = await anOrder(shop.db, { of: ada, items: [{ variantId, quantity: 1 }] });
    await victim.post(`/api/products/${productId}/reviews`, { rating: 5, comment: 'Lovely.' });
    await shop.sql.query(`update reviews set status = 'approved'`);
    const { rows: secrets } = await sql.query<{ secret: string }>(
      `select password as secret from accounts where password is not null
       union all select token from sessions
       union all select secret from two_factors`,
    );

    /** The responses of every GET operation, for each of the known ids. */
    async function* responsesTo(person: { get: typeof ada.get }) {
      const { rows } = await sql.query<{ id: string; slug: string }>('select id, slug from products where id = $1', [
        productId,
      ]);
      const ids = [rows[0]?.id, rows[0]?.slug, order.id, ownOrder.id, victim.id, ada.id].map(String);
      for (const operation of reads) {
        const urls = operation.path.includes('{')
          ? ids.map((id) => urlOf(operation, { path: { id, product: id } }))
          : [urlOf(operation, { query: { q: 'Vic' } }), urlOf(operation, {})];
        for (const url of urls) yield { operation, url, response: await person.get(url) };
      }
    }

    test('every response with a body has a schema that lists its fields', () => {
      const loose = operationsOf(app).flatMap(({ method, path, responses }) =>
        [...responses].flatMap(([status, types]) =>
          Object.entries(types).flatMap(([type, schema]) =>
            type === 'application/json' && (!schema || Object.keys(schema).length === 0)
              ? [`${method} ${path} ${status}`]
              : [],
          ),
        ),
      );

      expect(loose).toEqual([]);
    });

    test('the validator finds an extra field, a wrong type and an undeclared status', async () => {
      const [operation] = reads.filter(({ path }) => path === '/api/products');
      const response = await shop.guest.get('/api/products?limit=1');
      const [product] = response.json();
      if (!operation) throw new Error('There is no list of products.');
      const changed = (change: object) => Object.assign(Object.create(response), change);

      expect(violationsIn(operation, response)).toEqual([]);
      for (const odd of [
        { body: JSON.stringify([{ ...product, passwordHash: 'x' }]) },
        { body: JSON.stringify([{ ...product, price: '10' }]) },
        { statusCode: 418 },
      ])
        expect(violationsIn(operation, changed(odd))).toHaveLength(1);
    });

    test.each([
      ['a guest', shop.guest],
      ['a customer', ada],
      ['an owner', grace],
    ])('no response to %s contains a hash, a secret or an undeclared field', async (who, person) => {
      expect(secrets.length).toBeGreaterThan(3);
      for await (const { operation, url, response } of responsesTo(person)) {
        expect([url, violationsIn(operation, response)]).toEqual([url, []]);
        for (const { secret } of secrets) expect(response.body.includes(secret), `${who} ${url}`).toBe(false);
        expect(response.body, url).not.toMatch(/\$argon2|"(passwordHash|password|token|secret|authSecret|keySecret)":/);
        expect(response.body.includes(config.authSecret) || response.body.includes(config.payment.keySecret)).toBe(
          false,
        );
        if (who !== 'an owner') expect([url, response.body.includes(victim.email)]).toEqual([url, false]);
      }
    });
  });

  test('A34 every response forbids framing, sniffing and scripts, and requires HTTPS for a year', async () => {
    const responses = [
      await ada.get('/api/products'),
      await ada.get('/api/user/me'),
      await ada.get('/nowhere'),
      await ada.get('/health'),
      await ada.get('/sitemap.xml'),
      await ada.get('/api/docs/'),
      await send('/api/cart/items', '{'),
      await send('/api/cart/items', randomBytes(KIB).toString('latin1'), { origin: 'https://evil.example' }),
    ];

    for (const { headers, raw } of responses) {
      const policy = String(headers['content-security-policy']);
      expect(policy, raw.req.url).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src[^;]*'unsafe/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'referrer-policy': 'strict-origin-when-cross-origin',
      });
    }
  });
});
