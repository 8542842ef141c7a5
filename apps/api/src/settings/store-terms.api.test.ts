import { DiscountCode } from '@shop/contracts/discounts/admin-schema';
import { StoreSettings } from '@shop/contracts/settings/admin-schema';
import { NEW_STORE_PROFILE } from '@shop/contracts/settings/constants';
import { expect, test } from 'vitest';
import { aGuest, aVariant, cartIn } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const owner = await shop.anAdmin({ role: 'owner' });

const settings = async () => StoreSettings.parse((await owner.get('/api/admin/settings')).json());
const codes = async () => DiscountCode.array().parse((await owner.get('/api/admin/discount-codes')).json());

async function save(change: Partial<StoreSettings>) {
  const response = await owner.put('/api/admin/settings', { ...(await settings()), ...change });
  expect(response.statusCode, response.body).toBe(200);
}

async function changePercent(code: string, percent: number) {
  const { id, title, description, startsAt, endsAt, usageLimit, perUserLimit } =
    (await codes()).find((known) => known.code === code) ?? {};
  const terms = { title, description, startsAt, endsAt, usageLimit, perUserLimit, percent };
  const response = await owner.put(`/api/admin/discount-codes/${id}`, terms);
  expect(response.statusCode, response.body).toBe(200);
}

test('CONST-013 CONST-014 CONST-002 the owner of a new store sees the terms of the specification, and no free shipping', async () => {
  expect(await settings()).toMatchObject({
    taxPercent: 8,
    standardShipping: 9.99,
    expressShipping: 12.99,
    freeShippingOver: null,
    paymentCurrency: 'INR',
    paymentRate: 1,
  });
  expect((await codes()).map(({ code, percent, status }) => ({ code, percent, status }))).toEqual(
    expect.arrayContaining([
      { code: 'CRYSTAL10', percent: 10, status: 'active' },
      { code: 'CRYSTAL20', percent: 20, status: 'active' },
      { code: 'WELCOME15', percent: 15, status: 'active' },
    ]),
  );
});

test('CONST-013 CONST-014 terms that the owner changes apply to the cart immediately', async () => {
  const guest = aGuest(shop);
  const { variantId } = await aVariant(shop, { price: 100 });
  await guest.post('/api/cart/items', { variantId });
  await save({
    taxPercent: 10,
    standardShipping: 5,
    expressShipping: 15,
    freeShippingOver: null,
    paymentCurrency: 'EUR',
    paymentRate: 0.92,
  });
  await changePercent('CRYSTAL10', 50);

  const plain = cartIn(await guest.post('/api/cart/discount', { code: 'CRYSTAL10' }));
  await save({ freeShippingOver: 100 });
  const free = cartIn(await guest.get('/api/cart'));
  const express = cartIn(await guest.put('/api/cart/shipping', { method: 'express' }));

  expect(plain).toMatchObject({
    subtotal: 100,
    tax: 10,
    shipping: 5,
    discount: 50,
    total: 65,
    shippingPrices: { standard: 5, express: 15 },
    charge: { amount: 5_980, currency: 'EUR' },
  });
  expect(free).toMatchObject({ shipping: 0, total: 60 });
  expect(express).toMatchObject({ shipping: 15, total: 75 });
});

test('guests can read the seller, tax, shipping prices, charge currency and return days, and no other store setting', async () => {
  await save({
    storeName: 'Glint',
    legalName: 'Glint Jewels LLP',
    taxPercent: 7.25,
    standardShipping: 5,
    expressShipping: 15,
    freeShippingOver: 200.5,
    paymentCurrency: 'EUR',
  });

  const response = await shop.guest.get('/api/store-settings');

  expect(response.json()).toEqual({
    ...NEW_STORE_PROFILE,
    storeName: 'Glint',
    legalName: 'Glint Jewels LLP',
    taxPercent: 7.25,
    standardShipping: 5,
    expressShipping: 15,
    freeShippingOver: 200.5,
    paymentCurrency: 'EUR',
    returnDays: 30,
    delivery: expect.objectContaining({ cutOff: '14:00', packingDays: 1 }),
  });
  expect(response.headers['cache-control']).toMatch(/^public/);
});
