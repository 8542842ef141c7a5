import { randomUUID } from 'node:crypto';
import { DEVICE_COOKIE } from '@shop/contracts/checkout/schema';
import { afterEach, describe, expect, test } from 'vitest';
import { claimDueForReconciliation } from '#checkout/queries.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aGuestBuyer } from '#test/builders/guest-buyer.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { aLine, anIp } from '#test/network.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';

const LIMIT = 20;

describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const shop = await createStoreWithPayments({ REDIS_URL, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' });
  checkInvariantsAfterAll(shop);
  const { db, sandbox, sql, work } = shop;
  afterEach(() => sandbox.recover());
  const { variantId } = await aVariant(shop, { price: 50, quantities: [10_000] });

  type From = { ip?: string; device?: string };
  async function aGuestAtCheckout() {
    const buyer = await aGuestBuyer(shop, { headers: { 'x-forwarded-for': anIp() } });
    await buyer.post('/api/cart/items', { variantId }, { 'x-forwarded-for': anIp() });
    /** Each change of the shipping method changes the amount, and with it the order at the provider. */
    const start = (shippingMethod: string, { ip = anIp(), device = '' }: From = {}) =>
      buyer.post(
        '/api/payment/create-order',
        { paymentMethod: 'card', shippingMethod },
        {
          'idempotency-key': randomUUID(),
          'x-forwarded-for': ip,
          cookie: [buyer.cookie, device && `${DEVICE_COOKIE}=${device}`].filter(Boolean).join('; '),
        },
      );
    return { ...buyer, start };
  }
  const aDevice = () => randomUUID().replaceAll('-', '').padEnd(43, '0');
  const ordersOpened = async () => (await sandbox.ledgerEntries('order.created')).length;
  async function reconcile() {
    await sql.query("select graphile_worker.add_job('reconcile_checkouts')");
    await work();
  }

  test('A40 a guest who switches the shipping method opens twenty orders in an hour, and can still pay the last one', async () => {
    const before = await ordersOpened();
    const guest = await aGuestAtCheckout();
    for (let i = 0; i < LIMIT; i++) expect((await guest.start(i % 2 ? 'standard' : 'express')).statusCode).toBe(200);

    const refused = await guest.start('express');

    expect(refused.json()).toMatchObject({ status: 429, code: 'too_many_orders' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await guest.start('standard')).statusCode).toBe(200);
    expect((await ordersOpened()) - before).toBe(LIMIT);
    await sql.query("update checkouts set created_at = created_at - interval '1 hour' where user_id = $1", [guest.id]);
    expect((await guest.start('express')).statusCode).toBe(200);
  });

  test.each([
    ['one IP address', LIMIT, () => ({ ip: '198.51.100.77' }), () => ({})],
    ['ten networks of one IPv6 line', 3 * LIMIT, aLineOfClients, () => ({})],
    ['one device', LIMIT, () => ({}), () => ({ device: aDevice() })],
  ])('A40 guests of %s open %i orders in an hour together', async (_who, most, aClient, aBrowser) => {
    const before = await ordersOpened();
    const [client, browser] = [aClient(), aBrowser()];
    const clientAt = (i: number): From => ({ ...(typeof client === 'function' ? client(i) : client), ...browser });

    const codes: number[] = [];
    for (let i = 0; codes.filter((code) => code === 429).length < 4 && i < 2 * most; i++) {
      const guest = await aGuestAtCheckout();
      for (const method of ['express', 'standard', 'express', 'standard', 'express'])
        codes.push((await guest.start(method, clientAt(i))).statusCode);
    }

    expect((await ordersOpened()) - before).toBe(most);
  });
  function aLineOfClients() {
    const line = aLine();
    return (i: number) => ({ ip: line(i % 10) });
  }

  test('A40 orders that were paid do not count: many buyers share an IP address', async () => {
    const headers = { 'x-forwarded-for': anIp() };
    const codes: number[] = [];
    for (let i = 0; i < LIMIT + 2; i++) {
      const buyer = await aCustomerWithCart(shop, [{ variantId }]);
      const started = await buyer.post(
        '/api/payment/create-order',
        {},
        { 'idempotency-key': randomUUID(), ...headers },
      );
      codes.push(started.statusCode);
      if (started.statusCode === 200)
        await buyer.verify((await sandbox.pay(startedCheckout(started).order.id)).verification);
    }

    expect(codes).toEqual(Array(LIMIT + 2).fill(200));
  });

  test('A40 a checkout that was replaced is asked about at an age of 5, 15 and 60 minutes, not every minute', async () => {
    const guest = await aGuestAtCheckout();
    for (const method of ['express', 'standard']) await guest.start(method);
    const ages: (number | null)[] = [];

    for (let check = 0; check < 4; check++) {
      // The next check is due: as if the time until then had passed.
      await sql.query(
        `update checkouts set created_at = created_at - (reconcile_at - now()), reconcile_at = now()
          where user_id = $1 and status = 'cancelled' and reconcile_at is not null`,
        [guest.id],
      );
      await reconcile();
      const { rows } = await sql.query(
        `select round(extract(epoch from reconcile_at - created_at) / 60)::int as minutes from checkouts
          where user_id = $1 and status = 'cancelled'`,
        [guest.id],
      );
      ages.push(rows[0].minutes);
    }

    expect(ages).toEqual([5, 15, 60, null]);
  });

  test('A40 an open checkout is asked about before any number of older ones that were replaced', async () => {
    const guest = await aGuestAtCheckout();
    for (const method of ['express', 'standard']) await guest.start(method);
    await sql.query(
      `insert into checkouts
       select (jsonb_populate_record(null::checkouts, to_jsonb(c) || jsonb_build_object('id', uuid_v7(),
                'provider_order_id', 'order_' || gen_random_uuid(), 'reconcile_at', now() - interval '1 minute'))).*
         from (select * from checkouts where user_id = $1 and status = 'cancelled' limit 1) c, generate_series(1, 200) n`,
      [guest.id],
    );
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    const { order, checkoutId } = startedCheckout(await ada.start());
    await sql.query('update checkouts set reconcile_at = now() where id = $1', [checkoutId]);

    const claimed = await claimDueForReconciliation(db, 20);

    expect(claimed).toContain(order.id);
    expect(claimed).toHaveLength(20);
    await sql.query("update checkouts set reconcile_at = null where user_id = $1 and status = 'cancelled'", [guest.id]);
  });

  test('A40 the rate limit of the provider delays payments of others by seconds, and opens no circuit', {
    timeout: 60_000,
  }, async () => {
    const [mallory, ada] = [await aGuestAtCheckout(), await aCustomerWithCart(shop, [{ variantId }])];
    await sandbox.fail({ on: 'POST /v1/orders', times: 5, do: 'status', status: 429 });
    const codes: number[] = [];
    for (let i = 0; i < 5; i++) codes.push((await mallory.start(i % 2 ? 'standard' : 'express')).statusCode);

    const response = await ada.start();

    expect(codes).toEqual(Array(5).fill(503));
    expect(response.statusCode).toBe(200);
    expect(shop.provider.isCircuitOpen()).toBe(false);
  });

  test('A40 a provider that opens no orders does not keep payments from being verified', async () => {
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    const { order } = startedCheckout(await ada.start());
    const { verification } = await sandbox.pay(order.id);
    await sandbox.fail({ on: 'POST /v1/orders', times: 5, do: 'status', status: 500 });
    for (let i = 0; i < 5; i++) await (await aCustomerWithCart(shop, [{ variantId }])).start();
    expect(shop.provider.isCircuitOpen()).toBe(true);

    expect((await ada.verify(verification)).statusCode).toBe(200);
  });
});
