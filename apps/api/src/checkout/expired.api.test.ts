import { checkoutMessages as texts } from '@shop/contracts/checkout/messages';
import { describe, expect, test } from 'vitest';
import { unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  type CustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
} from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { expireOpenCheckouts } from '#test/limits.ts';
import { expireCheckouts } from './expire.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { db, sandbox } = shop;

describe('checkouts that expired unpaid', () => {
  const expireOne = async (ada: CustomerWithCart, minutesAgo: number) => {
    startedCheckout(await ada.start());
    await expireOpenCheckouts(shop, ada, minutesAgo);
    await expireCheckouts(db);
  };

  test('delay a third within the hour until the first is an hour old, but not cash on delivery', async () => {
    const { variantId } = await aVariant(shop, { quantities: [100] });
    const ada = await aCustomerWithCart(shop, [{ variantId, quantity: 10 }]);
    await expireOne(ada, 40);
    await expireOne(ada, 10);

    const response = await ada.start();

    expect(response.json()).toMatchObject({
      status: 429,
      code: 'too_many_expired',
      message: texts.tooManyExpired(20),
    });
    const wait = Number(response.headers['retry-after']);
    expect(wait).toBeGreaterThan(19 * 60);
    expect(wait).toBeLessThanOrEqual(20 * 60);
    expect(await unitsOf(shop, variantId)).toMatchObject({ reserved: 0 });
    expect((await ada.start({ paymentMethod: 'cod' })).statusCode).toBe(200);
  });

  test('exclude older, paid and replaced ones, and those of other customers', async () => {
    const { variantId } = await aVariant(shop, { quantities: [100] });
    const [ada, bob] = [await aCustomerWithCart(shop, [{ variantId }]), await aCustomerWithCart(shop, [{ variantId }])];
    await expireOne(bob, 5);
    await expireOne(ada, 61);
    await ada.start();
    await ada.start({ shippingMethod: 'express' });
    const { order } = startedCheckout(await ada.start({ paymentMethod: 'upi' }));
    await expireOpenCheckouts(shop, ada, 30);
    await expireCheckouts(db);
    // Paid after it expired, and placed.
    const { verification } = await sandbox.pay(order.id);
    expect((await ada.verify(verification)).statusCode).toBe(200);
    await ada.fill([{ variantId }]);
    await expireOne(ada, 5);

    expect((await ada.start()).statusCode).toBe(200);
  });

  test('include one that is replaced after it expired', async () => {
    const { variantId } = await aVariant(shop, { quantities: [100] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    for (const shippingMethod of ['express', 'standard']) {
      startedCheckout(await ada.start({ shippingMethod }));
      await expireOpenCheckouts(shop, ada);
    }

    expect((await ada.start({ shippingMethod: 'express' })).statusCode).toBe(429);
  });

  test('other terms grant the full reservation time again, but only once', async () => {
    const { variantId } = await aVariant(shop, { quantities: [100] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    const startNearExpiry = async (shippingMethod: string) => {
      await expireOpenCheckouts(shop, ada, -1);
      return startedCheckout(await ada.start({ shippingMethod })).secondsRemaining;
    };
    await ada.start();

    expect(await startNearExpiry('express')).toBeGreaterThan(890);
    expect(await startNearExpiry('standard')).toBeLessThanOrEqual(60);
    expect(await startNearExpiry('express')).toBeLessThanOrEqual(60);
  });
});
