import { storeSettingsMessages as words } from '@shop/contracts/store-settings-texts';
import { describe, expect, test } from 'vitest';
import { aGuest, aPiece, cartIn } from '../../test/cart.ts';
import { ownShop } from '../../test/own-shop.ts';

const shop = await ownShop();
const { sql, anAdmin } = shop;
const owner = await anAdmin();
const settings = async () => (await owner.get('/api/admin/settings')).json();
const save = async (change: object) => owner.put('/api/admin/settings', { ...(await settings()), ...change });

test('AOTH-005 what the owner saves is what a cart costs from then on', async () => {
  const visitor = aGuest(shop);
  const { variantId } = await aPiece(shop, { price: 100 });
  await visitor.post('/api/cart/items', { variantId });

  const saved = await save({
    taxPercent: 7.25,
    standardShipping: 5.5,
    freeShippingOver: 200,
    paymentRate: 83.12345678,
  });

  expect(saved.json()).toMatchObject({ taxPercent: 7.25, standardShipping: 5.5, freeShippingOver: 200, version: 2 });
  expect(cartIn(await visitor.get('/api/cart'))).toMatchObject({ tax: 7.25, shipping: 5.5, total: 112.75 });
  expect((await save({ freeShippingOver: null })).json()).toMatchObject({ freeShippingOver: null, version: 3 });
});

test('two owners who save at once do not undo each other unseen', async () => {
  const seen = await settings();

  const [first, second] = await Promise.all([
    owner.put('/api/admin/settings', { ...seen, lowStockAt: 7 }),
    owner.put('/api/admin/settings', { ...seen, lowStockAt: 8 }),
  ]);

  expect([first.statusCode, second.statusCode].toSorted()).toEqual([200, 409]);
  const refused = first.statusCode === 409 ? first : second;
  expect(refused.json().message).toBe(words.changedMeanwhile);
});

test('saving what is saved already changes nothing, and is written down once', async () => {
  const wanted = { ...(await settings()), expressShipping: 20 };

  const answers = [await owner.put('/api/admin/settings', wanted), await owner.put('/api/admin/settings', wanted)];

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const { rows } = await sql.query(`select before, after from audit_log where after ? 'expressShipping'`);
  expect(rows).toEqual([{ before: { expressShipping: 12.99 }, after: { expressShipping: 20 } }]);
});

describe('what cannot be set', () => {
  test.each([
    [{ taxPercent: -1 }, 'taxPercent', words.badPercent],
    [{ taxPercent: 100.5 }, 'taxPercent', words.badPercent],
    [{ taxPercent: 1.234 }, 'taxPercent', words.badPercent],
    [{ standardShipping: -0.01 }, 'standardShipping', words.badAmount],
    [{ expressShipping: '12' }, 'expressShipping', words.badAmount],
    [{ freeShippingOver: 0 }, 'freeShippingOver', words.badThreshold],
    [{ paymentCurrency: 'inr' }, 'paymentCurrency', words.badCurrency],
    [{ paymentCurrency: 'ABC' }, 'paymentCurrency', words.badCurrency],
    [{ paymentRate: 0 }, 'paymentRate', words.badRate],
    [{ lowStockAt: 1.5 }, 'lowStockAt', words.badUnits],
    [{ unitsPerVariantLimit: 0 }, 'unitsPerVariantLimit', words.badLimit],
    [{ unitsLimit: 1_000_001 }, 'unitsLimit', words.badLimit],
    [{ openCheckoutsLimit: 1.5 }, 'openCheckoutsLimit', words.badLimit],
    [{ unpaidOrdersLimit: -1 }, 'unpaidOrdersLimit', words.badLimit],
    [{ id: false }, 'id', expect.any(String)],
  ])('%j is refused by name and in words', async (wrong, field, message) => {
    const before = await settings();

    const response = await save(wrong);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors[0]).toEqual({ field, message });
    expect(await settings()).toEqual(before);
  });
});
