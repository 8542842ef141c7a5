import { BUILT_IN_PAGES } from '@shop/contracts/content/built-in-pages';
import { NEW_STORE_PROFILE } from '@shop/contracts/settings/constants';
import { DEFAULT_DELIVERY } from '@shop/contracts/settings/delivery';
import type { PublicStoreSettings } from '@shop/contracts/settings/schema';
import { describe, expect, test } from 'vitest';
import { findContradictions } from './figure-rules.ts';

const settings: PublicStoreSettings = {
  ...NEW_STORE_PROFILE,
  taxPercent: 8,
  standardShipping: 12,
  expressShipping: 15,
  freeShippingOver: null,
  paymentCurrency: 'INR',
  delivery: DEFAULT_DELIVERY,
  returnDays: 30,
};
const found = (text: string, change: Partial<PublicStoreSettings> = {}) =>
  findContradictions(text, { ...settings, ...change }).map(({ figure, setting, expected }) => [
    figure,
    setting,
    expected,
  ]);

describe('the check of figures lists', () => {
  test('a sentence with another price of standard shipping', () => {
    expect(findContradictions('We pack well. We charge **$9.99** standard shipping.', settings)).toEqual([
      {
        sentence: 'We charge $9.99 standard shipping.',
        figure: '$9.99',
        setting: 'standardShipping',
        expected: '$12.00',
      },
    ]);
  });

  test.each([
    ['Standard shipping is $12 and express shipping is $12.99.', [['$12.99', 'expressShipping', '$15.00']]],
    ['Shipping: $9.99 (Standard) or $15.00 (Express).', [['$9.99', 'standardShipping', '$12.00']]],
    ['Shipping costs $5 per order.', [['$5', 'shipping', '$12.00 (standard) or $15.00 (express)']]],
    ['Delivery by standard mail costs 9.99 USD.', [['9.99 USD', 'standardShipping', '$12.00']]],
    ['Orders over $100 ship free.', [['$100', 'freeShippingOver', null]]],
    ['We add 7.25% tax.', [['7.25%', 'taxRate', '8%']]],
    ['GST of 18 percent is included.', [['18 percent', 'taxRate', '8%']]],
    ['Payments are charged in EUR.', [['EUR', 'chargeCurrency', 'INR']]],
    ['Your card is charged in USD.', [['USD', 'chargeCurrency', 'INR']]],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test('a repeated sentence once', () => {
    expect(found('Shipping costs $5.\n\nShipping costs $5.')).toHaveLength(1);
  });

  test('the threshold of free shipping if it is another one', () => {
    const text = 'Standard shipping is $12.00, free from $50 on.';

    expect(found(text, { freeShippingOver: 200 })).toEqual([['$50', 'freeShippingOver', '$200.00']]);
    expect(found(text, { freeShippingOver: 50 })).toEqual([]);
  });
});

describe('the check of figures does not list', () => {
  test.each([
    'Standard shipping is $12.00 and express shipping is $15.',
    '{{standardShipping}} standard shipping, {{taxRate}} tax, charged in {{chargeCurrencyCode}}.',
    '{{#freeShippingOver}}Free shipping from {{freeShippingOver}} on.{{/freeShippingOver}}',
    'Our gold rings start at $45.',
    'A ring for $45 ships within 2 days.',
    'Return shipping costs $5.',
    'Every ring is made of 92.5% silver.',
    'Get 20% off, tax not included.',
    'Your country may add 10% import tax.',
    'Prices are in USD.',
    'Prices are shown in USD and payments are charged in INR.',
    'Pay by UPI or card. Our SKU and TRK numbers are printed on it.',
  ])('%s', (text) => {
    expect(found(text)).toEqual([]);
  });

  test.each(Object.entries(BUILT_IN_PAGES))('anything of the built-in page %s, in any store', (_slug, page) => {
    const changed = { taxPercent: 0, standardShipping: 0, freeShippingOver: 1, paymentCurrency: 'USD' };

    expect([...found(page.body), ...found(page.body, changed)]).toEqual([]);
  });
});

test.each(['1,', '1', 'a, ', '$1,', 'pay USD ', 'shipping, ', '[a', '1.', '{', '  $'])(
  'A48 a text of 40,000 characters that repeats %j is checked within half a second',
  (unit) => {
    const text = unit.repeat(40_000 / unit.length);
    const started = performance.now();

    findContradictions(text, settings);

    expect(performance.now() - started).toBeLessThan(500);
  },
);
