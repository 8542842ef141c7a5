import { storeSettingsMessages as texts } from '@shop/contracts/settings/admin-messages';
import { describe, expect, test } from 'vitest';
import { aGuest, aVariant, cartIn } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { sql, anAdmin } = shop;
const owner = await anAdmin();
const settings = async () => (await owner.get('/api/admin/settings')).json();
const save = async (change: object) => owner.put('/api/admin/settings', { ...(await settings()), ...change });

test('AOTH-005 saved store settings apply to the cart immediately', async () => {
  const guest = aGuest(shop);
  const { variantId } = await aVariant(shop, { price: 100 });
  await guest.post('/api/cart/items', { variantId });

  const saved = await save({
    taxPercent: 7.25,
    standardShipping: 5.5,
    freeShippingOver: 200,
    paymentRate: 83.12345678,
  });

  expect(saved.json()).toMatchObject({ taxPercent: 7.25, standardShipping: 5.5, freeShippingOver: 200, version: 2 });
  expect(cartIn(await guest.get('/api/cart'))).toMatchObject({ tax: 7.25, shipping: 5.5, total: 112.75 });
  expect((await save({ freeShippingOver: null })).json()).toMatchObject({ freeShippingOver: null, version: 3 });
});

test('of two concurrent saves, one succeeds and the other gets an edit conflict', async () => {
  const initial = await settings();

  const [first, second] = await Promise.all([
    owner.put('/api/admin/settings', { ...initial, lowStockThreshold: 7 }),
    owner.put('/api/admin/settings', { ...initial, lowStockThreshold: 8 }),
  ]);

  expect([first.statusCode, second.statusCode].toSorted()).toEqual([200, 409]);
  const rejected = first.statusCode === 409 ? first : second;
  expect(rejected.json().message).toBe(texts.editConflict);
});

test('saving the same settings twice changes nothing the second time, and writes one audit entry', async () => {
  const changed = { ...(await settings()), expressShipping: 20 };

  const responses = [await owner.put('/api/admin/settings', changed), await owner.put('/api/admin/settings', changed)];

  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const { rows } = await sql.query(`select before, after from audit_log where after ? 'expressShipping'`);
  expect(rows).toEqual([{ before: { expressShipping: 12.99 }, after: { expressShipping: 20 } }]);
});

describe('invalid store settings', () => {
  test.each([
    [{ taxPercent: -1 }, 'taxPercent', texts.badPercent],
    [{ taxPercent: 100.5 }, 'taxPercent', texts.badPercent],
    [{ taxPercent: 1.234 }, 'taxPercent', texts.badPercent],
    [{ standardShipping: -0.01 }, 'standardShipping', texts.badAmount],
    [{ expressShipping: '12' }, 'expressShipping', texts.badAmount],
    [{ freeShippingOver: 0 }, 'freeShippingOver', texts.badThreshold],
    [{ paymentCurrency: 'inr' }, 'paymentCurrency', texts.badCurrency],
    [{ paymentCurrency: 'ABC' }, 'paymentCurrency', texts.badCurrency],
    [{ paymentRate: 0 }, 'paymentRate', texts.badRate],
    [{ lowStockThreshold: 1.5 }, 'lowStockThreshold', texts.badUnits],
    [{ unitsPerVariantLimit: 0 }, 'unitsPerVariantLimit', texts.badLimit],
    [{ unitsLimit: 1_000_001 }, 'unitsLimit', texts.badLimit],
    [{ openCheckoutsLimit: 1.5 }, 'openCheckoutsLimit', texts.badLimit],
    [{ unpaidOrdersLimit: -1 }, 'unpaidOrdersLimit', texts.badLimit],
    [{ id: false }, 'id', expect.any(String)],
  ])('%j is rejected with a field error', async (wrong, field, message) => {
    const before = await settings();

    const response = await save(wrong);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors[0]).toEqual({ field, message });
    expect(await settings()).toEqual(before);
  });
});
