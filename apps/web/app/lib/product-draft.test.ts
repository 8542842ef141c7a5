import { adminProductMessages as messages } from '@shop/contracts/admin-products-texts';
import { expect, test } from 'vitest';
import { draftOf, errorsIn, refusals, typedOf } from './product-draft.ts';

test('VAL-037 numbers are decimals, and what was left empty is 0', () => {
  const typed = { ...typedOf(), price: '12.50', salePrice: '', quantity: '' };

  expect(draftOf(typed)).toMatchObject({ price: 12.5, salePrice: 0, quantity: 0 });
});

test('an empty form is told what it needs', () => {
  expect(errorsIn(draftOf(typedOf()))).toEqual({
    name: messages.nameRequired,
    description: messages.descriptionRequired,
    price: messages.priceTooLow,
    category: messages.categoryRequired,
    brand: messages.brandRequired,
    'images.0': messages.imageRequired,
  });
});

const refused = { status: 422, code: 'invalid', message: 'Another product has this address.' };

test('ERR-020 a failed create is told by the message of the answer, or in the words of the shop', () => {
  expect(refusals.create(refused)).toBe('Another product has this address.');
  expect(refusals.create({ ...refused, message: '' })).toBe('Failed to create product');
  expect(refusals.create({ ...refused, status: 503 })).toBe('Failed to create product');
});

test('ERR-021 a failed delete is told in the words of the shop', () => {
  expect(refusals.delete()).toBe('Failed to delete product');
});
