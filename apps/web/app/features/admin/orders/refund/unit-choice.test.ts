import { expect, test } from 'vitest';
import { chosenAmount, SHIPPING_FIELD, unitsField } from './unit-choice.ts';

const order = {
  items: [
    { id: 'ring', price: 100, quantity: 2 },
    { id: 'gown', price: 50, quantity: 1 },
  ],
  subtotal: 250,
  shipping: 10,
  total: 260,
  charge: { amount: 26_000, currency: 'INR' },
  refundable: 26_000,
};

function formOf(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test('the amount follows from the chosen units and shipping', () => {
  expect(chosenAmount(order, formOf({ [unitsField('ring')]: '1', [unitsField('gown')]: '0' }))).toBe('100.00');
  expect(chosenAmount(order, formOf({ [unitsField('gown')]: '1', [SHIPPING_FIELD]: 'on' }))).toBe('60.00');
});

test('without units, or with ones that are no number, there is no amount', () => {
  expect(chosenAmount(order, formOf({}))).toBe('');
  expect(chosenAmount(order, formOf({ [unitsField('ring')]: 'many', [unitsField('gown')]: '' }))).toBe('');
});
