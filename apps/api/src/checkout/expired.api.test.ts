import { checkoutMessages as words } from '@shop/contracts/checkout-texts';
import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../test/an-order.ts';
import { checkBooksAtTheEnd } from '../../test/books.ts';
import { aPiece } from '../../test/cart.ts';
import { endTime } from '../../test/limits.ts';
import { aBuyer, type Buyer, opened, paidShop } from '../../test/paid-shop.ts';
import { expireCheckouts } from './expire.ts';

const shop = await paidShop();
checkBooksAtTheEnd(shop);
const { db, sandbox } = shop;

describe('checkouts that expired unpaid', () => {
  const expireOne = async (ada: Buyer, minutesAgo: number) => {
    opened(await ada.start());
    await endTime(shop, ada, minutesAgo);
    await expireCheckouts(db);
  };

  test('the third within an hour waits until the first of them is an hour old, and cash is open', async () => {
    const { variantId } = await aPiece(shop, { quantities: [100] });
    const ada = await aBuyer(shop, [{ variantId, quantity: 10 }]);
    await expireOne(ada, 40);
    await expireOne(ada, 10);

    const response = await ada.start();

    expect(response.json()).toMatchObject({
      status: 429,
      code: 'too_many_expired',
      message: words.tooManyExpired(20),
    });
    const wait = Number(response.headers['retry-after']);
    expect(wait).toBeGreaterThan(19 * 60);
    expect(wait).toBeLessThanOrEqual(20 * 60);
    expect(await unitsOf(shop, variantId)).toMatchObject({ reserved: 0 });
    expect((await ada.start({ paymentMethod: 'cod' })).statusCode).toBe(200);
  });

  test('older ones, those of others, paid ones and replaced ones do not count', async () => {
    const { variantId } = await aPiece(shop, { quantities: [100] });
    const [ada, bob] = [await aBuyer(shop, [{ variantId }]), await aBuyer(shop, [{ variantId }])];
    await expireOne(bob, 5);
    await expireOne(ada, 61);
    await ada.start();
    await ada.start({ shippingMethod: 'express' });
    const { order } = opened(await ada.start({ paymentMethod: 'upi' }));
    await endTime(shop, ada, 30);
    await expireCheckouts(db);
    // Paid after its time was over, and placed.
    const { proof } = await sandbox.pay(order.id);
    expect((await ada.verify(proof)).statusCode).toBe(200);
    await ada.fill([{ variantId }]);
    await expireOne(ada, 5);

    expect((await ada.start()).statusCode).toBe(200);
  });

  test('one that is replaced after its time was over counts too', async () => {
    const { variantId } = await aPiece(shop, { quantities: [100] });
    const ada = await aBuyer(shop, [{ variantId }]);
    for (const shippingMethod of ['express', 'standard']) {
      opened(await ada.start({ shippingMethod }));
      await endTime(shop, ada);
    }

    expect((await ada.start({ shippingMethod: 'express' })).statusCode).toBe(429);
  });

  test('other terms give the whole time once more, but only once', async () => {
    const { variantId } = await aPiece(shop, { quantities: [100] });
    const ada = await aBuyer(shop, [{ variantId }]);
    const startWithLittleTimeLeft = async (shippingMethod: string) => {
      await endTime(shop, ada, -1);
      return opened(await ada.start({ shippingMethod })).secondsLeft;
    };
    await ada.start();

    expect(await startWithLittleTimeLeft('express')).toBeGreaterThan(890);
    expect(await startWithLittleTimeLeft('standard')).toBeLessThanOrEqual(60);
    expect(await startWithLittleTimeLeft('express')).toBeLessThanOrEqual(60);
  });
});
