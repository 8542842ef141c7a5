import { createHmac, randomUUID } from 'node:crypto';
import { checkoutMessages } from '@shop/contracts/checkout-texts';
import { describe, expect, test } from 'vitest';
import { expireCheckouts } from '#checkout/expire.ts';
import { unitsOf } from './an-order.ts';
import { checkBooksAtTheEnd } from './books.ts';
import { aPiece } from './cart.ts';
import { aBuyer, type Buyer, messagesOf, opened, paidShop } from './paid-shop.ts';

describe.each([
  ['Redis', process.env.REDIS_URL],
  ['no Redis', 'redis://127.0.0.1:1/0'],
])('with %s', async (_words, REDIS_URL) => {
  const shop = await paidShop({ REDIS_URL });
  checkBooksAtTheEnd(shop);
  const { db, sql, sandbox, work } = shop;

  async function atTheWindow(price = 100) {
    const { variantId } = await aPiece(shop, { quantities: [5], price });
    const buyer = await aBuyer(shop, [{ variantId }]);
    return { buyer, variantId, ...opened(await buyer.start()) };
  }
  const ordersOf = async (userId: string) =>
    (await sql.query('select id from orders where user_id = $1', [userId])).rows;
  const sign = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');

  describe('A01 tampering with the price', () => {
    test('a field nobody asked for is refused', async () => {
      const { variantId } = await aPiece(shop);
      const eve = await aBuyer(shop, [{ variantId }]);
      const send = (body: string) =>
        eve.post('/api/payment/create-order', body, {
          'idempotency-key': randomUUID(),
          'content-type': 'application/json',
        });

      for (const field of ['price', 'salePrice', 'discount', 'shipping', 'tax', 'total', 'currency', 'rate', 'userId'])
        expect([field, (await send(`{"${field}":1}`)).statusCode]).toEqual([field, 422]);
      // The parser itself does not let this one in.
      expect((await send('{"__proto__":{"amount":1}}')).statusCode).toBe(400);

      expect(await unitsOf(shop, variantId)).toMatchObject({ reserved: 0 });
    });

    test('paying a cheap order does not pay a dear one', async () => {
      const cheap = await atTheWindow(1);
      const dear = await atTheWindow(5_000);
      const { proof } = await sandbox.pay(cheap.order.id);

      for (const forged of [
        { ...proof, razorpay_order_id: dear.order.id },
        {
          ...proof,
          razorpay_order_id: dear.order.id,
          razorpay_signature: sign(`${dear.order.id}|${proof.razorpay_payment_id}`, 'guess'),
        },
      ])
        expect((await dear.buyer.verify(forged)).statusCode).toBe(422);
      expect((await dear.buyer.verify(proof)).statusCode).toBe(404);
      expect(await ordersOf(dear.buyer.id)).toEqual([]);
    });
  });

  test('A10 a proof of somebody else, of another order, or made up, proves nothing', async () => {
    const [ada, eve] = [await atTheWindow(), await atTheWindow()];
    const { proof } = await sandbox.pay(ada.order.id);

    const foreign = await eve.buyer.verify(proof);
    const unknown = await eve.buyer.verify({ ...proof, razorpay_order_id: 'order_unknown' });
    expect(foreign.statusCode).toBe(404);
    expect({ ...foreign.json(), requestId: '' }).toEqual({ ...unknown.json(), requestId: '' });

    for (const forged of [
      { ...proof, razorpay_order_id: eve.order.id },
      { ...proof, razorpay_order_id: eve.order.id, razorpay_payment_id: 'pay_other' },
      { ...proof, razorpay_order_id: eve.order.id, razorpay_signature: '' },
      { ...proof, razorpay_order_id: eve.order.id, razorpay_signature: '0'.repeat(64) },
    ])
      expect((await eve.buyer.verify(forged)).statusCode).toBe(422);
    expect(await ordersOf(eve.buyer.id)).toEqual([]);

    expect((await ada.buyer.verify(proof)).statusCode).toBe(200);
    expect((await ada.buyer.verify({ ...proof, amount: 1 })).statusCode).toBe(422);
  });

  test('A11 no step can be skipped', async () => {
    const { variantId } = await aPiece(shop);
    const eve = await aBuyer(shop, [{ variantId }]);
    const proof = { razorpay_order_id: 'order_x', razorpay_payment_id: 'pay_x', razorpay_signature: '0'.repeat(64) };
    expect((await eve.verify(proof)).statusCode).toBe(404);

    const { checkoutId } = (await eve.start({ paymentMethod: 'cod' })).json();
    expect((await eve.verify({ ...proof, razorpay_order_id: checkoutId })).statusCode).toBe(404);
    expect((await eve.verify({ ...proof, razorpay_order_id: 'null' })).statusCode).toBe(404);
    expect((await eve.start()).json().code).toBe('cart_empty');
  });

  test('A21 whoever tries cards one after the other is stopped, and the provider hears no more of them', async () => {
    const { buyer, order, variantId } = await atTheWindow();
    for (let card = 0; card < 5; card++) await sandbox.pay(order.id, { outcome: 'failure' });
    await messagesOf(shop, order.id, 5);
    await work();
    const made = (await sandbox.happened('order.created')).length;

    const refused = await buyer.start({ shippingMethod: 'express' });

    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'too_many_failures', message: checkoutMessages.tooManyFailures });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
    expect((await sandbox.happened('order.created')).length).toBe(made);

    await sql.query("update payments set created_at = now() - interval '10 minutes' where provider_order_id = $1", [
      order.id,
    ]);
    expect((await buyer.start({ shippingMethod: 'express' })).statusCode).toBe(200);
    expect(await unitsOf(shop, variantId)).toMatchObject({ reserved: 1 });
  });

  describe('A22 taking the stock away from everybody without paying', () => {
    const UNITS = 100;
    async function aTarget() {
      const { variantId } = await aPiece(shop, { quantities: [UNITS] });
      const mostTaken = async () => {
        const { available } = await unitsOf(shop, variantId);
        expect(UNITS - available).toBeLessThanOrEqual(10);
      };
      return { variantId, mostTaken };
    }
    const add = async (thief: Buyer, variantId: string, quantity: number) =>
      expect((await thief.post('/api/cart/items', { variantId, quantity })).statusCode).toBe(200);
    const expire = async ({ id }: Buyer) => {
      await sql.query("update checkouts set expires_at = now() where user_id = $1 and status = 'open'", [id]);
      await expireCheckouts(db);
    };

    test('a cart full of everything reserves nothing, and cannot be checked out', async () => {
      const { variantId } = await aTarget();
      const eve = await aBuyer(shop, []);
      await add(eve, variantId, UNITS);

      for (const paymentMethod of ['card', 'upi', 'cod'])
        expect((await eve.start({ paymentMethod })).json()).toMatchObject({ status: 409, code: 'unit_limit' });

      expect(await unitsOf(shop, variantId)).toMatchObject({ available: UNITS, reserved: 0, sold: 0 });
    });

    test('many checkouts and cash orders of one account take 10 units together', async () => {
      const { variantId, mostTaken } = await aTarget();
      const eve = await aBuyer(shop, []);

      const refusals = new Set<string>();
      for (let round = 0; round < 12; round += 1) {
        await add(eve, variantId, 3);
        const paymentMethod = round % 2 ? 'cod' : 'card';
        const answers = await Promise.all([
          eve.start({ paymentMethod }),
          eve.start({ paymentMethod, shippingMethod: 'express' }),
        ]);
        for (const answer of answers) if (answer.statusCode !== 200) refusals.add(answer.json().code);
        await mostTaken();
      }

      expect(refusals).toContain('unit_limit');
    });

    test('accounts that are made for it, and order for one address, take 10 units together', async () => {
      const { variantId, mostTaken } = await aTarget();
      const thieves = await Promise.all(Array.from({ length: 6 }, () => aBuyer(shop, [])));
      for (const [index, thief] of thieves.entries()) {
        await sql.query(
          `update addresses set line1 = $2, line2 = null, city = $3, postal_code = $4 where user_id = $1`,
          index % 2
            ? [thief.id, `9 FENCE  Lane, ${variantId}.`, 'london', 'w1j7nt']
            : [thief.id, `9 Fence Lane ${variantId}`, 'London', 'W1J 7NT'],
        );
        await add(thief, variantId, 4);
      }

      const answers = await Promise.all(
        thieves.map((thief, index) => thief.start({ paymentMethod: index % 2 ? 'cod' : 'card' })),
      );

      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
      await mostTaken();
    });

    test('whoever lets it expire again and again has to wait', async () => {
      const { variantId, mostTaken } = await aTarget();
      const eve = await aBuyer(shop, []);
      await add(eve, variantId, 10);
      for (let round = 0; round < 2; round += 1) {
        expect((await eve.start()).statusCode).toBe(200);
        await mostTaken();
        await expire(eve);
      }

      const refused = await eve.start();

      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: UNITS, reserved: 0 });
    });

    test('whoever changes the terms before the time is over gains 15 minutes, once', async () => {
      const { variantId } = await aTarget();
      const eve = await aBuyer(shop, []);
      await add(eve, variantId, 10);
      const secondsLeft = [];
      for (const shippingMethod of ['standard', 'express', 'standard', 'express']) {
        secondsLeft.push(opened(await eve.start({ shippingMethod })).secondsLeft);
        await sql.query(
          `with c as (update checkouts set expires_at = expires_at - interval '14 minutes' where user_id = $1
                      returning id, expires_at)
           update reservations r set expires_at = c.expires_at from c where r.checkout_id = c.id`,
          [eve.id],
        );
        await expireCheckouts(db);
      }

      expect(secondsLeft[1]).toBeGreaterThan(890);
      expect(secondsLeft[2]).toBeLessThanOrEqual(60);
    });
  });
});
