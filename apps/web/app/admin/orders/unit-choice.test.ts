import { basisPoints, minor } from '@shop/contracts/common/money';
import { expect, test } from 'vitest';
import { chosenAmount, chosenItems, restockField, SHIPPING_FIELD, unitsField } from './unit-choice.ts';

const order = {
  items: [
    { id: 'ring', price: 100 },
    { id: 'gown', price: 50 },
  ],
  refundTerms: {
    subtotal: 250,
    tax: 0,
    shipping: 10,
    discount: 0,
    total: 260,
    discountCode: null,
    taxBp: basisPoints(0),
    discountBp: basisPoints(0),
    charge: { amount: minor(26_000), currency: 'INR' },
    chargeRate: 1,
    paidOnline: true,
    refundable: minor(26_000),
    refundedPrice: 0,
    refundedMinor: minor(0),
  },
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

test('what was refunded for other units before does not change it, and shipping is refunded once', () => {
  const refundTerms = {
    ...order.refundTerms,
    refundable: minor(15_000),
    refundedPrice: 100,
    refundedMinor: minor(11_000),
    shippingRefunded: true,
  };

  expect(chosenAmount({ ...order, refundTerms }, formOf({ [unitsField('gown')]: '1', [SHIPPING_FIELD]: 'on' }))).toBe(
    '50.00',
  );
});

test('without units, or with ones that are no number, there is no amount', () => {
  expect(chosenAmount(order, formOf({}))).toBe('');
  expect(chosenAmount(order, formOf({ [unitsField('ring')]: 'many', [unitsField('gown')]: '' }))).toBe('');
});

test('the units are sent with whether they are restocked, and items without any are not', () => {
  const form = formOf({ [unitsField('ring')]: '2', [restockField('ring')]: 'on', [unitsField('gown')]: '0' });

  expect(chosenItems(form)).toEqual([{ orderItemId: 'ring', quantity: 2, restock: true }]);
  form.set(unitsField('gown'), '1');
  expect(chosenItems(form)).toContainEqual({ orderItemId: 'gown', quantity: 1, restock: false });
});
