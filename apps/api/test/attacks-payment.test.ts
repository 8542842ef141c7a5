import { createHmac, randomUUID } from 'node:crypto';
import { checkoutMessages } from '@shop/contracts/checkout-texts';
import { describe, expect, test } from 'vitest';
import { unitsOf } from './an-order.ts';
import { checkBooksAtTheEnd } from './books.ts';
import { aPiece } from './cart.ts';
import { aBuyer, messagesOf, opened, paidShop } from './paid-shop.ts';

describe.each([
  ['Redis', process.env.REDIS_URL],
  ['no Redis', 'redis://127.0.0.1:1/0'],
])('with %s', async (_words, REDIS_URL) => {
  const shop = await paidShop({ REDIS_URL });
  checkBooksAtTheEnd(shop);
  const { sql, sandbox, work } = shop;

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

  test('A22 nobody holds more than one cart full, and the cart itself holds nothing', async () => {
    const { variantId } = await aPiece(shop, { quantities: [20] });
    const eve = await aBuyer(shop, [{ variantId }]);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 20, reserved: 0 });

    for (let round = 0; round < 10; round++) {
      await eve.start({ shippingMethod: round % 2 ? 'express' : 'standard' });
      await eve.fill([{ variantId }]);
    }

    const { rows } = await sql.query(
      "select count(*)::int as open from checkouts where user_id = $1 and status = 'open'",
      [eve.id],
    );
    expect(rows).toEqual([{ open: 1 }]);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 10, reserved: 10 });
  });
});
