import { basisPoints, minor } from '@shop/contracts/common/money';
// @vitest-environment jsdom
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MoneyTable } from './money-table.tsx';

afterEach(cleanup);

const id = '01890000-0000-7000-8000-000000000000';
const cashOrder: AdminOrder = {
  id,
  number: '00000000',
  userId: id,
  items: [],
  status: 'pending',
  shippingAddress: { name: 'Ada', line1: '1 Main Street', city: 'x', state: 'x', postalCode: '1', country: 'India' },
  shippingMethod: 'standard',
  paymentMethod: 'cod',
  paymentStatus: 'pending',
  subtotal: 40,
  tax: 3.2,
  shipping: 9.99,
  discount: 0,
  total: 53.19,
  discountCode: null,
  charge: { amount: minor(5319), currency: 'INR' },
  trackingNumber: null,
  promise: null,
  shipments: [],
  reachedAt: {},
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  customer: 'Ada',
  email: 'ada@example.com',
  receivesOrderEmails: true,
  terms: null,
  taxBp: basisPoints(800),
  discountBp: basisPoints(0),
  chargeRate: 1,
  timeline: [],
  payments: [],
  refunds: [],
  refundable: minor(0),
  notes: [],
  emails: [],
};

/** Label, explanation and amount of the rows below the total. A cell starts with its column label, for phones. */
const rowsBelowTotal = (order: Partial<AdminOrder>) => {
  render(<MoneyTable order={{ ...cashOrder, ...order }} />);
  const rows = screen
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('td, th')].map(({ lastChild }) => lastChild?.textContent));
  return rows.slice(rows.findIndex(([label]) => label === 'Total') + 1);
};

test('shows an unpaid cash order as due on delivery, not charged', () => {
  expect(rowsBelowTotal({ status: 'shipped' })).toEqual([['Due on delivery', 'Cash on delivery', '$53.19']]);
});

test('shows a delivered cash order as paid', () => {
  const delivered = { status: 'delivered', paymentStatus: 'paid' } as const;

  expect(rowsBelowTotal(delivered)).toEqual([['Paid', 'Cash on delivery', '$53.19']]);
});

test('shows no amount due for a cash order cancelled before delivery', () => {
  expect(rowsBelowTotal({ status: 'cancelled' })).toEqual([]);
});

test('shows the charge of an online order in the currency of the payment provider', () => {
  const rows = rowsBelowTotal({ paymentMethod: 'card', paymentStatus: 'paid' });

  expect(rows.map(([label, , amount]) => [label, amount])).toEqual([['Charged', '₹53.19']]);
});
