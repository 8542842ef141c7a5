import { randomUUID } from 'node:crypto';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { DEVICE_COOKIE } from '@shop/contracts/checkout/schema';
import { describe, expect, test } from 'vitest';
import { unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  type CustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  waitForWebhooks,
} from '#test/builders/store-with-payments.ts';
import { aLine, anIp } from '#test/network.ts';
import { redisModes } from '#test/redis-modes.ts';

describe.each(redisModes())('%s', async (_mode, REDIS_URL) => {
  const shop = await createStoreWithPayments({ REDIS_URL, RATE_LIMIT_FACTOR: '1' });
  const { sandbox, sql } = shop;
  const { variantId } = await aVariant(shop, { quantities: [1_000] });

  type From = { ip?: string; device?: string };
  /** Starts a checkout; another shipping method makes it a new one. */
  const start = (customer: CustomerWithCart, { ip = anIp(), device }: From, shippingMethod = 'express') =>
    customer.post(
      '/api/payment/create-order',
      { shippingMethod },
      {
        'idempotency-key': randomUUID(),
        'x-forwarded-for': ip,
        cookie: [customer.headers.cookie, device].filter(Boolean).join('; '),
      },
    );
  const deviceIn = ({ headers }: Awaited<ReturnType<typeof start>>) =>
    [headers['set-cookie'] ?? []].flat().find((line) => line.startsWith(`${DEVICE_COOKIE}=`));

  /** Declined card payments for one provider order. */
  async function failCards(orderId: string, cards: number, before = 0) {
    for (let card = 0; card < cards; card += 1) await sandbox.pay(orderId, { outcome: 'failure' });
    await waitForWebhooks(shop, orderId, before + cards);
    await shop.work();
  }
  async function expectStopped(attempt: () => ReturnType<typeof start>) {
    const createdBefore = (await sandbox.ledgerEntries('order.created')).length;
    const response = await attempt();
    expect(response.json()).toMatchObject({
      status: 429,
      code: 'too_many_failures',
      message: checkoutMessages.tooManyFailures,
    });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(500);
    expect((await sandbox.ledgerEntries('order.created')).length).toBe(createdBefore);
  }

  test('A21 blocks an account for ten minutes after five failed cards, from any IP address', async () => {
    const eve = await aCustomerWithCart(shop, [{ variantId }]);
    const { order } = startedCheckout(await start(eve, {}, 'standard'));
    await failCards(order.id, 4);
    expect((await start(eve, {}, 'standard')).statusCode).toBe(200);
    await failCards(order.id, 1, 4);

    await expectStopped(() => start(eve, {}));

    await sql.query("update payments set created_at = now() - interval '10 minutes' where provider_order_id = $1", [
      order.id,
    ]);
    expect((await start(eve, {})).statusCode).toBe(200);
  });

  test('A21 blocks new accounts from one IP address after five failed cards in total', async () => {
    const ip = anIp();
    for (let account = 0; account < 5; account += 1) {
      const { order } = startedCheckout(await start(await aCustomerWithCart(shop, [{ variantId }]), { ip }));
      await failCards(order.id, 1);
    }
    const sixth = await aCustomerWithCart(shop, [{ variantId }]);

    await expectStopped(() => start(sixth, { ip }));

    expect((await start(sixth, {})).statusCode).toBe(200);
  });

  test('A39 blocks new accounts from ten networks of one IPv6 line after fifteen failed cards in total', {
    timeout: 60_000,
  }, async () => {
    const line = aLine();
    const statuses: number[] = [];
    for (let card = 0; card < 20; card += 1) {
      const response = await start(await aCustomerWithCart(shop, [{ variantId }]), { ip: line(card % 10) });
      statuses.push(response.statusCode);
      if (response.statusCode === 200) await failCards(startedCheckout(response).order.id, 1);
    }

    expect(statuses).toEqual([...Array(15).fill(200), ...Array(5).fill(429)]);
  });

  test('A21 blocks a device after five failed cards, across accounts and IP addresses', async () => {
    const first = await start(await aCustomerWithCart(shop, [{ variantId }]), {});
    const line = deviceIn(first) ?? '';
    expect(line).toMatch(/^__Host-[\w-]+=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const device = line.split(';')[0];
    await failCards(startedCheckout(first).order.id, 2);
    const second = await start(await aCustomerWithCart(shop, [{ variantId }]), { device });
    expect(deviceIn(second)).toBeUndefined();
    await failCards(startedCheckout(second).order.id, 3);
    const third = await aCustomerWithCart(shop, [{ variantId }]);

    await expectStopped(() => start(third, { device }));

    // Only hashes of the token and the IP address are stored.
    const { rows } = await sql.query('select t::text as row from payment_sources t');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${device?.split('=')[1]}|198\\.51\\.100`));
  });

  test('A21 of 200 failing cards, each with a new account, only five pass from each of four IP addresses', {
    timeout: 60_000,
  }, async () => {
    const ips = Array.from({ length: 4 }, anIp);
    const statuses: number[] = [];
    for (let card = 0; card < 200; card += 1) {
      const response = await start(await aCustomerWithCart(shop, [{ variantId }]), { ip: ips[card % 4] });
      statuses.push(response.statusCode);
      if (response.statusCode === 200) await failCards(startedCheckout(response).order.id, 1);
    }

    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual(Array(180).fill(429));
  });

  test('A21 accepts a cash on delivery order after failed cards, and stores no payment source', async () => {
    const eve = await aCustomerWithCart(shop, [{ variantId }]);
    const { order, checkoutId } = startedCheckout(await start(eve, {}));
    await failCards(order.id, 5);

    const { statusCode, headers } = await eve.post(
      '/api/payment/create-order',
      { paymentMethod: 'cod' },
      { 'idempotency-key': randomUUID() },
    );

    expect([statusCode, headers['set-cookie']]).toEqual([200, undefined]);
    const { rows } = await sql.query(
      `select count(*)::int as sources from payment_sources s join checkouts c on c.id = s.checkout_id
        where c.user_id = $1 and c.id <> $2`,
      [eve.id, checkoutId],
    );
    expect(rows).toEqual([{ sources: 0 }]);
    expect(await unitsOf(shop, variantId)).toMatchObject({ received: 1_000 });
  });
});
