// @vitest-environment jsdom
import { adminOrderMessages as texts } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { adminReturnMessages } from '@shop/contracts/returns/admin-messages';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { RefundForm } from './refund-form.tsx';

afterEach(cleanup);

const id = '01890000-0000-7000-8000-000000000000';
const item = { productId: id, variantId: id, slug: 'ring', sku: 'R', options: { Size: 'US 7' }, image: null };
const items = [
  {
    ...item,
    id: 'ring',
    name: 'Aurora Solitaire Ring',
    price: 100,
    quantity: 3,
    shipped: 1,
    refunded: 0,
    refundable: 3,
  },
  { ...item, id: 'gown', name: 'Gown', price: 50, quantity: 1, shipped: 1, refunded: 1, refundable: 0 },
];
const terms = {
  subtotal: 350,
  tax: 0,
  shipping: 10,
  discount: 0,
  total: 360,
  discountCode: null,
  taxBp: 0,
  discountBp: 0,
  charge: { amount: 36_000, currency: 'INR' },
  chargeRate: 1,
  paidOnline: true,
  refundable: 31_000,
  refundedPrice: 50,
  refundedMinor: 5_000,
};

/** Only what the form reads. */
const orderOf = (changes: Partial<AdminOrder> = {}) =>
  ({
    id,
    items,
    status: 'processing',
    paymentMethod: 'card',
    shipping: 10,
    charge: terms.charge,
    refundable: 31_000,
    refundTerms: terms,
    payments: [],
    ...changes,
  }) as unknown as AdminOrder;

const formOf = (order: AdminOrder) => () => <RefundForm order={order} />;

function renderForm(order: AdminOrder) {
  const Site = createRoutesStub([{ path: '/', Component: formOf(order) }]);
  return render(<Site />);
}

const ring = 'Aurora Solitaire Ring, US 7';

test('the units of an item fill in the amount, and are restocked while they are not shipped', () => {
  renderForm(orderOf());

  fireEvent.input(screen.getByLabelText(texts.refundUnitsOf(ring)), { target: { value: '2' } });

  expect(screen.getByLabelText<HTMLInputElement>(/^Amount \(INR\)/).value).toBe('200.00');
  expect(screen.getByLabelText<HTMLInputElement>(texts.restockOf(ring)).checked).toBe(true);
});

test('units that were refunded before cannot be chosen again', () => {
  renderForm(orderOf());

  expect(screen.getByLabelText<HTMLInputElement>(texts.refundUnitsOf('Gown, US 7'))).toMatchObject({
    max: '0',
    readOnly: true,
  });
  expect(screen.queryByLabelText(texts.restockOf('Gown, US 7'))).toBeNull();
});

test('a cash order is paid back by any way but the payment provider', () => {
  renderForm(orderOf({ paymentMethod: 'cod', status: 'delivered' }));

  const ways = screen.getByLabelText<HTMLSelectElement>(adminReturnMessages.paidBy);
  expect([...ways.options].map(({ value }) => value)).toEqual(['cash', 'bank_transfer', 'other']);
});
