import { randomUUID } from 'node:crypto';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { describe, expect, test } from 'vitest';
import { anAccount, PASSWORD } from '#test/builders/account.ts';
import { aFullCart, aVariant } from '#test/builders/cart.ts';
import { aGuestBuyer } from '#test/builders/guest-buyer.ts';
import { aCustomerWithCart, createStoreWithPayments } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { aLine, anIp } from '#test/network.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';

const LIMIT = 50;
const GUESTS = 10;

describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const shop = await createStoreWithPayments({ REDIS_URL, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' });
  checkInvariantsAfterAll(shop);
  const { sql } = shop;

  /** Five variants of ten units each in the cart: as much as one customer may reserve. */
  async function aGuestWithFullCart(units = 10) {
    const headers = { 'x-forwarded-for': anIp() };
    const buyer = await aGuestBuyer(shop, { headers });
    for (let variant = 0; variant < 5; variant++) {
      const { variantId } = await aVariant(shop, { quantities: [1_000] });
      await buyer.post('/api/cart/items', { variantId, quantity: units }, headers);
    }
    const pay = (ip: string, cookie = '') =>
      buyer.post(
        '/api/payment/create-order',
        { paymentMethod: 'card' },
        {
          'idempotency-key': randomUUID(),
          'x-forwarded-for': ip,
          cookie: [buyer.cookie, cookie].filter(Boolean).join('; '),
        },
      );
    return { ...buyer, pay };
  }
  async function tenGuests() {
    const guests = [];
    for (let guest = 0; guest < GUESTS; guest++) guests.push(await aGuestWithFullCart());
    return guests;
  }
  async function unitsHeld(guests: { id: string }[]) {
    const { rows } = await sql.query(
      `select coalesce(sum(l.quantity), 0)::int as units from checkout_lines l join checkouts c on c.id = l.checkout_id
        where c.status = 'open' and c.user_id = any ($1)`,
      [guests.map(({ id }) => id)],
    );
    return rows[0].units;
  }

  test.each([
    ['one IP address', () => () => '198.51.100.23'],
    ['ten networks of one IPv6 line', aLine],
  ])('A38 ten guests at once, from %s, hold as many units as one', async (_from, aClient) => {
    const [guests, client] = [await tenGuests(), aClient()];

    const responses = await Promise.all(guests.map(({ pay }, network) => pay(client(network))));

    expect(await unitsHeld(guests)).toBe(LIMIT);
    const refused = responses.filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(GUESTS - 1);
    for (const response of refused)
      expect(response.json()).toMatchObject({
        status: 409,
        code: 'client_limit',
        message: checkoutMessages.clientLimit(LIMIT),
      });
  });

  test('A38 many lines of one IPv6 /48 hold three times as many', async () => {
    const network = anIp().split(':').slice(0, 3).join(':');
    const guests = await tenGuests();

    await Promise.all(guests.map(({ pay }, line) => pay(`${network}:${line}00::1`)));

    expect(await unitsHeld(guests)).toBe(3 * LIMIT);
  });

  test('A38 guests of one device hold as many units as one, from any IP address', async () => {
    const guests = await tenGuests();
    const cookie = `__Host-crystalline_device=${'d'.repeat(43)}`;

    await Promise.all(guests.map(({ pay }) => pay(anIp(), cookie)));

    expect(await unitsHeld(guests)).toBe(LIMIT);
  });

  test('A38 a guest may change the checkout that holds the units, and another one buys once they are released', async () => {
    const [ip, first, second] = [anIp(), await aGuestWithFullCart(), await aGuestWithFullCart(1)];
    expect((await first.pay(ip)).statusCode).toBe(200);
    expect((await first.pay(ip)).statusCode).toBe(200);
    expect((await second.pay(ip)).json().code).toBe('client_limit');

    await sql.query('update checkouts set expires_at = now() where user_id = $1', [first.id]);

    expect((await second.pay(ip)).statusCode).toBe(200);
  });

  test.each(['an empty', 'a full'])(
    'A38 guests who log in to one confirmed account with %s cart after each checkout hold as many units as one',
    async (cart) => {
      const [ip, guests] = [anIp(), [] as { id: string }[]];
      const { email, user } = await anAccount(shop, { from: anIp() });
      if (cart === 'a full') await aFullCart(shop, user.id);

      for (let round = 0; round < 4; round++) {
        const buyer = await aGuestWithFullCart();
        expect((await buyer.pay(ip)).statusCode).toBe(200);
        const login = { email, password: PASSWORD };
        const headers = { cookie: buyer.cookie, 'x-forwarded-for': ip };
        expect((await shop.guest.post('/api/auth/login', login, headers)).statusCode).toBe(200);
        guests.push(buyer);
      }

      expect(await unitsHeld([...guests, user])).toBe(LIMIT);
    },
  );

  test('A38 customers with a confirmed email address are neither limited nor counted', async () => {
    const [ip, guest] = [anIp(), await aGuestWithFullCart()];
    const codes: number[] = [];
    const buy = async () => {
      const { variantId } = await aVariant(shop, { quantities: [1_000] });
      const customer = await aCustomerWithCart(shop, [{ variantId, quantity: 10 }]);
      const headers = { 'idempotency-key': randomUUID(), 'x-forwarded-for': ip };
      codes.push((await customer.post('/api/payment/create-order', {}, headers)).statusCode);
    };

    for (let customer = 0; customer < 5; customer++) await buy();
    codes.push((await guest.pay(ip)).statusCode);
    await buy();

    expect(codes).toEqual(Array(7).fill(200));
  });
});
