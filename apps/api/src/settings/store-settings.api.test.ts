import { storeSettingsMessages as texts } from '@shop/contracts/settings/admin-messages';
import { NEW_STORE_PROFILE } from '@shop/contracts/settings/constants';
import { DEFAULT_DELIVERY } from '@shop/contracts/settings/delivery';
import { deliverySettingsMessages as deliveryTexts } from '@shop/contracts/settings/delivery-admin-messages';
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
  await save({ freeShippingOver: 100 });
  expect(cartIn(await guest.get('/api/cart'))).toMatchObject({
    shipping: 0,
    shippingPrices: { standard: 0, express: 12.99 },
  });
  expect((await save({ freeShippingOver: null })).json()).toMatchObject({ freeShippingOver: null, version: 4 });
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

test('saved delivery times are public at once, and have an audit entry', async () => {
  const before = (await settings()).delivery;
  const delivery = { ...before, cutOff: '09:30', holidays: ['2026-12-25'] };

  expect((await save({ delivery })).json()).toMatchObject({ delivery });

  expect((await shop.guest.get('/api/store-settings')).json()).toMatchObject({ delivery });
  const { rows } = await sql.query(`select before, after from audit_log where after ? 'delivery'`);
  expect(rows).toEqual([{ before: { delivery: before }, after: { delivery } }]);
  await save({ delivery: before });
});

test('the days to return items are public', async () => {
  await save({ returnDays: 14 });

  expect((await shop.guest.get('/api/store-settings')).json()).toMatchObject({ returnDays: 14 });
});

test('a new store has the default name, and its identity can be saved and cleared', async () => {
  expect(await settings()).toMatchObject(NEW_STORE_PROFILE);
  const identity = {
    storeName: 'Glint & Co',
    logo: '/media/upload-0123456789abcdef0123/960.webp',
    contactEmail: 'Hello@Glint.example',
    contactPhone: '+91 98200 12345',
    legalName: 'Glint Jewels LLP',
    addressLine1: '4 Lake Road',
    addressLine2: '',
    city: 'Pune',
    region: 'Maharashtra',
    postalCode: '411001',
    country: 'India',
    taxNumber: '27AAPFU0939F1ZV',
    registrationNumber: 'AAB-1234',
    timeZone: 'Asia/Kolkata',
  };

  const saved = await save(identity);

  expect(saved.json()).toMatchObject({ ...identity, contactEmail: 'hello@glint.example' });
  expect((await save(NEW_STORE_PROFILE)).json()).toMatchObject(NEW_STORE_PROFILE);
});

describe('invalid store settings', () => {
  test.each([
    [{ storeName: '  ' }, 'storeName', texts.storeNameRequired],
    [{ storeName: 'x'.repeat(61) }, 'storeName', texts.tooLong(texts.storeName, 60)],
    [{ storeName: 'Glint\r\nBcc: all@example.com' }, 'storeName', texts.oneLine(texts.storeName)],
    [{ logo: 'https://images.example.com/logo.png' }, 'logo', texts.badLogo],
    [{ contactEmail: 'hello' }, 'contactEmail', texts.badContactEmail],
    [{ paymentCurrency: 'USD', paymentRate: 84 }, 'paymentRate', texts.rateMustBeOne],
    [{ postalCode: 'x'.repeat(21) }, 'postalCode', texts.tooLong(texts.postalCode, 20)],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone', texts.badTimeZone],
    [{ timeZone: '+05:30' }, 'timeZone', texts.badTimeZone],
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
    [{ clientUnitsLimit: 0 }, 'clientUnitsLimit', texts.badLimit],
    [{ openCheckoutsLimit: 1.5 }, 'openCheckoutsLimit', texts.badLimit],
    [{ unpaidOrdersLimit: -1 }, 'unpaidOrdersLimit', texts.badLimit],
    [{ invoicePrefix: '' }, 'invoicePrefix', texts.badPrefix],
    [{ creditNotePrefix: 'CN/1' }, 'creditNotePrefix', texts.badPrefix],
    [{ hsnCode: '711' }, 'hsnCode', texts.badHsnCode],
    [{ delivery: { ...DEFAULT_DELIVERY, cutOff: '2 PM' } }, 'delivery.cutOff', deliveryTexts.badCutOff],
    [{ delivery: { ...DEFAULT_DELIVERY, workingDays: [] } }, 'delivery.workingDays', deliveryTexts.noWorkingDay],
    [{ id: false }, 'id', expect.any(String)],
  ])('%j is rejected with a field error', async (wrong, field, message) => {
    const before = await settings();

    const response = await save(wrong);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors[0]).toEqual({ field, message });
    expect(await settings()).toEqual(before);
  });
});
