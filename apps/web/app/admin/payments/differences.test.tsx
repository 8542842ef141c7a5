import { minor } from '@shop/contracts/common/money';
// @vitest-environment jsdom
import type { Staff } from '@shop/contracts/identity/schema';
import type { PaymentDifference } from '@shop/contracts/payments/admin-schema';
import { NO_ORDER } from '@shop/contracts/payments/constants';
import { cleanup, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { StaffContext } from '#admin/kit/staff.ts';
import { Differences } from './differences.tsx';

afterEach(cleanup);

const payment = { id: 'payment-1', reference: 'pay_1', canRefund: true };
const unknown: PaymentDifference = {
  id: 'difference-1',
  kind: 'unknown_order',
  reference: 'pay_1',
  foundAt: '2026-11-19T08:00:00.000Z',
  reason: null,
  amountMinor: minor(123_400),
  currency: 'INR',
  payment,
  order: null,
  refund: null,
};
const withoutOrder: PaymentDifference = {
  ...unknown,
  id: 'payment-2',
  kind: NO_ORDER,
  reference: 'pay_2',
  payment: { id: 'payment-2', reference: 'pay_2', canRefund: true },
};
const failedRefund: PaymentDifference = {
  ...unknown,
  id: 'difference-3',
  kind: 'refund_failed',
  reference: 'rfnd_3',
  payment: { id: 'payment-3', reference: 'pay_3', canRefund: false },
  refund: { id: 'refund-3', canRetry: true },
};

const staff = (role: Staff['role']): Staff => ({ name: 'Grace', role });

function show(differences: PaymentDifference[], { role = 'owner' as Staff['role'], next = '', after = '' } = {}) {
  const element = (
    <StaffContext value={staff(role)}>
      <Differences differences={differences} next={next || undefined} />
    </StaffContext>
  );
  const router = createMemoryRouter([{ path: '/admin/payments', element }], {
    initialEntries: [`/admin/payments?sort=date&after=payment-9${after && `&differencesAfter=${after}`}`],
  });
  render(<RouterProvider router={router} />);
}
/** The buttons of a row, each with the fields of its form. */
const buttonsOf = (reference: string) =>
  within(screen.getByRole('row', { name: new RegExp(reference) }))
    .getAllByRole<HTMLButtonElement>('button')
    .map((button) => {
      const { key: _, ...fields } = Object.fromEntries(new FormData(button.form ?? undefined));
      return [button.getAttribute('aria-label'), button.value, fields];
    });

test('an unknown payment is refunded with the difference that this decides about, or marked as resolved', () => {
  show([unknown]);

  expect(buttonsOf('pay_1')).toEqual([
    ['Refund: ₹1,234.00, pay_1', 'refund', { id: 'payment-1', differenceId: 'difference-1' }],
    ['Mark as resolved: pay_1', 'resolve', { id: 'difference-1' }],
  ]);
});

test('a payment without an order and without a difference can only be refunded', () => {
  show([withoutOrder]);

  expect(buttonsOf('pay_2')).toEqual([['Refund: ₹1,234.00, pay_2', 'refund', { id: 'payment-2' }]]);
});

test('a failed refund is retried, and not refunded beside it', () => {
  show([failedRefund]);

  expect(buttonsOf('pay_3').map(([, intent]) => intent)).toEqual(['retry', 'resolve']);
});

test('staff who cannot refund see the payments to check without buttons', () => {
  show([unknown, withoutOrder], { role: 'read-only' });

  expect(screen.getAllByRole('row')).toHaveLength(3);
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('the next page keeps the place and order of the list of all payments', () => {
  show([unknown], { next: 'difference-1' });

  expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe(
    '/admin/payments?sort=date&after=payment-9&differencesAfter=difference-1',
  );
});

test('nothing to check is said', () => {
  show([]);

  expect(screen.getByText('No differences. Your records match the payment provider’s.')).toBeTruthy();
});

test('a later page whose rows are resolved leads to the first one, and does not say that nothing is to be checked', () => {
  show([], { after: 'difference-1' });

  expect(screen.queryByText('No differences. Your records match the payment provider’s.')).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to first page' }).getAttribute('href')).toBe(
    '/admin/payments?sort=date&after=payment-9',
  );
});
