// @vitest-environment jsdom
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { OrderStatus } from '@shop/contracts/orders/schema';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { StaffContext } from '#admin/kit/staff.ts';
import { StatusForm } from './status-form.tsx';

afterEach(cleanup);

type Order = { status?: OrderStatus; hasShipments?: boolean; refundsPayment?: boolean };

const formOf =
  ({ status = 'pending', hasShipments = false, refundsPayment = false }: Order) =>
  () => (
    <StaffContext value={{ name: 'Grace', role: 'owner' }}>
      <StatusForm status={status} hasShipments={hasShipments} refundsPayment={refundsPayment} formKey="key" />
    </StaffContext>
  );

function chooseCancelled(order: Order) {
  const Site = createRoutesStub([{ path: '/', Component: formOf(order) }]);
  render(<Site />);
  fireEvent.change(screen.getByLabelText(adminOrderMessages.newStatus), { target: { value: 'cancelled' } });
}

test('cancelling an order with an online payment says that it is refunded', () => {
  chooseCancelled({ refundsPayment: true });

  expect(screen.queryByText(adminOrderMessages.cancelRefunds)).not.toBeNull();
});

test('cancelling a cash order announces no refund', () => {
  chooseCancelled({ refundsPayment: false });

  expect(screen.queryByText(adminOrderMessages.cancelRefunds)).toBeNull();
});

test.each([
  { status: 'shipped', hasShipments: false },
  { status: 'delivered', hasShipments: true },
  { status: 'processing', hasShipments: true },
] as const)('cancelling an order with %o asks whether its items came back', (order) => {
  chooseCancelled(order);

  expect(screen.queryByLabelText(adminOrderMessages.returnToStock)).not.toBeNull();
});

test('cancelling an order of which nothing is shipped asks for no return', () => {
  chooseCancelled({ status: 'processing', hasShipments: false });

  expect(screen.queryByLabelText(adminOrderMessages.returnToStock)).toBeNull();
});
