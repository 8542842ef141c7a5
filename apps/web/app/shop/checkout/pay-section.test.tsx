// @vitest-environment jsdom
import type { Cart } from '@shop/contracts/cart/schema';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { minor } from '@shop/contracts/common/money';
import { totalMessages } from '@shop/contracts/orders/total-messages';
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createRoutesStub } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { PaySection } from './pay-section.tsx';

afterEach(cleanup);

const cart: Cart = {
  items: [],
  itemCount: 1,
  subtotal: 76,
  tax: 6.08,
  shipping: 9.99,
  discount: 0,
  total: 92.07,
  discountCode: null,
  shippingMethod: 'standard',
  shippingPrices: { standard: 9.99, express: 12.99 },
  arrival: { standard: null, express: null },
  country: 'United States',
  onlinePayment: true,
  charge: { amount: minor(773_388), currency: 'INR' },
  terms: { taxPercent: 8, discountPercent: 0, chargeRate: 84 },
  version: 1,
  notice: null,
};

/** The links need a router. */
function show(page: ComponentType) {
  const Site = createRoutesStub([{ path: '/', Component: page }]);
  render(<Site />);
}

test('names the charge and the currency beside the button, and explains the rate', () => {
  show(() => <PaySection cart={cart} form="pay" processing={false} returnDays={30} />);

  expect(screen.queryByText(checkoutMessages.charge('₹7,733.88'))).not.toBeNull();
  expect(screen.queryByText(checkoutMessages.currencies('INR'))).not.toBeNull();
  expect(screen.queryByText(checkoutPageMessages.reserved)).not.toBeNull();
  expect(screen.queryByText(totalMessages.currentRate('$92.07', '84.00'))).not.toBeNull();
});

test('a total of 0 is placed as an order, without a charge and without a reservation', () => {
  const free = { ...cart, total: 0, charge: { amount: minor(0), currency: 'INR' } };
  show(() => <PaySection cart={free} form="pay" processing={false} returnDays={30} />);

  expect(screen.getByRole('button').textContent).toContain(checkoutMessages.placeOrder);
  expect(screen.queryByText(checkoutMessages.nothingToPay)).not.toBeNull();
  expect(screen.queryByText(checkoutMessages.pay)).toBeNull();
  expect(screen.queryByText(checkoutPageMessages.reserved)).toBeNull();
  expect(screen.queryByText(/^Charged in/)).toBeNull();
});

test.each([
  [14, 'Return within 14 days of delivery'],
  [1, 'Return within 1 day of delivery'],
])('promises returns for the %i days of the store', (returnDays, text) => {
  show(() => <PaySection cart={cart} form="pay" processing={false} returnDays={returnDays} />);

  expect(screen.getByRole('link').textContent).toBe(text);
});

test('promises nothing in a store without returns', () => {
  show(() => <PaySection cart={cart} form="pay" processing={false} returnDays={0} />);

  expect(screen.queryByRole('link')).toBeNull();
});
