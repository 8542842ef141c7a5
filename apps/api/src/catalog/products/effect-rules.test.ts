import { EMPTY_PRODUCT } from '@shop/contracts/catalog/product-fields';
import { expect, test } from 'vitest';
import type { ProductSnapshot } from './edit-rules.ts';
import { effectsOfChange, leavesStore } from './edit-rules.ts';

const ring: ProductSnapshot = {
  ...EMPTY_PRODUCT,
  name: 'Moon Ring',
  slug: 'moon-ring',
  description: 'A ring like the moon.',
  price: 120,
  category: 'Jewelry',
  brand: 'Nocturne',
  options: [{ name: 'Size', values: ['S', 'M'] }],
  images: [],
  variants: [
    { id: 's', sku: 'S', options: { Size: 'S' }, priceDifference: 0 },
    { id: 'm', sku: 'M', options: { Size: 'M' }, priceDifference: 5 },
  ],
  pairings: [],
};
const variants = (difference: number) => ring.variants.map((one) => ({ ...one, priceDifference: difference }));

test.each<[string, Partial<ProductSnapshot>, object[]]>([
  ['nothing', {}, []],
  ['a price', { price: 130 }, [{ kind: 'price', count: 1 }]],
  [
    'both prices and the difference of one variant',
    { price: 130, salePrice: 99, variants: variants(5) },
    [{ kind: 'price', count: 3 }],
  ],
  ['a name', { name: 'Sun Ring' }, [{ kind: 'product', change: 'updated', count: 1 }]],
  [
    'a name and a price',
    { name: 'Sun Ring', price: 1 },
    [
      { kind: 'product', change: 'updated', count: 1 },
      { kind: 'price', count: 1 },
    ],
  ],
  ['a status', { status: 'archived' }, [{ kind: 'product', change: 'updated', count: 1 }]],
  ['the status to deleted', { status: 'deleted' }, [{ kind: 'product', change: 'deleted', count: 1 }]],
  ['a removed variant', { variants: ring.variants.slice(1) }, [{ kind: 'product', change: 'updated', count: 1 }]],
])('the effects of a product change: %s', (_what, change, effects) => {
  expect(effectsOfChange(ring, { ...ring, ...change })).toEqual(effects);
});

test('a deleted product that gets another status is restored', () => {
  expect(effectsOfChange({ ...ring, status: 'deleted' }, { ...ring, status: 'draft' })).toEqual([
    { kind: 'product', change: 'restored', count: 1 },
  ]);
});

test.each([
  ['published', 'archived', true],
  ['published', 'published', false],
  ['draft', 'deleted', false],
])('a product that was %s and is %s leaves the store: %s', (before, after, leaves) => {
  expect(leavesStore({ status: before }, { status: after })).toBe(leaves);
});
