import type { Variant } from '@shop/contracts/catalog/schema';
import { describe, expect, test } from 'vitest';
import { available, variantFor, variantPrices, variantWith } from './variants.ts';

const variant = (sku: string, quantity: number, options: Record<string, string> = {}): Variant => ({
  id: sku,
  sku,
  options,
  quantity,
  priceDifference: 0,
});

const ring = {
  variants: [
    variant('5-gold', 0, { Size: '5', Colour: 'Gold' }),
    variant('5-rose', 0, { Size: '5', Colour: 'Rose' }),
    variant('6-gold', 2, { Size: '6', Colour: 'Gold' }),
    variant('6-rose', 0, { Size: '6', Colour: 'Rose' }),
    variant('7-rose', 4, { Size: '7', Colour: 'Rose' }),
  ],
};

describe('the variant shown on a product page', () => {
  test.each([
    ['the first in stock without requested options', '', '6-gold'],
    ['the requested one, even when it is out of stock', '?Size=6&Colour=Rose', '6-rose'],
    ['the first in stock with the requested value', '?Colour=Rose', '7-rose'],
    ['the match of the first option when the combination does not exist', '?Size=7&Colour=Gold', '7-rose'],
    ['the default when the value does not exist', '?Size=99', '6-gold'],
    ['the default for unrelated query parameters', '?utm_source=newsletter&reviews=abc', '6-gold'],
  ])('is %s', (_, search, sku) => {
    expect(variantFor(ring, new URLSearchParams(search)).sku).toBe(sku);
  });

  test('is the first one when the whole product is out of stock', () => {
    const outOfStock = { variants: ring.variants.map((one) => ({ ...one, quantity: 0 })) };

    expect(variantFor(outOfStock, []).sku).toBe('5-gold');
  });
});

test('changing one option keeps the others unless the combination does not exist', () => {
  const chosen = variantFor(ring, [['Size', '6']]);

  expect(variantWith(ring, chosen, ['Colour', 'Rose']).sku).toBe('6-rose');
  expect(variantWith(ring, chosen, ['Size', '7']).sku).toBe('7-rose');
});

test('a price difference applies to the regular and the sale price, and creates no sale', () => {
  const larger = { priceDifference: 10 };

  expect(variantPrices({ price: 189, salePrice: 149 }, larger)).toEqual({ price: 199, salePrice: 159 });
  expect(variantPrices({ price: 189, salePrice: 0 }, larger)).toEqual({ price: 199, salePrice: 0 });
});

test('a product that is marked out of stock has no available units', () => {
  expect(available({ inStock: true }, { quantity: 6 })).toBe(6);
  expect(available({ inStock: false }, { quantity: 6 })).toBe(0);
});
