import { productFormMessages as messages } from '@shop/contracts/catalog/product-form-messages';
import { expect, test } from 'vitest';
import { EMPTY_ROW } from './product-variants.ts';
import { findingsIn } from './search-findings.ts';

const COMPLETE = {
  stock: true,
  quantity: '3',
  options: [],
  variants: [EMPTY_ROW],
  images: [{ key: 'a', url: '/media/a/960.webp', alt: 'A ring' }],
};
const SIZES = { options: [{ key: 'size', name: 'Size', value: 'S, M, L' }] };
const sized = (...quantities: string[]) =>
  quantities.map((quantity, place) => ({ ...EMPTY_ROW, quantity, options: { Size: 'SML'.charAt(place) } }));

test('a product with stock, an image and its alt text has no findings', () => {
  expect(findingsIn(COMPLETE)).toEqual([]);
});

test.each([
  ['a product without units', { quantity: '0' }, messages.outOfStock],
  ['a product that is not for sale', { stock: false, quantity: '0' }, messages.notForSale],
  ['one size without units', { ...SIZES, variants: sized('1', '0', '2') }, messages.variantOut('M')],
  ['two sizes without units', { ...SIZES, variants: sized('1', '0', '0') }, messages.variantsOut(2, 3)],
  ['no size with units', { ...SIZES, variants: sized('0', '0', '0') }, messages.outOfStock],
  ['a product without an image', { images: [{ key: 'a', url: '', alt: '' }] }, messages.noImage],
  [
    'an image without alt text',
    { images: [...COMPLETE.images, { key: 'b', url: '/media/b/960.webp', alt: ' ' }] },
    messages.altMissing(1),
  ],
])('%s is a finding', (_name, patch, finding) => {
  expect(findingsIn({ ...COMPLETE, ...patch })).toEqual([finding]);
});
