import { expect, test } from 'vitest';
import { aGuest, aVariant, cartIn } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';
import { storeTerms } from './service.ts';

const shop = await createTestStore();
const { sql, db } = shop;

test('CONST-013 CONST-014 CONST-002 a new store has the terms of the specification, and no free shipping', async () => {
  expect(await storeTerms(db)).toEqual({
    taxBp: 800,
    standardShippingCents: 999,
    expressShippingCents: 1_299,
    freeShippingOverCents: null,
    paymentCurrency: 'INR',
    paymentRate: 1,
  });
  const { rows } = await sql.query(`select code, percent_bp from discount_codes where active order by code`);
  expect(rows).toEqual(
    expect.arrayContaining([
      { code: 'CRYSTAL10', percent_bp: 1_000 },
      { code: 'CRYSTAL20', percent_bp: 2_000 },
      { code: 'WELCOME15', percent_bp: 1_500 },
    ]),
  );
});

test('CONST-013 CONST-014 changed store terms apply to the cart immediately', async () => {
  const guest = aGuest(shop);
  const { variantId } = await aVariant(shop, { price: 100 });
  await guest.post('/api/cart/items', { variantId });
  await sql.query(
    `update store_settings set tax_bp = 1000, standard_shipping_cents = 500, express_shipping_cents = 1500,
            payment_currency = 'EUR', payment_rate = 0.92`,
  );
  await sql.query(`update discount_codes set percent_bp = 5000 where code = 'CRYSTAL10'`);

  const plain = cartIn(await guest.post('/api/cart/discount', { code: 'CRYSTAL10' }));
  await sql.query('update store_settings set free_shipping_over_cents = 10000');
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
