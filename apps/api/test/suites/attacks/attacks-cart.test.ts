import { CART_COOKIE } from '@shop/contracts/cart/constants';
import { cartMessages } from '@shop/contracts/cart/messages';
import type { InjectOptions } from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { aGuest, aVariant, cartIn, contents } from '#test/builders/cart.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { anIp } from '#test/network.ts';
import { redisModes } from '#test/redis-modes.ts';
import { createTestDatabase, createTestStore } from '#test/test-store.ts';

const databaseUrl = await createTestDatabase();
const ODD_QUANTITIES = [
  '1.5',
  '"2"',
  'true',
  'null',
  '[1]',
  '{"a":1}',
  '10000',
  '2147483648',
  '9007199254740993',
  '1e309',
];

describe.each(redisModes())('%s', async (how, REDIS_URL) => {
  // Behind a trusted proxy, so that requests can come from any IP address; rate limits as in production.
  const shop = await createTestStore({
    databaseUrl,
    env: { REDIS_URL, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' },
  });
  checkInvariantsAfterAll(shop);
  if (how === 'with Redis') await vi.waitUntil(shop.redis.usable, { timeout: 30_000 });
  const { sql, aShopper, guest } = shop;
  const { variantId } = await aVariant(shop, { price: 10, quantities: [5_000] });
  const json = { 'content-type': 'application/json' };

  const fromNewIp = () => ({ 'x-forwarded-for': anIp() });
  async function aGuestWithACart(quantity = 2) {
    const visitor = aGuest(shop, fromNewIp());
    const cart = cartIn(await visitor.post('/api/cart/items', { variantId, quantity }));
    return { visitor, cart, lineId: cart.items[0]?.id ?? '' };
  }

  test.each([...ODD_QUANTITIES, '0', '-1', '-2147483649'])('A02 rejects adding a quantity of %s', async (quantity) => {
    const { visitor, cart } = await aGuestWithACart();

    const response = await guest.post('/api/cart/items', `{"variantId":"${variantId}","quantity":${quantity}}`, {
      ...json,
      ...fromNewIp(),
      cookie: visitor.cookie(),
    });

    expect(response.statusCode).toBe(422);
    expect(cartIn(await visitor.get('/api/cart'))).toEqual(cart);
  });

  test.each([...ODD_QUANTITIES, '-10000', '-9007199254740993'])(
    'A02 rejects setting a quantity of %s',
    async (quantity) => {
      const { visitor, cart, lineId } = await aGuestWithACart();

      const response = await guest.put(`/api/cart/items/${lineId}`, `{"quantity":${quantity}}`, {
        ...json,
        ...fromNewIp(),
        cookie: visitor.cookie(),
      });

      expect(response.statusCode).toBe(422);
      expect(response.json().errors).toEqual([{ field: 'quantity', message: cartMessages.quantityInvalid }]);
      expect(cartIn(await visitor.get('/api/cart'))).toEqual(cart);
    },
  );

  test('A02 accepts a quantity in any JSON number format, and rejects invalid JSON', async () => {
    const { visitor, lineId } = await aGuestWithACart();
    const put = (body: string) =>
      guest.put(`/api/cart/items/${lineId}`, body, { ...json, ...fromNewIp(), cookie: visitor.cookie() });

    expect(cartIn(await put('{"quantity":1e3}')).items).toMatchObject([{ quantity: 1_000 }]);
    expect((await put('{"quantity":NaN}')).statusCode).toBe(400);
  });

  test('A02 concurrent adds of one variant make one line, capped at the available stock', async () => {
    const { variantId: scarce } = await aVariant(shop, { price: 10, quantities: [3] });
    const ada = await aShopper();

    const responses = await Promise.all(
      Array.from({ length: 6 }, () => ada.post('/api/cart/items', { variantId: scarce, quantity: 2 }, fromNewIp())),
    );

    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
    const cart = cartIn(await ada.get('/api/cart'));
    expect(contents(cart)).toEqual([[scarce, 3]]);
    expect(cart.subtotal).toBe(30);
  });

  test('A03 normalizes case and whitespace of a discount code, and rejects two codes at once', async () => {
    const { visitor } = await aGuestWithACart();
    const apply = (code: unknown) => visitor.post('/api/cart/discount', { code });
    const known = ['crystal10', ' CRYSTAL10 ', '\u00a0Crystal10\n'];
    const unknown = ['CRYSTAL１０', 'CRYSTAL10 CRYSTAL20', 'CRYSTAL10\u200b', 'CRYSTAL%', 'CRYSTAL10\u0000'];

    for (const code of known)
      expect(cartIn(await apply(code))).toMatchObject({ discountCode: 'CRYSTAL10', discount: 2 });
    for (const code of unknown) expect((await apply(code)).statusCode).toBe(422);
    for (const code of [['CRYSTAL10', 'CRYSTAL20'], { code: 'CRYSTAL20' }])
      expect((await apply(code)).statusCode).toBe(422);
    expect(cartIn(await visitor.get('/api/cart'))).toMatchObject({ discountCode: 'CRYSTAL10', discount: 2 });
  });

  test('A03 checks ten of a hundred guessed codes, and does not limit other IP addresses', async () => {
    const { visitor } = await aGuestWithACart();
    const other = await aGuestWithACart();

    const guess = (code: number) => visitor.post('/api/cart/discount', { code: `GUESS${code}` });
    const responses = await Promise.all(Array.from({ length: 100 }, (_, code) => guess(code)));
    const more = [];
    for (let code = 100; code <= 110; code++) more.push(await guess(code));

    const stopped = responses.filter(({ statusCode }) => statusCode === 429);
    const checked = responses.filter(({ statusCode }) => statusCode === 422);
    expect(checked.length + stopped.length).toBe(100);
    // Ten; twenty if Redis fails during the test, as the in-process limiter then starts from zero.
    expect(checked.length).toBeLessThanOrEqual(20);
    expect(more.at(-1)?.statusCode).toBe(429);
    for (const response of stopped) {
      expect(response.json()).toMatchObject({ code: 'too_many_codes', message: cartMessages.tooManyCodes });
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await other.visitor.post('/api/cart/discount', { code: 'CRYSTAL10' })).statusCode).toBe(200);
  });

  test('A03 does not rate limit valid discount codes', async () => {
    const { visitor } = await aGuestWithACart();
    const codes = [];
    for (let i = 0; i < 15; i++)
      codes.push((await visitor.post('/api/cart/discount', { code: 'CRYSTAL10' })).statusCode);

    expect(codes).toEqual(Array(15).fill(200));
  });

  test('A04 A05 a line of another cart cannot be read or changed, and gives the same 404 as an unknown one', async () => {
    const ada = await aShopper();
    await ada.post('/api/cart/items', { variantId, quantity: 3 }, fromNewIp());
    const mine = cartIn(await ada.get('/api/cart'));
    const lineId = mine.items[0]?.id ?? '';
    const eve = await aShopper();
    await eve.post('/api/cart/items', { variantId }, fromNewIp());
    const { visitor } = await aGuestWithACart();
    const stranger = aGuest(shop, fromNewIp());

    for (const who of [eve, visitor, stranger])
      for (const call of [
        (id: string) => who.put(`/api/cart/items/${id}`, { quantity: 1 }),
        (id: string) => who.put(`/api/cart/items/${id}`, { quantity: 0 }),
        (id: string) => who.delete(`/api/cart/items/${id}`),
      ]) {
        const [theirs, none] = [await call(lineId), await call(crypto.randomUUID())];
        expect([theirs.statusCode, none.statusCode]).toEqual([404, 404]);
        expect({ ...theirs.json(), requestId: '' }).toEqual({ ...none.json(), requestId: '' });
      }
    for (const who of [eve, visitor, stranger])
      expect((await who.get(`/api/cart?userId=${ada.id}`)).body).not.toContain(lineId);
    expect(cartIn(await ada.get('/api/cart'))).toEqual(mine);
  });

  test('A04 A05 rejects cart cookies that are guessed, made of database values, or a session token', async () => {
    const { visitor, cart } = await aGuestWithACart();
    const ada = await aShopper();
    await ada.post('/api/cart/items', { variantId }, fromNewIp());
    const { rows } = await sql.query<{ id: string; hash: string | null; user_id: string | null }>(
      `select id, translate(rtrim(encode(guest_token_hash, 'base64'), '='), '+/', '-_') as hash, user_id from carts
        order by id desc limit 2`,
    );
    const token = visitor.cookie().split('=')[1] ?? '';
    const tokens = [
      ...rows.flatMap(({ id, hash, user_id }) => [id, hash, user_id]),
      token.slice(0, -1),
      token.toLowerCase(),
      `${token}=`,
      ada.signed,
      '',
    ];

    for (const guess of tokens) {
      const response = await guest.get('/api/cart', { cookie: `${CART_COOKIE}=${guess}` });
      expect([guess, response.statusCode, response.json().items]).toEqual([guess, 200, []]);
    }
    expect(cartIn(await visitor.get('/api/cart'))).toEqual(cart);
  });

  test.each<[string, InjectOptions['payload']]>([
    ['an unknown field', { variantId, quantity: 1, userId: crypto.randomUUID() }],
    ['a cart id', { variantId, quantity: 1, cartId: crypto.randomUUID() }],
    ['a product id', { variantId, productId: crypto.randomUUID() }],
    ['an invalid id', { variantId: `${variantId}' or 1=1` }],
  ])('A05 rejects adding an item with %s', async (_what, body) => {
    const visitor = aGuest(shop, fromNewIp());

    expect([404, 422]).toContain((await visitor.post('/api/cart/items', body)).statusCode);
    expect(visitor.cookie()).toBe('');
  });

  test('A17 rejects a change sent by another site', async () => {
    const { visitor, cart } = await aGuestWithACart();

    const response = await guest.delete('/api/cart', undefined, {
      cookie: visitor.cookie(),
      origin: 'https://evil.example',
    });

    expect(response.statusCode).toBe(403);
    expect(cartIn(await visitor.get('/api/cart'))).toEqual(cart);
  });
});
