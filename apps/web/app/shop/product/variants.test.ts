import type { Variant } from '@shop/contracts/catalog/schema';
import { describe, expect, test } from 'vitest';
import { available, lowestPrices, mostAvailable, selectionOf, selectionWith, variantPrices } from './variants.ts';

const variant = (sku: string, quantity: number, options: Record<string, string> = {}): Variant => ({
  id: sku,
  sku,
  options,
  quantity,
  priceDifference: 0,
});

const ring = {
  options: [
    { name: 'Size', values: ['5', '6', '7'] },
    { name: 'Colour', values: ['Gold', 'Rose'] },
  ],
  variants: [
    variant('5-gold', 0, { Size: '5', Colour: 'Gold' }),
    variant('5-rose', 0, { Size: '5', Colour: 'Rose' }),
    variant('6-gold', 2, { Size: '6', Colour: 'Gold' }),
    variant('6-rose', 0, { Size: '6', Colour: 'Rose' }),
    variant('7-rose', 4, { Size: '7', Colour: 'Rose' }),
  ],
};

describe('the selection on a product page', () => {
  test.each([
    ['is empty without requested options', '', {}, 'Size'],
    ['is the requested one, even when it is out of stock', '?Size=6&Colour=Rose', { Size: '6', Colour: 'Rose' }],
    ['lacks the option without a value', '?Colour=Rose', { Colour: 'Rose' }, 'Size'],
    ['has the only value that is left of another option', '?Size=7', { Size: '7', Colour: 'Rose' }],
    ['is the match of the first option without the combination', '?Size=7&Colour=Gold', { Size: '7', Colour: 'Rose' }],
    ['is empty when the value does not exist', '?Size=99', {}, 'Size'],
    ['is empty for unrelated query parameters', '?utm_source=newsletter&reviews=abc', {}, 'Size'],
  ])('PDP-018 %s', (_, search, choice, missing?: string) => {
    const selection = selectionOf(ring, new URLSearchParams(search));

    expect(selection.choice).toEqual(choice);
    expect(selection.missing).toBe(missing);
    expect(selection.variant?.options).toEqual(missing ? undefined : choice);
  });

  test('PDP-019 is the only variant of a product without options', () => {
    const vase = { options: [], variants: [variant('vase', 3)] };

    expect(selectionOf(vase, [])).toMatchObject({ choice: {}, missing: undefined, variant: { id: 'vase' } });
  });
});

test('changing one option keeps the others unless the combination does not exist', () => {
  const chosen = selectionOf(ring, [
    ['Size', '6'],
    ['Colour', 'Gold'],
  ]);

  expect(selectionWith(ring, chosen, ['Colour', 'Rose']).variant?.sku).toBe('6-rose');
  expect(selectionWith(ring, chosen, ['Size', '7']).variant?.sku).toBe('7-rose');
});

test('a price difference applies to the regular and the sale price, and creates no sale', () => {
  const larger = { priceDifference: 10 };

  expect(variantPrices({ price: 189, salePrice: 149 }, larger)).toEqual({ price: 199, salePrice: 159 });
  expect(variantPrices({ price: 189, salePrice: 0 }, larger)).toEqual({ price: 199, salePrice: 0 });
});

test('the lowest price is that of the cheapest variant', () => {
  const product = { price: 189, salePrice: 0 };
  const prices = { price: 184, salePrice: 0 };

  expect(lowestPrices(product, [{ priceDifference: 10 }, { priceDifference: -5 }])).toEqual({
    prices,
    pricesDiffer: true,
  });
  expect(lowestPrices(product, [{ priceDifference: -5 }])).toEqual({ prices, pricesDiffer: false });
});

test('a product that is marked out of stock has no available units', () => {
  expect(available({ inStock: true }, { quantity: 6 })).toBe(6);
  expect(available({ inStock: false }, { quantity: 6 })).toBe(0);
  expect(mostAvailable({ inStock: true }, ring.variants)).toBe(4);
  expect(mostAvailable({ inStock: false }, ring.variants)).toBe(0);
});
