import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { AdminProduct } from '@shop/contracts/catalog/admin-schema';
import { EMPTY_PRODUCT } from '@shop/contracts/catalog/product-fields';
import { expect, test } from 'vitest';
import { draftOf, errorsIn, formValuesOf, productErrorMessages, withCurrentStock } from './product-draft.ts';

test('VAL-037 parses decimal numbers and reads an empty field as 0', () => {
  const formValues = { ...formValuesOf(), price: '12.50', salePrice: '', quantity: '' };

  expect(draftOf(formValues)).toMatchObject({ price: 12.5, salePrice: 0, quantity: 0 });
});

test('an empty form has an error for every required field', () => {
  expect(errorsIn(draftOf(formValuesOf()))).toEqual({
    name: messages.nameRequired,
    description: messages.descriptionRequired,
    price: messages.priceTooLow,
    category: messages.categoryRequired,
    brand: messages.brandRequired,
    'images.0': messages.imageRequired,
  });
});

test('an adjusted stock appears in a form with unsaved changes, and new variants keep their opening stock', () => {
  const product: AdminProduct = {
    ...EMPTY_PRODUCT,
    id: 'ring',
    version: 1,
    name: 'Ring',
    options: [{ name: 'Size', values: ['6', '7'] }],
    variants: [{ id: 'six', sku: 'RING-6', options: { Size: '6' }, priceDifference: 0, quantity: 11 }],
    pairings: [],
    quantity: 11,
    inStock: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
  const seven = { options: { Size: '7' }, sku: '', priceDifference: '0', quantity: '5' };
  const before = formValuesOf(product);
  const typed = { ...before, name: 'Moon Ring', variants: [...before.variants, seven] };

  const shown = withCurrentStock(typed, {
    ...product,
    quantity: 18,
    variants: product.variants.map((variant) => ({ ...variant, quantity: 18 })),
  });

  expect(shown).toMatchObject({ name: 'Moon Ring', quantity: '18', variants: [{ quantity: '18' }, { quantity: '5' }] });
});

const problem = { status: 422, code: 'invalid', message: 'Another product has this address.' };

test('a failed create shows the message of the API or the default message', () => {
  expect(productErrorMessages.create(problem)).toBe('Another product has this address.');
  expect(productErrorMessages.create({ ...problem, message: '' })).toBe('Failed to create product');
  expect(productErrorMessages.create({ ...problem, status: 503 })).toBe('Failed to create product');
});
