import { randomUUID } from 'node:crypto';
import { checkoutMessages as texts } from '@shop/contracts/checkout/messages';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  type CustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
} from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { expireOpenCheckouts, shareAddress } from '#test/limits.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { sql, sandbox, anAdmin } = shop;
const grace = await anAdmin();

const setLimits = async (limits: object) => {
  const settings = (await grace.get('/api/admin/settings')).json();
  expect((await grace.put('/api/admin/settings', { ...settings, ...limits })).statusCode).toBe(200);
};
const DEFAULTS = { unitsPerVariantLimit: 10, unitsLimit: 50, openCheckoutsLimit: 2, unpaidOrdersLimit: 3 };
beforeEach(() => setLimits(DEFAULTS));

const plenty = (name = 'Moon Ring') => aVariant(shop, { quantities: [1_000], name });
const CASH = { paymentMethod: 'cod' };

function expectError(response: LightMyRequestResponse, message: string, code = 'unit_limit') {
  expect(response.json()).toMatchObject({ status: 409, code, message });
}
const placed = (response: LightMyRequestResponse) => {
  expect(response.statusCode, response.body).toBe(200);
  return response.json().placed.orderId;
};
async function setStatus(orderId: string, status: string) {
  expect(
    (await grace.put(`/api/orders/${orderId}/status`, { status }, { 'idempotency-key': randomUUID() })).statusCode,
  ).toBe(200);
}
const statusesOf = async ({ id }: CustomerWithCart) =>
  (await sql.query('select status from checkouts where user_id = $1 order by id', [id])).rows.map(
    ({ status }) => status,
  );
describe('units of one variant', () => {
  test.each([['card'], ['cod']])('10 can be ordered by %s and 11 cannot', async (paymentMethod) => {
    const { variantId } = await plenty();
    const ada = await aCustomerWithCart(shop, [{ variantId, quantity: 11 }]);
    const bob = await aCustomerWithCart(shop, [{ variantId, quantity: 10 }]);

    expectError(await ada.start({ paymentMethod }), texts.variantLimit.customer(10, 'Moon Ring'));
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 1_000 });

    expect((await bob.start({ paymentMethod })).statusCode).toBe(200);
  });

  test('include reserved units and unpaid cash orders, until these are cancelled or delivered', async () => {
    const { variantId } = await plenty();
    const ada = await aCustomerWithCart(shop, [{ variantId, quantity: 6 }]);
    const first = placed(await ada.start(CASH));
    await ada.fill([{ variantId, quantity: 4 }]);
    const second = placed(await ada.start(CASH));
    await ada.fill([{ variantId, quantity: 5 }]);

    expectError(await ada.start(), texts.variantLimit.customer(10, 'Moon Ring'));
    await setStatus(first, 'shipped');
    expectError(await ada.start(), texts.variantLimit.customer(10, 'Moon Ring'));

    await setStatus(first, 'delivered');
    expect((await ada.start()).statusCode).toBe(200);
    await ada.fill([{ variantId, quantity: 3 }]);
    expectError(await ada.start(), texts.variantLimit.customer(10, 'Moon Ring'));
    await setStatus(second, 'cancelled');
    expect((await ada.start()).statusCode).toBe(200);
  });

  test('exclude paid orders', async () => {
    const { variantId } = await plenty();
    const ada = await aCustomerWithCart(shop, [{ variantId, quantity: 10 }]);
    const { verification } = await sandbox.pay(startedCheckout(await ada.start()).order.id);
    expect((await ada.verify(verification)).statusCode).toBe(200);
    await ada.fill([{ variantId, quantity: 10 }]);

    expect((await ada.start()).statusCode).toBe(200);
  });

  test('exclude the replaced checkout', async () => {
    const { variantId } = await plenty();
    const ada = await aCustomerWithCart(shop, [{ variantId, quantity: 10 }]);

    for (const input of [{}, {}, { shippingMethod: 'express' }, { paymentMethod: 'upi' }, CASH])
      expect((await ada.start(input)).statusCode).toBe(200);

    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 990, reserved: 0, sold: 10 });
  });

  test('over the limit are rejected, and the previous checkout stays open', async () => {
    const { variantId } = await plenty();
    const ada = await aCustomerWithCart(shop, [{ variantId, quantity: 10 }]);
    await ada.start();
    await ada.fill([{ variantId }]);

    expectError(await ada.start(), texts.variantLimit.customer(10, 'Moon Ring'));

    expect(await statusesOf(ada)).toEqual(['open']);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 990, reserved: 10 });
  });

  test('are limited per delivery address, across customers and spellings', async () => {
    const { variantId } = await plenty();
    const ada = await aCustomerWithCart(shop, [{ variantId, quantity: 4 }]);
    const others = [];
    for (const quantity of [4, 3, 3]) others.push(await aCustomerWithCart(shop, [{ variantId, quantity }]));
    const [bob, eve, cyd] = others as [CustomerWithCart, CustomerWithCart, CustomerWithCart];
    await shareAddress(shop, ada, bob, eve, cyd);
    expect((await ada.start()).statusCode).toBe(200);
    placed(await bob.start(CASH));

    for (const customer of [eve, cyd]) expectError(await customer.start(), texts.variantLimit.address(10, 'Moon Ring'));
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 992 });

    const next = await aCustomerWithCart(shop, [{ variantId, quantity: 10 }]);
    expect((await next.start()).statusCode).toBe(200);
  });

  test('exclude an expired reservation that the worker has not released yet', async () => {
    const { variantId } = await plenty();
    const [ada, bob] = [
      await aCustomerWithCart(shop, [{ variantId, quantity: 10 }]),
      await aCustomerWithCart(shop, [{ variantId, quantity: 10 }]),
    ];
    await shareAddress(shop, ada, bob);
    await ada.start();
    expectError(await bob.start(), texts.variantLimit.address(10, 'Moon Ring'));

    await expireOpenCheckouts(shop, ada);

    expect((await bob.start()).statusCode).toBe(200);
    expect(await statusesOf(ada)).toEqual(['expired']);
  });

  test('are limited by the store settings', async () => {
    const { variantId } = await plenty();
    const ada = await aCustomerWithCart(shop, [{ variantId, quantity: 11 }]);
    await setLimits({ unitsPerVariantLimit: 11 });

    expect((await ada.start()).statusCode).toBe(200);
  });
});

