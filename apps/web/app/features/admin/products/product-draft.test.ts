import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { expect, test } from 'vitest';
import { draftOf, errorsIn, formValuesOf, productErrorMessages } from './product-draft.ts';

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

const problem = { status: 422, code: 'invalid', message: 'Another product has this address.' };

test('a failed create shows the message of the API or the default message', () => {
  expect(productErrorMessages.create(problem)).toBe('Another product has this address.');
  expect(productErrorMessages.create({ ...problem, message: '' })).toBe('Failed to create product');
  expect(productErrorMessages.create({ ...problem, status: 503 })).toBe('Failed to create product');
});
