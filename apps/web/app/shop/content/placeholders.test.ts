import { NEW_STORE_PROFILE } from '@shop/contracts/settings/constants';
import { DEFAULT_DELIVERY } from '@shop/contracts/settings/delivery';
import type { PublicStoreSettings } from '@shop/contracts/settings/schema';
import { describe, expect, test } from 'vitest';
import { fillPlaceholders, placeholdersOf } from './placeholders.ts';

const settings: PublicStoreSettings = {
  ...NEW_STORE_PROFILE,
  taxPercent: 7.25,
  standardShipping: 9.99,
  expressShipping: 12.5,
  freeShippingOver: 1_500,
  paymentCurrency: 'INR',
  delivery: DEFAULT_DELIVERY,
  returnDays: 30,
};

describe('the placeholders of the content pages', () => {
  test('are formatted store settings', () => {
    expect(placeholdersOf(settings)).toEqual({
      storeName: NEW_STORE_PROFILE.storeName,
      taxRate: '7.25%',
      standardShipping: '$9.99',
      expressShipping: '$12.50',
      freeShippingOver: '$1,500.00',
      chargeCurrency: 'Indian rupees (INR)',
      chargeCurrencyCode: 'INR',
      foreignCurrency: 'Indian rupees',
      returnDays: '30 days',
    });
  });

  test('have no value for a store without free shipping and returns that charges in US dollars', () => {
    expect(
      placeholdersOf({ ...settings, freeShippingOver: null, returnDays: 0, paymentCurrency: 'USD' }),
    ).toMatchObject({
      freeShippingOver: null,
      chargeCurrency: 'US dollars (USD)',
      foreignCurrency: null,
      returnDays: null,
    });
  });
});

describe('filling placeholders', () => {
  const text = 'Shipping is {{price}}.{{#over}} Free over {{over}}.{{/over}} Tax is extra.';

  test('keeps a section with a value', () => {
    expect(fillPlaceholders(text, { price: '$5', over: '$50' })).toBe('Shipping is $5. Free over $50. Tax is extra.');
  });

  test('removes a section without a value', () => {
    expect(fillPlaceholders(text, { price: '$5', over: null })).toBe('Shipping is $5. Tax is extra.');
  });

  test.each(['{{unknown}}', '{{#unknown}}text{{/unknown}}', '{{#price}}not closed', '{{over}}'])(
    'rejects %s',
    (markdown) => {
      expect(() => fillPlaceholders(markdown, { price: '$5', over: null })).toThrow(/placeholder/i);
    },
  );
});
