import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { expireCheckouts } from '#checkout/expire.ts';
import { unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  type CustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
} from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { redisModes } from '#test/redis-modes.ts';

describe.each(redisModes())('%s', async (_mode, REDIS_URL) => {
  const shop = await createStoreWithPayments({ REDIS_URL });
  checkInvariantsAfterAll(shop);
  const { db, sql, sandbox } = shop;

  async function aStartedCheckout(price = 100) {
    const { variantId } = await aVariant(shop, { quantities: [5], price });
    const customer = await aCustomerWithCart(shop, [{ variantId }]);
    return { customer, variantId, ...startedCheckout(await customer.start()) };
  }
  const ordersOf = async (userId: string) =>
    (await sql.query('select id from orders where user_id = $1', [userId])).rows;
  const sign = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');

  describe('A01 tampering with the price', () => {
    test('rejects unknown fields', async () => {
      const { variantId } = await aVariant(shop);
      const eve = await aCustomerWithCart(shop, [{ variantId }]);
      const send = (body: string) =>
        eve.post('/api/payment/create-order', body, {
          'idempotency-key': randomUUID(),
          'content-type': 'application/json',
        });

      for (const field of ['price', 'salePrice', 'discount', 'shipping', 'tax', 'total', 'currency', 'rate', 'userId'])
        expect([field, (await send(`{"${field}":1}`)).statusCode]).toEqual([field, 422]);
      // The JSON parser itself rejects this one.
      expect((await send('{"__proto__":{"amount":1}}')).statusCode).toBe(400);

      expect(await unitsOf(shop, variantId)).toMatchObject({ reserved: 0 });
    });

    test('rejects an amount other than the total, and reserves and starts nothing', async () => {
      const { variantId } = await aVariant(shop, { price: 100 });
      const eve = await aCustomerWithCart(shop, [{ variantId }]);

      for (const amount of [1, 0, -1, 1e9])
        expect((await eve.start({ amount })).json()).toMatchObject({ status: 409, code: 'price_changed' });

      expect(await unitsOf(shop, variantId)).toMatchObject({ reserved: 0 });
      const { rows } = await sql.query('select id from checkouts where user_id = $1', [eve.id]);
      expect(rows).toEqual([]);
    });

    test('rejects the payment of a cheap order for an expensive one', async () => {
      const cheap = await aStartedCheckout(1);
      const expensive = await aStartedCheckout(5_000);
      const { verification } = await sandbox.pay(cheap.order.id);

      for (const forged of [
        { ...verification, razorpay_order_id: expensive.order.id },
        {
          ...verification,
          razorpay_order_id: expensive.order.id,
          razorpay_signature: sign(`${expensive.order.id}|${verification.razorpay_payment_id}`, 'guess'),
        },
      ])
        expect((await expensive.customer.verify(forged)).statusCode).toBe(422);
      expect((await expensive.customer.verify(verification)).statusCode).toBe(404);
      expect(await ordersOf(expensive.customer.id)).toEqual([]);
    });
  });

  test('A10 rejects a payment verification of another customer, of another order, or forged', async () => {
    const [ada, eve] = [await aStartedCheckout(), await aStartedCheckout()];
    const { verification } = await sandbox.pay(ada.order.id);

    const foreign = await eve.customer.verify(verification);
    const unknown = await eve.customer.verify({ ...verification, razorpay_order_id: 'order_unknown' });
    expect(foreign.statusCode).toBe(404);
    expect({ ...foreign.json(), requestId: '' }).toEqual({ ...unknown.json(), requestId: '' });

    for (const forged of [
      { ...verification, razorpay_order_id: eve.order.id },
      { ...verification, razorpay_order_id: eve.order.id, razorpay_payment_id: 'pay_other' },
      { ...verification, razorpay_order_id: eve.order.id, razorpay_signature: '' },
      { ...verification, razorpay_order_id: eve.order.id, razorpay_signature: '0'.repeat(64) },
    ])
      expect((await eve.customer.verify(forged)).statusCode).toBe(422);
    expect(await ordersOf(eve.customer.id)).toEqual([]);

    expect((await ada.customer.verify(verification)).statusCode).toBe(200);
    expect((await ada.customer.verify({ ...verification, amount: 1 })).statusCode).toBe(422);
  });

  test('A11 a payment for a cart that was changed after checkout buys only the priced items', async () => {
    const { customer, order, variantId } = await aStartedCheckout(100);
    const expensive = await aVariant(shop, { price: 5_000 });
    await customer.post('/api/cart/items', { variantId: expensive.variantId, quantity: 1 });
    const { verification } = await sandbox.pay(order.id);

    const { orderId } = (await customer.verify(verification)).json();

    const { items } = (await customer.get(`/api/orders/${orderId}`)).json();
    expect(items.map((item: { variantId: string }) => item.variantId)).toEqual([variantId]);
    expect((await customer.get('/api/cart')).json().items).toMatchObject([{ variantId: expensive.variantId }]);
  });

  test('A11 a shipped order cannot be cancelled, and a cash on delivery order cannot be paid online', async () => {
    const { variantId } = await aVariant(shop);
    const eve = await aCustomerWithCart(shop, [{ variantId }]);
    const { orderId } = (await eve.start({ paymentMethod: 'cod' })).json().placed;
    const grace = await shop.anAdmin();
    const keyed = () => ({ 'idempotency-key': randomUUID() });
    expect((await grace.put(`/api/orders/${orderId}/status`, { status: 'shipped' }, keyed())).statusCode).toBe(200);

    const { verification } = await sandbox.pay((await aStartedCheckout()).order.id);

    expect((await eve.post(`/api/orders/${orderId}/cancellation`, undefined, keyed())).statusCode).toBe(409);
    expect((await eve.verify({ ...verification, razorpay_order_id: orderId })).statusCode).toBe(404);
    expect((await eve.get(`/api/orders/${orderId}`)).json()).toMatchObject({
      status: 'shipped',
      paymentStatus: 'pending',
    });
  });

  test('A11 no checkout step can be skipped', async () => {
    const { variantId } = await aVariant(shop);
    const eve = await aCustomerWithCart(shop, [{ variantId }]);
    const verification = {
      razorpay_order_id: 'order_x',
      razorpay_payment_id: 'pay_x',
      razorpay_signature: '0'.repeat(64),
    };
    expect((await eve.verify(verification)).statusCode).toBe(404);

    const { checkoutId } = (await eve.start({ paymentMethod: 'cod' })).json();
    expect((await eve.verify({ ...verification, razorpay_order_id: checkoutId })).statusCode).toBe(404);
    expect((await eve.verify({ ...verification, razorpay_order_id: 'null' })).statusCode).toBe(404);
    expect((await eve.start()).json().code).toBe('cart_empty');
  });

  describe('A22 reserving the stock without paying (inventory hoarding)', () => {
    const UNITS = 100;
    async function aTarget() {
      const { variantId } = await aVariant(shop, { quantities: [UNITS] });
      const expectFewTaken = async () => {
        const { available } = await unitsOf(shop, variantId);
        expect(UNITS - available).toBeLessThanOrEqual(10);
      };
      return { variantId, expectFewTaken };
    }
    const add = async (thief: CustomerWithCart, variantId: string, quantity: number) =>
      expect((await thief.post('/api/cart/items', { variantId, quantity })).statusCode).toBe(200);
    const expire = async ({ id }: CustomerWithCart) => {
      await sql.query("update checkouts set expires_at = now() where user_id = $1 and status = 'open'", [id]);
      await expireCheckouts(db);
    };

    test('a cart with the whole stock reserves nothing and cannot be checked out', async () => {
      const { variantId } = await aTarget();
      const eve = await aCustomerWithCart(shop, []);
      await add(eve, variantId, UNITS);

      for (const paymentMethod of ['card', 'upi', 'cod'])
        expect((await eve.start({ paymentMethod })).json()).toMatchObject({ status: 409, code: 'unit_limit' });

      expect(await unitsOf(shop, variantId)).toMatchObject({ available: UNITS, reserved: 0, sold: 0 });
    });

    test('checkouts and cash orders of one account take at most 10 units in total', async () => {
      const { variantId, expectFewTaken } = await aTarget();
      const eve = await aCustomerWithCart(shop, []);

      const errorCodes = new Set<string>();
      for (let round = 0; round < 12; round += 1) {
        await add(eve, variantId, 3);
        const paymentMethod = round % 2 ? 'cod' : 'card';
        const responses = await Promise.all([
          eve.start({ paymentMethod }),
          eve.start({ paymentMethod, shippingMethod: 'express' }),
        ]);
        for (const response of responses) if (response.statusCode !== 200) errorCodes.add(response.json().code);
        await expectFewTaken();
      }

      expect(errorCodes).toContain('unit_limit');
    });

    test('accounts with the same shipping address take at most 10 units in total', async () => {
      const { variantId, expectFewTaken } = await aTarget();
      const thieves = await Promise.all(Array.from({ length: 6 }, () => aCustomerWithCart(shop, [])));
      for (const [index, thief] of thieves.entries()) {
        await sql.query(
          `update addresses set line1 = $2, line2 = null, city = $3, postal_code = $4 where user_id = $1`,
          index % 2
            ? [thief.id, `9 FENCE  Lane, ${variantId}.`, 'london', 'w1j7nt']
            : [thief.id, `9 Fence Lane ${variantId}`, 'London', 'W1J 7NT'],
        );
        await add(thief, variantId, 4);
      }

      const responses = await Promise.all(
        thieves.map((thief, index) => thief.start({ paymentMethod: index % 2 ? 'cod' : 'card' })),
      );

      expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
      await expectFewTaken();
    });

    test('a customer whose checkouts expire repeatedly has to wait', async () => {
      const { variantId, expectFewTaken } = await aTarget();
      const eve = await aCustomerWithCart(shop, []);
      await add(eve, variantId, 10);
      for (let round = 0; round < 2; round += 1) {
        expect((await eve.start()).statusCode).toBe(200);
        await expectFewTaken();
        await expire(eve);
      }

      const response = await eve.start();

      expect(response.statusCode).toBe(429);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(3_500);
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: UNITS, reserved: 0 });
    });

    test('restarting the checkout extends the reservation by 15 minutes only once', async () => {
      const { variantId } = await aTarget();
      const eve = await aCustomerWithCart(shop, []);
      await add(eve, variantId, 10);
      const secondsRemaining = [];
      for (const shippingMethod of ['standard', 'express', 'standard', 'express']) {
        secondsRemaining.push(startedCheckout(await eve.start({ shippingMethod })).secondsRemaining);
        await sql.query(
          `with c as (update checkouts set expires_at = expires_at - interval '14 minutes' where user_id = $1
                      returning id, expires_at)
           update reservations r set expires_at = c.expires_at from c where r.checkout_id = c.id`,
          [eve.id],
        );
        await expireCheckouts(db);
      }

      expect(secondsRemaining[1]).toBeGreaterThan(890);
      expect(secondsRemaining[2]).toBeLessThanOrEqual(60);
    });
  });
});
