// @vitest-environment jsdom
import type { Order } from '@shop/contracts/orders/schema';
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createRoutesStub } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { OrderDetails } from './order-details.tsx';
import { OrderLines } from './order-lines.tsx';

afterEach(cleanup);

const id = '01890000-0000-7000-8000-000000000000';
const tiara = {
  id,
  productId: id,
  variantId: id,
  slug: 'tiara',
  sku: 'TIARA',
  name: 'Tiara',
  options: { Size: 'M', Tone: 'Gold' },
  price: 279,
  quantity: 2,
  shipped: 0,
  image: null,
};
const order: Order = {
  id,
  number: '00000000',
  userId: id,
  items: [tiara],
  status: 'delivered',
  shippingAddress: { name: 'Ada', line1: '1 Main Street', city: 'x', state: 'x', postalCode: '1', country: 'India' },
  shippingMethod: 'standard',
  paymentMethod: 'card',
  paymentStatus: 'paid',
  subtotal: 558,
  tax: 44.64,
  shipping: 9.99,
  discount: 55.8,
  total: 556.83,
  discountCode: 'CRYSTAL10',
  charge: { amount: 55_683, currency: 'INR' },
  refunds: [],
  trackingNumber: null,
  shipments: [],
  reachedAt: {},
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
};

/** The links of an order need a router. */
function show(page: ComponentType) {
  const Site = createRoutesStub([{ path: '/', Component: page }]);
  render(<Site />);
}

test('an order line with several units shows the unit price and the line total', () => {
  show(() => <OrderLines order={order} items={order.items} />);

  expect(screen.queryByText('2 × $279.00')).not.toBeNull();
  expect(screen.getAllByText('$558.00')).toHaveLength(2);
  expect(screen.queryByText('Size: M · Tone: Gold · Quantity: 2')).not.toBeNull();
});

test('an order line with one unit shows its price once', () => {
  show(() => <OrderLines order={order} items={[{ ...tiara, quantity: 1 }]} />);

  expect(screen.queryAllByText('$279.00')).toHaveLength(1);
  expect(screen.queryByText(/×/)).toBeNull();
});

test('the totals of an order name its discount code', () => {
  show(() => <OrderLines order={order} items={order.items} />);

  expect(screen.queryByText('Discount (CRYSTAL10)')).not.toBeNull();
});

test('an order shows its refunds with amount, date and status, and is partially refunded', () => {
  const refunds: Order['refunds'] = [
    { id: 'first', amount: 500, status: 'processed', at: '2026-11-02T12:00:00.000Z' },
    { id: 'second', amount: 700, status: 'pending', at: '2026-11-03T12:00:00.000Z' },
  ];
  show(() => <OrderDetails order={{ ...order, refunds }} />);

  expect(screen.queryByText('Partially refunded')).not.toBeNull();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '₹5.00Nov 2, 2026 · Completed',
    '₹7.00Nov 3, 2026 · In progress',
  ]);
});

test('an order whose only refund failed is paid', () => {
  const refunds: Order['refunds'] = [{ id: 'first', amount: 500, status: 'failed', at: '2026-11-02T12:00:00.000Z' }];
  show(() => <OrderDetails order={{ ...order, refunds }} />);

  expect(screen.queryByText('Paid')).not.toBeNull();
  expect(screen.queryByText('Partially refunded')).toBeNull();
});
