// @vitest-environment jsdom
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { StaffContext } from '#features/admin/shared/staff.ts';
import { StatusForm } from './status-form.tsx';

afterEach(cleanup);

const formOf = (refundsPayment: boolean) => () => (
  <StaffContext value={{ name: 'Grace', role: 'owner' }}>
    <StatusForm status="pending" refundsPayment={refundsPayment} formKey="key" />
  </StaffContext>
);

function chooseCancelled(refundsPayment: boolean) {
  const Site = createRoutesStub([{ path: '/', Component: formOf(refundsPayment) }]);
  render(<Site />);
  fireEvent.change(screen.getByLabelText(adminOrderMessages.newStatus), { target: { value: 'cancelled' } });
}

test('cancelling an order with an online payment says that it is refunded', () => {
  chooseCancelled(true);

  expect(screen.queryByText(adminOrderMessages.cancelRefunds)).not.toBeNull();
});

test('cancelling a cash order announces no refund', () => {
  chooseCancelled(false);

  expect(screen.queryByText(adminOrderMessages.cancelRefunds)).toBeNull();
});
