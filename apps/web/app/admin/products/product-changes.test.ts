import { expect, test } from 'vitest';
import { summaryOf } from './product-changes.ts';
import { formValuesOf } from './product-draft.ts';
import { EMPTY_ROW } from './product-variants.ts';

const before = {
  ...formValuesOf(),
  name: 'Ring',
  price: '120',
  options: [{ key: 'size', name: 'Size', value: '6, 7' }],
  variants: [
    { ...EMPTY_ROW, id: 'six', options: { Size: '6' } },
    { ...EMPTY_ROW, id: 'seven', options: { Size: '7' } },
  ],
  images: [
    { key: 'a', url: '/media/a/960.webp', alt: 'A' },
    { key: 'b', url: '/media/b/960.webp', alt: '' },
  ],
};

test('an unchanged form has no summary, however its numbers and lists are written', () => {
  expect(summaryOf(before, { ...before, price: '120.00', tags: ' , ' })).toBe('');
});

test('the summary counts prices, also those of variants, and names the other fields', () => {
  const [six, seven] = before.variants.map((row) => ({ ...row, priceDifference: '5' }));
  const variants = [six, seven].flatMap((row) => row ?? []);

  expect(summaryOf(before, { ...before, price: '130', salePrice: '99', seoTitle: 'Silver ring' })).toBe(
    '2 prices · page title',
  );
  expect(summaryOf(before, { ...before, variants })).toBe('2 prices');
  expect(summaryOf(before, { ...before, price: '130' })).toBe('price');
});

test('the quantity of a new product without options is not also a change of its variants', () => {
  const ring = formValuesOf();

  expect(summaryOf(ring, { ...ring, quantity: '7' })).toBe('quantity');
});

test('a moved image is a change of the images, not of their alt texts', () => {
  expect(summaryOf(before, { ...before, images: before.images.toReversed() })).toBe('images');
  const images = before.images.map((image) => ({ ...image, alt: 'B' }));
  expect(summaryOf(before, { ...before, images })).toBe('alt text');
});