describe('units in total', () => {
  const sixOf = (variants: { variantId: string }[], last = 10) =>
    variants.map(({ variantId }, place) => ({ variantId, quantity: place === 5 ? last : 8 }));
  const sixVariants = () => Promise.all(Array.from({ length: 6 }, () => plenty()));

  test('50 can be ordered by one customer, and 51 cannot', async () => {
    const variants = await sixVariants();
    const ada = await aCustomerWithCart(shop, sixOf(variants));
    await ada.fill([{ variantId: variants[0]?.variantId ?? '' }]);
    const bob = await aCustomerWithCart(shop, sixOf(variants));

    expectError(await ada.start(CASH), texts.unitLimit.customer(50));

    placed(await bob.start(CASH));
    await bob.fill([{ variantId: (await plenty()).variantId }]);
    expectError(await bob.start(CASH), texts.unitLimit.customer(50));
  });

  test('50 can be ordered for one delivery address, and 51 cannot', async () => {
    const ada = await aCustomerWithCart(shop, sixOf(await sixVariants()));
    const bob = await aCustomerWithCart(shop, [{ variantId: (await plenty()).variantId }]);
    await shareAddress(shop, ada, bob);
    placed(await ada.start(CASH));

    expectError(await bob.start(CASH), texts.unitLimit.address(50));
  });
});

describe('checkouts and orders', () => {
  test('a customer can have up to 3 unpaid cash orders, and can still pay online', async () => {
    const { variantId } = await plenty();
    const ada = await aCustomerWithCart(shop, []);
    const orders = [];
    for (let count = 0; count < 3; count += 1) {
      await ada.fill([{ variantId }]);
      orders.push(placed(await ada.start(CASH)));
    }
    await ada.fill([{ variantId }]);

    expectError(await ada.start(CASH), texts.unpaidOrderLimit(3), 'order_limit');
    expect((await ada.start()).statusCode).toBe(200);

    await setStatus(orders[0], 'delivered');
    placed(await ada.start(CASH));
  });

  test('a customer can have up to 2 open checkouts', async () => {
    const { variantId } = await plenty();
    const ada = await aCustomerWithCart(shop, []);
    // Another cart of the same customer, as after the first was deleted.
    const startAnother = async () => {
      await sql.query('delete from carts where user_id = $1', [ada.id]);
      await sql.query('insert into carts (user_id) values ($1)', [ada.id]);
      await ada.fill([{ variantId }]);
      return ada.start();
    };
    for (let count = 0; count < 2; count += 1) expect((await startAnother()).statusCode).toBe(200);

    expectError(await startAnother(), texts.openCheckoutLimit(2), 'order_limit');

    await expireOpenCheckouts(shop, ada, 70);
    expect((await startAnother()).statusCode).toBe(200);
  });
});
